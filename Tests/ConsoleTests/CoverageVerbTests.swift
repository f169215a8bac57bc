import Gallery
import Statecharts
import Testing
import ViewModels

@testable import Console

/// What a case has taken, as the console tells it.
@Suite("Coverage in the console")
struct CoverageVerbTests {
  private func row(_ session: inout Session) -> String { session.shown("coverage")[1] }

  @Test("the way to where the session stands counts: what was undone does not, and a branch counts its own")
  func undo() {
    var session = Fixture.login()
    #expect(
      row(&session).hasPrefix("  login@fixed  1/6     0/9          0/1       0/4       -       0/2     1/22  4%"))
    _ = session.run("tap login")
    #expect(row(&session).hasPrefix("  login@fixed  1/6     0/9          1/1 "))
    for line in ["undo", "set name aaaaaa", "set password $wrong", "tap login", "advance"] { _ = session.run(line) }
    #expect(
      row(&session).hasPrefix("  login@fixed  4/6     3/9          0/1       1/4       -       1/2     9/22  40%"))
    _ = session.run("dismiss")
    #expect(row(&session).contains("2/2 "))
    #expect(!session.shown("coverage").contains { $0.contains("login.failed: dismissed") })
  }

  @Test("what was done before the app was opened again counts, and so does the opening")
  func restart() {
    var session = Fixture.login("tap login", "restart")
    #expect(row(&session).hasPrefix("  login@fixed  1/6     0/9          1/1 "))
  }

  @Test("looking changes nothing, and without a machine it is a mistake")
  func look() {
    var session = Fixture.login("set name aaaaaa")
    let before = session.state
    _ = session.run("coverage")
    #expect(session.state == before)
    var empty = Session(catalogue: Fixture.catalogue)
    #expect(empty.run("coverage").mistake != nil && session.run("coverage now").mistake != nil)
  }

  @Test("a tap that is refused for what it carries, of what is not there, or by a crash, refuses no command")
  func refusals() {
    var session = Fixture.login()
    for line in ["tap nothing", "send login", "tap name", "tap login \"x\""] { _ = session.run(line) }
    #expect(row(&session).contains("  0/1 "), "\(row(&session))")
  }

  @Test("a script is kept as a transcript with what it did, and a mistake in it is told")
  func transcript() throws {
    let machine = try Fixture.catalogue.machine(named: "login@fixed")
    let text = try Session.transcript(of: ["tap login"], titled: "one", on: machine, in: Fixture.catalogue)
    #expect(
      text == """
        %transcript 1 recorded
        %machine login@fixed \(machine.definitionHash)
        %case one
        | login idle
        > tap login
        | refused login: disabled, loginEnabled is false
        %end 1

        """)
    #expect(throws: Mistake.self) {
      try Session.transcript(of: ["tapp login"], titled: "one", on: machine, in: Fixture.catalogue)
    }
  }
}
