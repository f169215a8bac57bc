import Testing

@testable import Console

@Suite("what a person looks back at")
struct BlameTests {
  @Test("of a computed field, 'blame' tells what it is computed from and what set that")
  func sources() {
    var session = Fixture.login("set name aaaaaa", "set password $right")
    #expect(
      session.shown("blame loginEnabled") == [
        "  loginEnabled is computed from name, password", #"  1> set name "aaaaaa""#, #"    name "" -> "aaaaaa""#,
        "  2> set password $right", "    password <secret> changed", "    loginEnabled false -> true",
      ])
    #expect(session.shown("blame name").first == #"  1> set name "aaaaaa""#)
    var fresh = Fixture.login()
    #expect(
      fresh.shown("blame loginEnabled") == [
        "  loginEnabled is computed from name, password", "  no command has changed loginEnabled",
      ])
  }

  @Test("turns that repeat are folded in 'trace'")
  func folded() {
    var session = Session(catalogue: Fixture.catalogue)
    for line in ["open home@fixed", "send getDatas", "advance 10s", "advance 3m"] { _ = session.run(line) }
    let reply = session.run("trace")
    #expect(reply.tellsTurns)
    let folded = FoldedLines(reply.lines, tellsTurns: true).lines
    #expect(folded.count < reply.lines.count / 2, "\(folded.count) of \(reply.lines.count)")
    #expect(folded.contains { if case .talk(let text) = $0 { text.contains("more like it") } else { false } })
  }

  @Test("the parts of a guard that is a conjunction are told one by one, and a refusal names the false ones")
  func conjunction() {
    var session = Fixture.login("set name aaaaaa")
    let lines = session.shown("why login")
    #expect(lines.contains("    guard 'the name is longer than 5' is true"), "\(lines)")
    #expect(lines.contains("    guard 'the password is longer than 5' is false"))
    #expect(!lines.contains { $0.contains("5 and the") })
  }
}

@Suite("values that were given before")
struct SeenValuesTests {
  private func candidates(_ session: Session, _ line: String) -> [String] {
    session.completion(for: line, cursor: line.utf8.count).candidates.map(\.text)
  }

  @Test("complete after the samples, the latest first, in every later case")
  func seen() {
    var session = Fixture.login("set name abcdef", "set name \"a b\"", "set name abcdef", "set name $messy")
    #expect(candidates(session, "set name ") == ["$messy", "$unknown", "\"abcdef\"", "\"a b\""])
    #expect(candidates(session, "assign name a") == ["\"abcdef\"", "\"a b\""])
    _ = session.run("open login@original")
    #expect(candidates(session, "set name ").suffix(2) == ["\"abcdef\"", "\"a b\""])
  }

  @Test("no secret is among them, and a service's are")
  func secrets() {
    var session = Fixture.login("set password hunter2", "set name aaaaaa", "set password $right", "tap login")
    #expect(!candidates(session, "set password ").contains { $0.contains("hunter2") })
    _ = session.run("reply authenticate fail \"no\"")
    _ = session.run("dismiss")
    _ = session.run("tap login")
    #expect(candidates(session, "reply authenticate fail ").contains("\"no\""))
    for number in 0..<20 { _ = session.run("set name x\(number)") }
    #expect(candidates(session, "set name x").count == SeenValues.longest)
  }
}
