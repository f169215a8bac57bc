import Statecharts
import Testing

@testable import Console

@Suite("hints that help")
struct HintTests {
  @Test(
    "a word that is near none gets what lists the names",
    arguments: [
      ("foo", "unknown verb '...'; 'help' lists the verbs"), ("next", "unknown verb '...'; 'help' lists the verbs"),
      ("switch 9", "unknown branch '9'; 'branches' lists the branches, 'cases' the cases"),
      ("switch 12", "unknown branch '12'; 'branches' lists the branches, 'cases' the cases"),
      ("open foo", "unknown machine 'foo'; 'open' alone lists the machines"),
      ("tap ok", "unknown control 'ok'; 'screen' shows the controls"),
      ("service foo ok", "unknown service '...'; 'service' alone lists the services"),
    ])
  func none(_ line: String, _ sentence: String) {
    var session = Fixture.login()
    #expect(session.run(line).mistake?.sentence == sentence)
  }

  @Test(
    "a word of other tools gets the verb that does it here",
    arguments: [
      ("reset", "restart"), ("exit", "quit"), ("click login", "tap"), ("wait 1s", "advance"), ("help exit", "quit"),
    ])
  func synonyms(_ line: String, _ verb: String) {
    var session = Fixture.login()
    #expect(session.run(line).mistake?.sentence.hasSuffix("did you mean '\(verb)'?") ?? false)
    #expect(Verb.names.contains(verb))
  }

  @Test(
    "the nearest name needs at most one edit for three letters, and never another number",
    arguments: [
      ("lgoin", "login"), ("authentcate", "authenticate"), ("setttle", "settle"), ("pasword", "password"),
      ("reset", nil), ("foo", nil), ("ab", nil), ("1", nil), ("items[30]", nil), ("home'3", nil),
    ] as [(String, String?)])
  func distance(_ word: String, _ nearest: String?) {
    let names = ["set", "open", "login", "authenticate", "settle", "password", "a", "7", "items[3]", "home'2"]
    #expect(NearestWord.find(word, among: names) == nearest)
  }

  @Test("a field that is taken for a command is told so")
  func kinds() {
    var session = Fixture.login()
    #expect(session.shown("why name") == ["5: 'name' is a field, not a command; 'fields name' shows it"])
  }

  @Test("a mistyped service is a mistake with the nearest name, and no step")
  func service() {
    var session = Fixture.login()
    let before = session.prompt
    for line in ["service authentcate 1s", "service authentcate"] {
      let mistake = session.run(line).mistake
      #expect(
        mistake
          == Mistake(column: 9, sentence: "unknown service 'authentcate'; did you mean 'authenticate'?", code: "E1063"))
    }
    #expect(session.runFromFile("service authentcate 1s").mistake?.code == "E1063")
    #expect(session.prompt == before)
  }

  @Test("a service that another variant has is refused by the machine: one script fits all variants")
  func otherVariant() {
    var session = Session(catalogue: Fixture.catalogue)
    _ = session.run("open login@original")
    #expect(
      session.shown("service authenticate 1s") == [
        "> service authenticate 1s", "| refused authenticate: this variant has no such service",
      ])
  }
}
