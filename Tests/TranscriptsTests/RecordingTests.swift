import Testing

@testable import Transcripts

struct RecordingTests {
  @Test("a recording is a transcript after every piece that an end follows, and holds for what was recorded")
  func pieces() throws {
    var text = Recording.header(of: "login@fixed", hash: "4f1c9e02a7d3", seed: 7)
    #expect(text == "%transcript 1 recorded\n%machine login@fixed 4f1c9e02a7d3\n%seed 7\n")
    text += Recording.caseLines(title: "密码\n错误", opening: ["login idle"], isFirst: true)
    #expect(text.hasSuffix("%seed 7\n%case 密码\\n错误\n| login idle\n"))
    var outputs = [["login idle"]]
    for output in [[], [#"name "" -> "<any>""#, ""], ["crash: a <float> [\u{7}"]] as [[String]] {
      text += Recording.step("tap x", output: output)
      outputs.append(output.map { $0 == "crash: a <float> [\u{7}" ? #"crash: a <float> [\u{7}"# : $0 })
      let report = try Transcript.parse(text + Recording.end(cases: 1)).replay(
        path: "f", with: ScriptedRunner(outputs: outputs))
      #expect(report.exitCode == .agreed)
    }
    #expect(text.hasSuffix("> tap x\n| name \"\" -> \"<any>\"\n|\n> tap x\n| crash: a <float> [\\u{7}\n"))
    text += Recording.caseLines(title: "second", opening: ["a"], isFirst: false)
    #expect(text.hasSuffix("\n\n%case second\n| a\n"))
    #expect(try Transcript.parse(text + Recording.end(cases: 2)).cases.count == 2)
  }

  @Test("a saved session is one text")
  func save() {
    let text = Recording.text(
      machine: "a@b", title: "t", opening: ["x"],
      steps: [("tap y", ["z"]), ("advance", [])])
    #expect(text == "%transcript 1 recorded\n%machine a@b\n%case t\n| x\n> tap y\n| z\n> advance\n%end 1\n")
  }

  @Test("a recording that is cut is a whole one nowhere, and can be gone on with behind its first case's line")
  func cut() throws {
    let text =
      Recording.header(of: "a@b") + Recording.caseLines(title: "one", opening: ["x"], isFirst: true)
      + Recording.step("tap y", output: ["z"]) + Recording.caseLines(title: "two", opening: [], isFirst: false)
      + Recording.step("tap y", output: ["z"]) + Recording.end(cases: 2)
    #expect(try Transcript.parse(text).cases.count == 2)
    for count in 0..<text.utf8.count {
      let cut = String(text.prefix(count))
      #expect(throws: TranscriptProblems.self, "\(count)") { try Transcript.parse(cut) }
      guard count > 50, cut.last == "\n" else { continue }
      let open = try Transcript.parse(cut, awaitsOutput: true, isGoneOnWith: true)
      #expect(open.endIndex == nil && open.print() == cut)
    }
  }
}
