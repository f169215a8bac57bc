import Testing
import Traces

@testable import Console

struct VerbTableTests {
  @Test("the table holds exactly the verbs of the language, once each")
  func names() {
    let expected = """
      open list restart set paste type compose commit erase focus blur return tap dismiss back send assign reply service advance hold fire settle observers state fields \
      screen requests timers commands observe why diagram settings coverage properties blame undo redo jump branches cases branch switch trace case record save review keep source help quit explore path goto suggest diff compare fuzz sweep watch show break
      """
    #expect(Verb.names.sorted() == expected.split(separator: " ").map(String.init).sorted())
    #expect(Set(Verb.names).count == Verb.names.count)
  }

  @Test("every verb is explained in lines of at most 78 columns", arguments: Verb.all.map(\.name))
  func explained(_ name: String) throws {
    let verb = try #require(Verb.all.first { $0.name == name })
    let lines = HelpText.lines(about: verb)
    #expect(lines.count >= 3)
    #expect(lines.allSatisfy { $0.displayWidth <= 78 }, "\(lines)")
    #expect(verb.summary.last != "." && verb.explanation.last == "." && !verb.explanation.contains("\n"))
  }

  @Test("help alone is at most 24 lines of 78 columns and names every verb")
  func overview() {
    let lines = HelpText.overview()
    #expect(lines.count <= 24)
    #expect(lines.allSatisfy { $0.displayWidth <= 78 })
    let words = lines.prefix { !$0.isEmpty }.flatMap { $0.split(separator: " ").map(String.init) }
    #expect(Verb.names.allSatisfy(words.contains))
  }

  @Test("in a window of 60 columns no line of help is wider", arguments: ["", "expressions"] + Verb.names)
  func narrow(_ topic: String) {
    var session = Session(catalogue: Fixture.catalogue, options: SessionOptions(width: 60))
    let lines = session.shown("help \(topic)").prefix { $0 != "    For example:" }
    #expect(!lines.isEmpty && lines.allSatisfy { $0.displayWidth <= 60 }, "\(lines)")
  }

  @Test("help on a verb is its usage, its summary, its explanation and its example")
  func verb() {
    #expect(
      HelpText.lines(about: .reply) == [
        "reply REQUEST ok|fail|error [VALUE]", "  answer a request now",
        "  It replaces the automatic answer. 'requests' lists the requests under way;",
        "  a second request of the same service is named like \"load'2\".",
        "  For example:", "    open login", "    set name aaaaaa", "    set password $right", "    tap login",
        "    reply authenticate fail",
      ])
  }

  @Test("any prefix of a verb means it or says what else it could be")
  func prefixes() throws {
    for name in Verb.names {
      for length in 1...name.utf8.count {
        let word = Word(text: String(name.prefix(length)), column: 3)
        let fitting = Verb.names.filter { $0.hasPrefix(word.text) }
        let read = Result { () throws(Mistake) in try Verb.named(word, isTyped: true).name }
        switch read {
        case .success(let verb): #expect(verb == word.text || fitting == [verb])
        case .failure(let mistake): #expect(mistake.code == "E1002" && mistake.column == 3 && fitting.count > 1)
        }
      }
    }
  }
}
