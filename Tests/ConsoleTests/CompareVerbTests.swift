import Testing
import ViewModels

@testable import Console

/// What `compare VARIANT` tells of another variant, from where the session stands.
@Suite("Comparing from the console")
struct CompareVerbTests {
  private func session(_ machine: String, _ lines: String...) -> Session {
    var session = Session(catalogue: Fixture.catalogue)
    for line in ["open \(machine)"] + lines { #expect(session.run(line).mistake == nil, "\(line)") }
    return session
  }

  @Test("both are driven to here, and differences are told with shortest scripts from here")
  func differences() {
    var session = session("login@original", "set name aaaaaa", "set password $right")
    let lines = session.shown("compare fixed")
    #expect(lines == session.shown("compare login@fixed"))
    #expect(
      lines.prefix(3) == [
        "  - a  login@original  \(session.machine?.definitionHash ?? "")",
        "  + b  login@fixed     \((try? Fixture.catalogue.machine(named: "login@fixed"))?.definitionHash ?? "")",
        "  2 commands before, on both; different definitions: 19 parts, which 'signalbox compare' lists",
      ])
    let first = lines.firstIndex { $0.hasPrefix("  1  ") } ?? 0
    #expect(
      lines[first..<min(first + 3, lines.count)] == [
        "  1  login  - idle -> validating -> executing -> succeeded  + idle -> validating -> executing",
        "    tap login",
        "      ~ login  - idle -> validating -> executing -> succeeded",
      ], "\(lines)")
    #expect(!lines.contains("  where they stand"))
  }

  @Test("a script begins where both came to, and what they differ in there is told first")
  func opening() {
    var session = session("login@original", "set name aaaaaa", "set password $right", "tap login")
    let lines = session.shown("compare fixed")
    let stand = lines.firstIndex(of: "  where they stand") ?? 0
    #expect(
      lines[stand...].dropFirst().prefix(2) == ["    ~ login  - succeeded", "             + executing"], "\(lines)")
    #expect(
      lines.last
        == "  5 differences: breaking; everything before a difference was searched: 1 pair of states, 6 steps, 1 command deep"
        + "; behind differences laws were compared, in 1005 steps"
    )
  }

  @Test("a command that the other lacks is named with its reason, and left out")
  func absences() {
    var session = session("home@fixed", "send dismissed", "advance 100ms")
    let lines = session.shown("compare original 1")
    #expect(
      lines.contains(
        "  b cannot 'send dismissed': unknown input 'dismissed'; 'help' with a Tab lists the names of this machine"))
    #expect(lines.last?.hasPrefix("  4 differences: breaking; stopped by --depth 1: ") ?? false)
  }

  @Test("nothing is recorded and nothing changes")
  func silence() {
    var session = session("login@original", "set name aaaaaa", "record a")
    let before = session.state
    let reply = session.run("compare fixed 1")
    #expect(reply.echo == nil && reply.effects.isEmpty && reply.recordedLines.isEmpty && reply.mistake == nil)
    #expect(session.state == before)
  }

  @Test("what is no other variant is told with the nearest one")
  func mistakes() throws {
    var session = session("login@original", "set name aaaaaa")
    #expect(
      session.run("compare fxed").mistake
        == Mistake(column: 9, sentence: "unknown variant 'fxed'; did you mean 'fixed'?", code: "E1064"))
    for name in ["original", "login@original"] {
      #expect(
        session.run("compare \(name)").mistake
          == Mistake(
            column: 9, sentence: "'\(name)' is the open variant; name another; 'open' alone lists them",
            code: "E1046"))
    }
    #expect(session.run("compare fixed 0").mistake?.code == "E1038")
  }

  @Test("the other variants complete")
  func completion() {
    #expect(session("login@original").completion(for: "compare ", cursor: 8).candidates.map(\.text) == ["fixed"])
  }

  @Test("who watches can stop it: on the way to here nothing is told, later what was found")
  func stopped() {
    var session = session("login@original", "set name aaaaaa")
    session.watch = CommandWatch(isInterrupted: { true }, progress: { _ in })
    #expect(session.run("compare fixed").wasInterrupted)
    var fresh = self.session("login@original")
    fresh.watch = session.watch
    #expect(fresh.shown("compare fixed").joined().contains("interrupted: "))
  }
}
