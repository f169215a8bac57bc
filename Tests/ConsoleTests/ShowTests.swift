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
    #expect(session.shown("show $right more").first?.contains("more") == true)
    #expect(session.shown("show $nothing").first?.contains("$nothing") == true)
    #expect(session.shown("show").first?.contains("expression") == true)
    #expect(session.state == before)
  }

  @Test("it can be kept in a transcript like every look")
  func kept() {
    var session = Fixture.login("set name aaaaaa", "show name")
    #expect(session.shown("keep") == ["  kept: show name"])
  }
}
