import Gallery
import Testing

@testable import Console

@Suite("the examples of the help")
struct HelpExampleTests {
  /// What stands between single quotes in some lines and begins with a verb.
  private func examples(_ text: String) -> [String] {
    let parts = text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
    return parts.filter { $0.offset % 2 == 1 }.map { String($0.element) }.filter { example in
      Verb.names.contains { example == $0 || example.hasPrefix("\($0) ") }
    }
  }

  private func isSchematic(_ example: String) -> Bool {
    example.split(separator: " ").dropFirst().contains { word in
      word.count > 1 && word.allSatisfy { $0.isUppercase || $0 == ":" || $0 == "[" || $0 == "]" }
    }
  }

  @Test("the session that 'help' shows runs in its order, and each command of it does something")
  func session() {
    let text = HelpText.overview().drop { !$0.contains("A session:") }.prefix { !$0.contains("A verb can") }.joined(
      separator: " ")
    let lines = examples(text)
    #expect(lines.count >= 5)
    var session = Session(catalogue: Fixture.catalogue)
    for line in lines {
      let reply = session.run(line)
      #expect(reply.mistake == nil, "\(line): \(reply.mistake?.sentence ?? "")")
      #expect(!reply.lines.isEmpty, "\(line) does nothing")
      #expect(!reply.recordedLines.contains { $0.contains("refused") }, "\(line): \(reply.recordedLines)")
    }
  }

  @Test("every example in the explanation of a verb is a command without a mistake", arguments: Verb.all.map(\.name))
  func explanations(_ name: String) throws {
    let verb = try #require(Verb.all.first { $0.name == name })
    for example in examples(verb.explanation) where !isSchematic(example) {
      // Goods have rows, timers and commands.
      var session = Session(catalogue: Fixture.catalogue)
      for line in ["open goods@fixed", "advance", "advance 5s", "set nothing"] { _ = session.run(line) }
      let isAlone =
        example == verb.name || Verb.all.contains { $0.name == example && $0.parameters.contains { !$0.isOptional } }
      let mistake = session.run(example).mistake
      let isOfHistory = ["E1047", "E1051", "E1052", "E1054", "E1055"].contains(mistake?.code ?? "")
      // There is one case here, and the verb's example returns to a second one.
      let isOfCases = name == "cases" && mistake?.code == "E1028"
      #expect(
        mistake == nil || isAlone || isOfHistory || isOfCases, "\(name): '\(example)': \(mistake?.sentence ?? "")")
    }
  }

  @Test("the example of every verb shows it, and each line of it does something", arguments: Verb.all.map(\.name))
  func sessions(_ name: String) throws {
    let verb = try #require(Verb.all.first { $0.name == name })
    let last = try #require(verb.example.last, "\(name) has no example in Verb+Example.swift")
    // What is waited for comes later.
    let shown = ["watch", "observe", "break"].contains(name) ? verb.example : [last]
    #expect(shown.contains { $0 == name || $0.hasPrefix("\(name) ") })
    var session = Session(catalogue: Fixture.catalogue)
    for line in verb.example {
      let reply = session.run(line)
      #expect(reply.mistake == nil, "\(line): \(reply.mistake?.sentence ?? "")")
      #expect(!reply.lines.isEmpty || !reply.effects.isEmpty || reply.echo != nil, "\(line) does nothing")
      #expect(!reply.recordedLines.contains { $0.contains("refused") }, "\(line): \(reply.recordedLines)")
    }
  }

  @Test("durations in the help are durations")
  func durations() {
    for duration in ["500ms", "1s", "1.5s", "2m", "750ms"] { #expect((try? VirtualDuration(duration)) != nil) }
  }
}
