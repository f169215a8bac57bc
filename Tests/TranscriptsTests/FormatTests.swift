import Console
import SeededRandom
import Testing
import Traces

@testable import Transcripts

struct FormatTests {
  @Test("every spelling has one canonical form")
  func canonical() throws {
    let text = """


      #   a comment keeps its blanks\u{20}\u{20}
      %transcript  1
      %machine   login@fixed   4f1c9e02a7d3\u{20}
      %seed 007
      %let  pair= [1,2,  {a:"\\u{41}"}]


      %case  one  two\u{20}
      %tag   slow    ui
      |  login   idle
      >   set  name   "\\u{61}  b"   $pair\u{20}
      >|    once
      | name   ""   ->   "a  b"
      |    refused login:   it's   not  <ready>\u{20}
      > screen
      |   a    [b   "c
      > tap login
      |*   request  …
      |!  push
      |&   a   {x:1,y:<any   as  z>,...}

      |&   b <=z>
      # about the next case
      %case  two
      |
      | [a  b
      %end   02

      """
    let expected = """
      #   a comment keeps its blanks
      %transcript 1
      %machine login@fixed 4f1c9e02a7d3
      %seed 7
      %let pair = [1, 2, {a: "A"}]

      %case one  two
      %tag slow ui
      | login idle
      > set name "a  b" $pair
      >| once
      | name "" -> "a  b"
      | refused login:   it's   not  <ready>
      > screen
      |   a    [b   "c
      > tap login
      |* request
      |! push
      |& a {x: 1, y: <any as z>, ...}

      |& b <=z>

      # about the next case
      %case two
      |
      | login {a: [1], b: "x"}
      %end 2

      """
    let source = text.replacing("| [a  b", with: "|  login  {a:[1],b:\"\\u{78}\"}")
    let transcript = try Transcript.parse(source, language: .console)
    #expect(try transcript.formatted() == expected)
    let again = try Transcript.parse(expected, language: .console)
    #expect(try again.formatted() == expected)
    #expect(again.meaning == transcript.meaning)
  }

  @Test("what means something else has another meaning")
  func meaning() throws {
    let text = "> set a 1\n|& a 1\n|& b \"x\"\n| refused a: no  way\n"
    let meaning = try transcript(text).meaning
    let others = [
      text.replacing("set a 1", with: "set a 1.0"), text.replacing("|& b", with: "\n|& b"),
      text.replacing("|& a", with: "|? a"), text.replacing("\"x\"", with: "\"y\""),
      text.replacing("way", with: "<any>"),
      text + "> tap a\n", text.replacing("no  way", with: "<any>"),
    ]
    for other in others { #expect(try transcript(other).meaning != meaning, "\(other)") }
    #expect(try transcript(text, title: "other").meaning != meaning)
    #expect(try transcript(text.replacing("no  way", with: "no way")).meaning == meaning)
  }

  @Test("formatting keeps the meaning, the comments and every verdict, and is done once", arguments: 0..<600)
  func law(_ seed: Int) throws {
    var blocks = RandomBlocks(random: SplitMix64(seed: seed))
    var text = "%transcript 1\n%machine a@b\n"
    var outputs = [["opened"]]
    for number in 0..<1 + blocks.random.below(3) {
      text += "%case \(number)\n| opened\n"
      for step in 0..<1 + blocks.random.below(3) where number == 0 {
        let output = blocks.output()
        text += "> tap \(step)\n" + blocks.block(from: output, binding: "n\(step)")
        outputs.append(blocks.random.chance(50) ? output : blocks.changed(output))
      }
    }
    text = blocks.respelled(text)
    let transcript = try Transcript.parse(text)
    let formatted = try transcript.formatted()
    let again = try Transcript.parse(formatted)
    #expect(again.meaning == transcript.meaning, "\(text)\n\(formatted)")
    #expect(try again.formatted() == formatted, "\(formatted)")
    #expect(comments(formatted) == comments(text))
    let runner = ScriptedRunner(outputs: outputs)
    let verdicts = [transcript, again].map { $0.replay(path: "f", with: runner).cases.map(\.verdict.exitCode) }
    #expect(verdicts[0] == verdicts[1])
  }

  @Test("a line or file that is too long only in canonical form is a located error")
  func canonicalLimits() throws {
    // Three bytes each, eight as `\u{200D}`.
    let joiners = String(repeating: "\u{200D}", count: 10)
    let source = try transcript("> set a \"\(joiners)\"\n| a 1\n")
    let text = try source.formatted()
    #expect(text.contains("> set a \"\(String(repeating: #"\u{200D}"#, count: 10))\"\n"))
    // `> set a ""` is 10 bytes.
    var limits = TranscriptLimits()
    limits.lineBytes = 90
    #expect(try source.formatted(limits: limits) == text)
    limits.lineBytes = 89
    let line = #expect(throws: TranscriptProblems.self) { try source.formatted(limits: limits) }
    #expect(line?.problems.map(\.kind) == [.canonicalLineTooLong(limit: 89)])
    #expect(line?.problems.map(\.place.line) == [source.cases[0].steps[0].line])
    limits = TranscriptLimits()
    limits.fileBytes = text.utf8.count
    #expect(try source.formatted(limits: limits) == text)
    limits.fileBytes -= 1
    let file = #expect(throws: TranscriptProblems.self) { try source.formatted(limits: limits) }
    #expect(file?.problems.map(\.kind) == [.canonicalFileTooLarge(limit: text.utf8.count - 1)])
  }

  private func comments(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { $0.hasPrefix("#") }
  }
}

extension RandomBlocks {
  /// The same with other blanks and empty lines, and with a letter of a text spelled by its number.
  fileprivate mutating func respelled(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      var line = String(line)
      if line.isEmpty, random.chance(20) { return "\n" }
      if line.hasPrefix("%case"), random.chance(30) { line = "\n" + line }
      guard line.hasPrefix("|") || line.hasPrefix(">") else { return line }
      if !line.contains(":") {
        if random.chance(20) { line = line.replacing(" -> ", with: "  ->   ").replacing("{name: ", with: "{ name :  ") }
        if random.chance(20) { line = line.replacing("\"a\"", with: "\"\\u{61}\"").replacing("4.5", with: "4.50") }
      }
      return random.chance(20) && line.count > 1 ? line + "  " : line
    }.joined(separator: "\n")
  }
}
