import Testing

@testable import Console

struct ObserveTests {
  @Test("an observed field's notifications are said with each command, equal sets too; nothing of it is recorded")
  func notifications() {
    var session = Fixture.login()
    #expect(session.shown("observe name") == ["  observing name: new old"])
    #expect(
      session.shown("set name \"a!\"") == [
        #"> set name "a!""#, #"| name "" -> "a!" -> "a""#, #"  notify name {kind: 1, new: "a", old: "a!"}"#,
        #"  notify name {kind: 1, new: "a!", old: ""}"#,
      ])
    #expect(
      session.shown("set name a") == [#"> set name "a""#, #"  notify name {kind: 1, new: "a", old: "a"}"#])
    #expect(session.shown("observe name off") == ["  name is no longer observed"])
    #expect(session.shown("set name b") == [#"> set name "b""#, #"| name "a" -> "b""#])
  }

  @Test("all options, a secret, a computed field, and the list")
  func options() {
    var session = Fixture.login()
    #expect(session.shown("observe") == ["  nothing is observed; 'observe FIELD' begins"])
    #expect(
      session.shown("observe password initial new old prior") == [
        "  observing password: new old initial prior", "  notify password {kind: 1, new: <secret>}",
      ])
    #expect(session.shown("observe loginEnabled none") == ["  observing loginEnabled: none"])
    #expect(
      session.shown("observe").map { $0.split(separator: " ").joined(separator: " ") } == [
        "password new old initial prior", "loginEnabled none",
      ])
    _ = session.run("set name aaaaaa")
    #expect(
      session.shown("set password $right").filter { $0.contains("notify") } == [
        "  notify password {kind: 1, notificationIsPrior: true, old: <secret>}",
        "  notify password {kind: 1, new: <secret>, old: <secret>}", "  notify loginEnabled {kind: 1}",
      ])
  }

  @Test("observing changes nothing that is recorded or traced")
  func invisible() {
    var observed = Fixture.login("observe name new", "observe password")
    var plain = Fixture.login()
    for line in ["set name aaaaaa", "set password $right", "tap login", "advance"] {
      #expect(observed.run(line).recordedLines == plain.run(line).recordedLines)
    }
    #expect(observed.state == plain.state)
    #expect(observed.trace == plain.trace)
  }

  @Test("mistakes name the field and the option; fields and options complete; files cannot hold it")
  func mistakes() throws {
    var session = Fixture.login()
    #expect(session.shown("observe nam") == ["9: unknown field 'nam'; did you mean 'name'?"])
    #expect(session.shown("observe name off") == ["  name was not observed"])
    for words in ["new off", "old none"] {
      let column = 14 + 4
      #expect(
        session.shown("observe name \(words)")[0].hasPrefix("\(column): unexpected '\(words.dropFirst(4))'; write"))
    }
    #expect(session.shown("observe name nwe") == ["14: unknown option 'nwe'; did you mean 'new'?"])
    let texts = { (line: String) in session.completion(for: line, cursor: line.utf8.count).candidates.map(\.text) }
    #expect(texts("observe na") == ["name"])
    #expect(texts("observe name ") == ["new", "old", "initial", "prior", "none", "off"])
    #expect(texts("observe name new p") == ["prior"])
    var transcript = Session(catalogue: Fixture.catalogue, options: SessionOptions(isTranscript: true))
    _ = transcript.open(try Fixture.catalogue.machine(named: "login@fixed"))
    #expect(transcript.runFromFile("observe name").mistake != nil)
  }
}
