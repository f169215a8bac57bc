import SeededRandom
import Statecharts
import Testing
import Traces
import ViewModels

@testable import Console

struct TraceTests {
  @Test("a trace folds to where the machine stands, over restarts and branches", arguments: 0..<10)
  func folds(_ seed: Int) throws {
    var random = SplitMix64(seed: seed)
    var session = Fixture.login()
    for _ in 0..<60 { _ = session.run(random.pick(LawTests.commands + ["undo", "redo", "switch 1"])) }
    let trace = try #require(session.trace)
    let scene = try #require(session.run?.scene)
    let fields = scene.fields.filter { !$0.isInternal }.map { Member($0.path, $0.value) }
    #expect(trace.mismatches(finalFields: fields) == [])
    #expect(try TraceFile.decode(Array(TraceFile.encode(trace).utf8)).end == trace.end)
  }

  @Test("the file of a trace is the trace, over commands of many pieces")
  func file() throws {
    var session = Session(catalogue: Fixture.catalogue)
    for line in ["open home@fixed", "advance 400s", "restart", "tap nothing", "advance 300s"] { _ = session.run(line) }
    let trace = try #require(session.trace)
    #expect(trace.turns.count > 3 * CommandRun.turnsOfPiece && trace.mismatches() == [])
    let reply = session.run("trace a.trace.jsonl")
    #expect(reply.effects == [.save(SavedFile(.trace, "a.trace.jsonl", text: TraceFile.encode(trace)))])
  }

  @Test("blame shows the commands that set a field or moved a region, and what caused the turns")
  func blame() {
    var session = Fixture.login("set name aaaaaa", "set name bbbbbb", "set password $wrong", "tap login", "advance")
    #expect(
      session.shown("blame name") == [
        #"  1> set name "aaaaaa""#, #"    name "" -> "aaaaaa""#, #"  2> set name "bbbbbb""#,
        #"    name "aaaaaa" -> "bbbbbb""#,
      ])
    #expect(
      session.shown("blame loginEnabled").suffix(3) == [
        "  3> set password $wrong", "    password <secret> changed", "    loginEnabled false -> true",
      ])
    #expect(
      session.shown("blame login") == [
        "  opened", "    login idle", "  4> tap login", "    login idle -> validating -> executing", "  5> advance",
        "    at 1s, reply fail authenticate:", "      login executing -> failed",
      ])
    #expect(session.shown("blame nam") == ["7: unknown field 'nam'; did you mean 'name'?"])
    _ = session.run("jump 0")
    #expect(session.shown("blame name") == ["  no command has set name"])
  }

  @Test("blame shows the last commands, and says how many there were before")
  func longBlame() {
    var session = Fixture.login()
    for number in 1...TraceText.longest + 2 { _ = session.run("set name \(number.isMultiple(of: 2) ? "a" : "b")") }
    let lines = session.shown("blame name")
    #expect(lines.first == "  (2 commands before)" && lines[1] == #"  3> set name "b""#)
    #expect(lines.count == 1 + 2 * TraceText.longest)
  }

  @Test("the trace shows each command with what followed from it")
  func shown() {
    var session = Fixture.login("set name aaaaaa", "set password $wrong", "tap login", "advance")
    let lines = session.shown("trace")
    let start = lines.firstIndex(of: "  4> advance")
    #expect(lines.first == "  opened" && lines.contains(#"  1> set name "aaaaaa""#))
    #expect(
      start.map { Array(lines[$0...].prefix(4)) } == [
        "  4> advance", "    at 1s, reply fail authenticate:", #"      reply authenticate fail "用户名或密码错误""#,
        "      login executing -> failed",
      ])
  }
}
