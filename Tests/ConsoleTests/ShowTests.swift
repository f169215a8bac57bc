import Testing

@testable import Console

struct ShowTests {
  @Test(
    "a value is shown as what it is, and everything else by whether it holds",
    arguments: [
      ("name", #""aaaaaa""#), ("login", "idle"), ("loginEnabled", "true"), ("requests(authenticate)", "0"),
      ("name = \"aaaaaa\" and not loginEnabled", "false"), ("password", "<secret>"), ("time", "0ms"),
    ])
  func values(_ expression: String, _ value: String) {
    var session = Fixture.login("set name aaaaaa", "set password $right")
    #expect(session.shown("show \(expression)") == ["  \(value)"])
  }

  @Test("a name is shown with what it stands for, which a secret is not")
  func names() {
    var session = Fixture.login()
    #expect(session.shown("show $right") == session.shown("help $right"))
    #expect(session.shown("show $right").last == "      <secret>")
  }

  @Test("what cannot be shown is a located mistake, and nothing is recorded")
  func mistakes() {
    var session = Fixture.login()
    let before = session.state
    #expect(session.shown("show nam").first?.contains("'name'") == true)
    #expect(session.run("show $right more").mistake != nil)
    #expect(session.run("show $nothing").mistake != nil)
    #expect(session.shown("show").first?.contains("expression") == true)
    #expect(session.state == before)
  }

  @Test("it can be kept in a transcript like every look")
  func kept() {
    var session = Fixture.login("set name aaaaaa", "show name")
    #expect(session.shown("keep") == ["  kept: show name"])
  }
}

/// Laws of the whole case, and of what time alone makes of it.
struct ShownLawTests {
  private let submitted = ["set name aaaaaa", "set password $wrong", "tap login"]

  private func shown(_ law: String, after lines: [String]) -> [String] {
    var session = Fixture.login()
    for line in lines { _ = session.run(line) }
    let before = session.state
    let shown = session.shown("show \(law)")
    #expect(session.state == before)
    return shown
  }

  @Test(
    "what is promised is looked for in the case and behind it; a run on which it does not come breaks the law",
    arguments: [
      ("login = executing leads to login = failed", true), ("login = executing leads to login = succeeded", false),
      ("login = executing leads to login = failed within 1s", true),
      ("login = executing leads to login = failed within 999ms", false),
      ("login = succeeded leads to page = home", true),
      ("login = idle or name = \"leads to\" leads to (login = executing)", true),
      ("never login = executing", false), ("never login = succeeded", true), ("always login != failed", true),
      ("always login = idle", false), ("time comes to rest", true),
    ])
  func laws(_ law: String, _ isKept: Bool) {
    #expect(shown(law, after: submitted) == ["  \(isKept)"])
  }

  @Test("it is broken when the clock went beyond its time, be it kept later")
  func late() {
    let law = "login = executing leads to login = failed within 999ms"
    #expect(shown(law, after: submitted + ["advance"]) == ["  false"])
    #expect(shown(law, after: ["service authenticate 999ms"] + submitted + ["advance"]) == ["  true"])
  }

  @Test("it is broken by a way back to where the case was, when time passed on it, and not when none did")
  func round() {
    let round = ["set name bbbbbb", "set name aaaaaa"]
    let law = "name = \"aaaaaa\" leads to login = succeeded"
    let waiting = ["service authenticate 10s"] + submitted
    let still = "name = \"aaaaaa\" leads to login = failed"
    #expect(shown(still, after: waiting + round) == ["  true"])
    #expect(shown(law, after: round) == ["  false"], "nothing waits")
    let again = submitted + ["advance", "dismiss"]
    #expect(shown(law, after: again + ["tap login", "advance", "dismiss"]) == ["  false"])
  }

  @Test(
    "a mistake in a law has its place in the line",
    arguments: [
      ("login = executing leads to", "32: a name or a value is missing"),
      ("login = executing leads to page = hme", "40: unknown page 'hme'; did you mean 'home'?"),
      ("login = idle leads to login = idle x", "41: the promise ends before this; remove it"),
      ("login = idle leads to login = idle within", "47: a time is missing; write it as in 'within 10s'"),
      ("never login", "12: 'login' is neither true nor false; compare it, as in 'login = …'"),
      (
        "always login = idle leads to login = idle",
        "26: 'leads to login = idle' is more than one expression; join parts with 'and' or 'or'"
      ),
    ])
  func mistakes(_ law: String, _ mistake: String) {
    #expect(shown(law, after: []) == [mistake])
  }
}
