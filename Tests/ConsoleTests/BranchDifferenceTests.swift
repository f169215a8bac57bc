import Differences
import SeededRandom
import Testing

@testable import Console

/// What `diff BRANCH` tells of two branches of a case.
@Suite("Differences of branches")
struct BranchDifferenceTests {
  /// Two ways to submit: a wrong password on branch 1, no network on branch 2.
  private func twoBranches() -> Session {
    Fixture.login(
      "set name aaaaaa", "set password $wrong", "tap login", "advance", "undo 2",
      #"service authenticate error "offline" once"#,
      "tap login", "advance")
  }

  @Test("causes come first, the present branch is a, and what both begin with is not compared")
  func causes() {
    var session = twoBranches()
    #expect(
      session.shown("diff 1") == [
        "  - a  branch 2, here  5 commands",
        "  + b  branch 1        4 commands",
        "  2 commands in common, not compared; steps are counted from there",
        "  different stimuli: 3 (a), 2 (b)",
        "  ",
        #"  1  only a has the stimulus: service authenticate error "offline" once"#,
        #"     (step 1 (a): service authenticate error "offline" once)"#,
        "  2  login  - executing -> error  + executing -> failed  (step 3 (a), 2 (b): advance; 1 more with it)",
        #"  3  alert.message  - "offline"  + "用户名或密码错误"  (step 3 (a), 2 (b): advance)"#,
        "  only a has: error",
        "  only b has: fail",
        "  ",
        "  6 differences in 2 steps (1 stimulus, 1 transition, 1 request, 2 value, 1 text): breaking",
      ])
    _ = session.run("switch 1")
    #expect(
      session.shown("diff 2").contains(
        "  2  login  - executing -> failed  + executing -> error  (step 2 (a), 3 (b): advance; 1 more with it)"))
  }

  @Test("the way to where the session stands counts, and not what was undone")
  func undone() {
    var session = twoBranches()
    _ = session.run("undo 2")
    #expect(
      session.shown("diff 1").prefix(4) == [
        "  - a  branch 2, here  3 commands",
        "  + b  branch 1        4 commands",
        "  2 commands in common, not compared; steps are counted from there",
        "  different stimuli: 1 (a), 2 (b)",
      ])
  }

  @Test("branches that do the same are identical, also when nothing is common and the app is opened again")
  func identical() {
    var session = Fixture.login("restart", "set name a", "undo 2", "restart", "set name a", "branch twice")
    #expect(
      session.shown("diff 1") == [
        "  - a  branch twice, here  2 commands",
        "  + b  branch 1            2 commands",
        "  no command in common",
        "  same stimuli: 2",
        "  ",
        "  no differences in 2 stimuli: identical",
      ])
  }

  @Test("a restart behind the fork is a step of its own")
  func restart() {
    var session = Fixture.login("set name a", "set name b", "undo", "restart")
    #expect(session.shown("diff 1").contains("  different stimuli: 1 (a), 1 (b)"))
  }

  @Test("as many differences are told as whole traces of both branches have", arguments: 0..<8)
  func law(_ seed: Int) throws {
    var random = SplitMix64(seed: seed)
    var session = Fixture.login()
    for _ in 0..<12 { _ = session.run(random.pick(LawTests.commands)) }
    _ = session.run("undo 6")
    for _ in 0..<8 { _ = session.run(random.pick(LawTests.commands)) }
    var other = session
    _ = other.run("switch 1")
    let whole = TraceDifference(from: try #require(session.trace), to: try #require(other.trace))
    let told = try #require(session.run("diff 1").lines.last)
    guard !whole.findings.isEmpty else { return }
    let counts = DifferencePrinter().causes([whole]).last.map { String($0.dropLast("; '--all' lists them".count)) }
    #expect(told == .talk(counts ?? ""))
  }

  @Test("secrets are not shown")
  func secrets() {
    var session = Fixture.login("set password hunter2", "undo", "set password $right")
    let lines = session.shown("diff 1")
    #expect(lines.contains { $0.contains("set password") } && !lines.contains { $0.contains("hunter2") }, "\(lines)")
  }

  @Test("nothing is recorded and nothing changes")
  func silence() {
    var session = twoBranches()
    _ = session.run("record a")
    let before = session.state + session.shown("branches")
    let reply = session.run("diff 1")
    #expect(reply.echo == nil && reply.effects.isEmpty && reply.recordedLines.isEmpty && reply.mistake == nil)
    #expect(session.state + session.shown("branches") == before)
  }

  @Test("what cannot be compared is told in a sentence with its cure")
  func mistakes() {
    var alone = Fixture.login("set name a")
    #expect(
      alone.run("diff 1").mistake
        == Mistake(
          column: 1, sentence: "this case has no second branch; 'undo' and then another command begin one",
          code: "E1059"))
    var session = twoBranches()
    _ = session.run("branch offline")
    #expect(
      session.run("diff offline").mistake
        == Mistake(
          column: 6, sentence: "'offline' is the current branch; name another; 'branches' lists them",
          code: "E1045"))
    #expect(session.run("diff 2").mistake?.code == "E1045")
    #expect(
      session.run("diff 7").mistake
        == Mistake(
          column: 6, sentence: "unknown branch '7'; 'branches' lists the branches, 'cases' the cases", code: "E1028"))
    #expect(
      session.run("diff").mistake?.sentence == "'diff' needs a branch; write 'diff BRANCH'")
  }

  @Test("the other branches complete")
  func completion() {
    let session = twoBranches()
    #expect(session.completion(for: "diff ", cursor: 5).candidates == [.init("1", note: "4 commands")])
    #expect(Fixture.login().completion(for: "diff ", cursor: 5).candidates.isEmpty)
  }

  @Test("who watches can stop it, and nothing changes")
  func stopped() {
    var session = twoBranches()
    let before = session.state
    session.watch = CommandWatch(isInterrupted: { true }, progress: { _ in })
    let reply = session.run("diff 1")
    #expect(reply.wasInterrupted && reply.lines.isEmpty)
    session.watch = nil
    #expect(session.state == before)
  }
}
