import Testing

@testable import Console

struct TimeTravelTests {
  @Test("a command after an undo keeps what was undone as a branch and says which")
  func branches() {
    var session = Fixture.login("set name a", "set name b", "set name c")
    #expect(session.shown("undo 2") == ["  2 commands undone"])
    #expect(
      session.shown("set name d") == [
        #"> set name "d""#, #"| name "a" -> "d""#, "  branch 1 is kept with its 3 commands; 'switch 1' returns to it",
      ])
    #expect(session.shown("branch 第二") == ["  this path is now called 第二"])
    #expect(
      session.shown("branches") == [
        #"    1        3 commands  set name "c""#, #"  * 2  第二  2 commands  set name "d""#,
      ])
    #expect(session.shown("switch 1") == ["  on branch 1, after 3 commands"])
    #expect(session.shown("undo") == [#"  undone: set name "c""#])
    #expect(session.shown("switch 第二") == ["  on branch 第二, after 2 commands"])
    #expect(session.prompt == "3 login@fixed 0ms> ")
  }

  @Test("undo, redo and switch are exact, over snapshots that are kept and those that are not", arguments: 0..<2)
  func exact(_ seed: Int) {
    var random = SplitMix(seed: seed)
    var session = Fixture.login()
    var states = [session.state]
    for _ in 0..<150 {
      let reply = session.run(random.pick(LawTests.commands))
      #expect(reply.mistake == nil)
      states.append(session.state)
    }
    for depth in [149, 130, 128, 127, 65, 64, 63, 1, 0] {
      var copy = session
      _ = copy.run("undo \(150 - depth)")
      #expect(copy.state == states[depth])
      _ = copy.run("redo \(150 - depth)")
      #expect(copy.state == states[150])
      _ = copy.run("undo \(150 - depth)")
      _ = copy.run("set name branched")
      _ = copy.run("switch 1")
      #expect(copy.state == states[150])
      _ = copy.run("switch 2")
      #expect(copy.prompt.hasPrefix("\(depth + 2) "))
    }
  }
}
