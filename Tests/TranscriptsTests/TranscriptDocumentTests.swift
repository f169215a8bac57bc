import Testing
import Traces
import Turns

@testable import Transcripts

struct TranscriptDocumentTests {
  @Test("the format's own example is read and printed to the byte")
  func example() throws {
    let document = try Transcript.parse(exampleText)
    #expect(document.print() == exampleText)
    #expect(document.machine == MachineReference(name: "login", variant: "fixed", hash: "4f1c9e02a7d3"))
    #expect(document.cases.map(\.title) == ["密码错误后重试成功"])
    #expect(document.cases[0].line == 4)
    #expect(document.cases[0].opening.expectations.map(\.pattern.line.text) == ["login idle"])
    #expect(document.cases[0].steps.count == 9)
    #expect(document.cases[0].steps[0].command == "service authenticate 1s")
    #expect(document.cases[0].steps[0].block.expectations.isEmpty)
    #expect(document.cases[0].steps[8].block.expectations.map(\.mark) == [.next, .anyOrder, .anyOrder])
    #expect(document.cases[0].steps[8].line == 28)
  }

  @Test("a path that many lines mute is muted once", .timeLimit(.minutes(1)))
  func repeatedPaths() throws {
    let lines = String(repeating: "%mute name\n", count: 100_000)
    let text = "%transcript 1\n%machine login@fixed\n\(lines)%case a\n\(lines)| login idle\n"
    let document = try Transcript.parse(text)
    #expect(document.paths.muted.paths == ["name"] && document.cases[0].paths.muted.paths == ["name"])
  }

  @Test("directives of the header and of a case are read")
  func directives() throws {
    let text = """
      # before the version

      %transcript 1
      %machine user@original
      %seed 18446744073709551615
      %use common/log in.transcript
      %let everywhere = "x"
      %case first
      %tag slow smoke
      %tag ui
      %let own = {a: [1, -2.5, nil]}
      %skip the server is down
      | a $everywhere $own
      %case second
      %xfail #12
      | a

      """
    let document = try Transcript.parse(text)
    #expect(document.print() == text)
    #expect(document.machine == MachineReference(name: "user", variant: "original"))
    #expect(document.seed == UInt64.max)
    #expect(document.uses == [UsedFile(path: "common/log in.transcript", line: 6)])
    #expect(document.bindings.map(\.name) == ["everywhere"])
    #expect(document.cases[0].tags == ["slow", "smoke", "ui"])
    #expect(document.cases[0].skipReason == "the server is down")
    #expect(document.cases[0].bindings.map(\.value) == [["a": [1, -2.5, .null]]])
    #expect(document.cases[1].expectedFailure == "#12")
    #expect(document.caseIndex(atLine: 7) == nil)
    #expect(document.caseIndex(atLine: 13) == 0)
    #expect(document.caseIndex(atLine: 99) == 1)
  }

  @Test("a continued command is joined by blanks, and its columns are found again in the file")
  func continuation() throws {
    let document = try transcript(
      """
      > service  authenticate 1s
      >|   fail "x"
      >| once
      | a

      """)
    let step = document.cases[0].steps[0]
    #expect(step.command == #"service  authenticate 1s fail "x" once"#)
    #expect(step.place(ofColumn: 1) == SourcePlace(line: 4, column: 3))
    #expect(step.place(ofColumn: 10) == SourcePlace(line: 4, column: 12))
    #expect(step.place(ofColumn: 26) == SourcePlace(line: 5, column: 6))
    #expect(step.place(ofColumn: 35) == SourcePlace(line: 6, column: 4))
    #expect(step.place(ofColumn: 1000) == SourcePlace(line: 6, column: 8))
    #expect(step.block.insertion == 6)
  }

  @Test("blanks, empty output lines and comments are kept as they are")
  func lossless() throws {
    let text = """
      %transcript 1
      %machine login@fixed
      %case spaces
      |
      |   a    b  \u{20}
      #no blank, a tab:\t.
      |*
      |* request …

      |& a
      # between
      |& b

      |& c
      > x

      """
    let document = try Transcript.parse(text)
    #expect(document.print() == text)
    let block = document.cases[0].opening
    let marks: [OutputMark] = [.next, .next, .anyNumber, .anyNumber, .anyOrder, .anyOrder]
    #expect(block.elements.map(\.mark) == marks)
    #expect(block.elements.map(\.lines) == [0..<1, 1..<2, 2..<3, 3..<4, 4..<6, 6..<7])
    #expect(block.expectations[0].pattern.line.fields.isEmpty)
    #expect(block.expectations[1].pattern.line.fields.map(\.text) == ["a", "b"])
  }

  @Test("a used file holds commands, comments and empty lines only")
  func usedFile() throws {
    let used = try UsedCommands.parse("# log in\n\n> tap a\n>| b\n> tap c\n", path: "u")
    #expect(used.steps.map(\.command) == ["tap a b", "tap c"])
    #expect(used.steps.map(\.line) == [3, 5])
    let error = #expect(throws: TranscriptProblems.self) {
      try UsedCommands.parse("> a\n%use b\n| c\n", path: "u")
    }
    let sentence =
      "a file that '%use' names may contain only commands, comments and empty lines; move this line elsewhere"
    #expect(
      ProblemText.lines(of: error ?? TranscriptProblems(problems: []), path: "u") == [
        "u:2:1: error: \(sentence)", "u:3:1: error: \(sentence)",
      ])
  }
}
