import SeededRandom
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
        #"    1        3 commands  set name "c"  forks after 1"#, #"  * 2  第二  2 commands  set name "d""#,
      ])
    #expect(session.shown("switch 1") == ["  on branch 1, after 3 commands"])
    #expect(session.shown("undo") == [#"  undone: set name "c""#])
    #expect(session.shown("switch 第二") == ["  on branch 第二, after 2 commands"])
    #expect(session.prompt == "3 login@fixed 0ms> ")
  }

  @Test("a jump stands after the command of a number, undone or not, or at the start")
  func jumps() {
    var session = Fixture.login("set name a", "set name b", "set name c")
    #expect(session.shown("jump 1") == [#"  after command 1: set name "a""#])
    #expect(session.prompt == "2 login@fixed 0ms> ")
    #expect(session.shown("jump 3") == [#"  after command 3: set name "c""#])
    #expect(session.shown("jump 0") == ["  at the start"])
    #expect(session.shown("jump 4") == ["6: this branch has 3 commands; write 'jump 3' for its end"])
    #expect(
      session.shown("jump there") == [
        "6: '...' is neither a number nor 'when'; write 'jump 3' or 'jump when EXPRESSION'"
      ])
    #expect(session.prompt == "1 login@fixed 0ms> ")
  }

  @Test("'undo COMMAND' takes back the last command that begins so, and all behind it")
  func undoByName() {
    var session = Fixture.login("set name a", "set name b", "set password $right", "state")
    #expect(session.shown("undo set name") == ["  2 commands undone"])
    #expect(session.prompt.hasPrefix("2 "))
    #expect(session.shown("redo 2").count == 1)
    #expect(session.shown("undo set password") == ["  undone: set password $right"])
    #expect(session.run("undo tap").mistake?.sentence == "no command on this path begins like this; 'trace' lists them")
    #expect(session.run("undo 2x").mistake != nil)
    #expect(session.prompt.hasPrefix("3 "))
  }

  @Test("undo finds a held command by what it holds as well")
  func undoHeld() {
    var session = Fixture.login("set name aaaaaa", "set password $right", "hold tap login", "settle")
    #expect(session.shown("undo tap") == ["  2 commands undone"])
    #expect(session.shown("redo 2") == ["  2 commands redone"])
    #expect(session.shown("undo hold") == ["  2 commands undone"])
  }

  @Test("a jump finds the first or the last command behind which an expression holds, on the whole branch")
  func jumpsWhere() {
    var session = Fixture.login(
      "set name aaaaaa", "set password $wrong", "tap login", "advance", "dismiss", "tap login", "undo 3")
    #expect(session.shown("jump when login = executing") == ["  after command 3: tap login"])
    #expect(session.shown("jump last when login = executing") == ["  after command 6: tap login"])
    #expect(session.shown("jump when loginEnabled") == ["  after command 2: set password $wrong"])
    #expect(session.shown(#"jump when name = """#) == ["  at the start"])
    #expect(
      session.shown("jump when login = succeeded") == [
        "  this never holds on this branch: login = succeeded"
      ])
    #expect(session.shown("jump when nam = nil") == ["11: unknown field, region or state 'nam'; did you mean 'name'?"])
    #expect(
      session.shown("jump last name = nil") == [
        "11: 'name' is neither a number nor 'when'; write 'jump 3' or 'jump when EXPRESSION'"
      ])
    #expect(session.prompt == "1 login@fixed 0ms> ")
  }

  @Test("a recording follows a jump back and forth")
  func recordsJumps() {
    func recorded(_ lines: [String]) -> String {
      var file = RecordedFile()
      var session = Fixture.login()
      for line in ["record a.t"] + lines { file.perform(session.run(line).effects) }
      return file.text
    }
    let direct = recorded(["set name a", "set name b"])
    #expect(recorded(["set name a", "set name b", "set name c", "jump 1", "jump 3", "jump 2"]) == direct)
    #expect(direct.contains("set name"))
  }

  @Test("undo, redo and switch are exact, over snapshots that are kept and those that are not", arguments: 0..<2)
  func exact(_ seed: Int) {
    var random = SplitMix64(seed: seed)
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
