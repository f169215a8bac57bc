import Testing

@testable import Console

@Suite("what completion and hints tell")
struct AdviceTests {
  private func completion(_ line: String, _ session: Session) -> LineCompletion {
    session.completion(for: line, cursor: line.utf8.count)
  }

  private func refused(_ line: String, _ session: Session) -> [String] {
    completion(line, session).refused.map { "\($0.text): \($0.note ?? "")" }
  }

  private static let failed = Fixture.login(
    "set name aaaaaa", "set password $wrong", "tap login", "advance")

  @Test("what stands there and is refused now is told with the reason")
  func refusals() {
    #expect(refused("tap ", Fixture.login()) == ["login: refused: disabled, loginEnabled is false"])
    #expect(refused("hold tap lo", Fixture.login()) == ["login: refused: disabled, loginEnabled is false"])
    #expect(refused("tap x", Fixture.login()) == [])
    let cover = "covered by the alert '登录失败'"
    #expect(refused("set ", Self.failed) == ["name: refused: \(cover)", "password: refused: \(cover)"])
    #expect(completion("set ", Self.failed).candidates.isEmpty)
    let filled = Fixture.login("set name aaaaaa", "set password $right")
    #expect(refused("tap ", filled) == [] && completion("tap ", filled).candidates.map(\.text) == ["login"])
  }

  @Test(
    "where nothing can be inserted, a line says what is wanted",
    arguments: [
      ("dismiss ", "there is no alert"), ("reply ", "no request is under way"), ("fire ", "no work waits"),
      ("advance ", "a duration, such as '500ms', '1.5s' or '1h30m'"), ("undo ", "a number"), ("case ", "a title"),
      ("diff ", "there is no other branch"), ("erase name ", "a number"),
      ("tap login ", "nothing follows; Enter runs it"), ("restart ", "nothing follows; Enter runs it"),
      ("switch x", "no possible word begins like this"), ("set name a", nil), ("tap login", nil), ("xyz ", nil),
    ])
  func advice(_ line: String, _ advice: String?) {
    #expect(completion(line, Fixture.login()).advice == advice)
  }

  @Test("a line that asks for a machine says that none is open")
  func nothingOpen() {
    let session = Session(catalogue: Fixture.catalogue)
    #expect(
      completion("tap ", session).advice == "no machine is open; 'open MACHINE' opens one, 'open' alone lists them")
  }

  @Test("an empty line completes the verbs of the task at hand, a letter all verbs")
  func beginnings() {
    let verbs = { (session: Session) in self.completion("", session).candidates.map(\.text) }
    let looks = ["screen", "state", "why"]
    #expect(verbs(Fixture.login()) == ["set", "paste", "type"] + looks + ["suggest", "help", "quit"])
    #expect(verbs(Self.failed).prefix(5) == ["dismiss", "screen", "state", "why", "trace"])
    let running = Fixture.login("set name aaaaaa", "set password $right", "tap login")
    #expect(verbs(running).contains("reply") && verbs(running).contains("advance") && verbs(running).contains("undo"))
    #expect(verbs(Session(catalogue: Fixture.catalogue)).suffix(4) == ["open", "source", "help", "quit"])
    #expect(completion("", Fixture.login()).advice == "a letter and Tab show more verbs, 'help' all")
    #expect(completion("a", Fixture.login()).candidates.map(\.text) == ["assign", "advance"])
  }

  @Test(
    "a hint says what may follow",
    arguments: [
      ("ta", "p CONTROL [VALUE]"), ("tap", " CONTROL [VALUE]"), ("t", nil), ("", nil), ("st", "ate"), ("state", ""),
      ("set ", "CONTROL VALUE"), ("set p", "assword VALUE"), ("set password ", "$right"), ("set password $", nil),
      ("set password $r", "ight"), ("tap login", "  refused: disabled, loginEnabled is false"),
      ("state; ta", "p CONTROL [VALUE]"), ("# ta", nil), ("advance ", "[DURATION]"), ("advance 1", nil),
      ("xyz ", nil), ("reply ", "REQUEST ok|fail|error [VALUE]"),
    ])
  func hints(_ line: String, _ hint: String?) {
    #expect(Fixture.login().hint(for: line) == hint)
  }

  @Test("a hint never shows what was typed for a secret")
  func secrets() {
    for line in ["set password hunter22", "assign password hunter22", "set password hunter22; tap login"] {
      #expect(!(Fixture.login().hint(for: line) ?? "").contains("hunter22"))
    }
  }
}
