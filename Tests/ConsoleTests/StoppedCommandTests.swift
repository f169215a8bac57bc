import Statecharts
import Testing
import ViewModels

@testable import Console

/// A command that is stopped keeps what it reached, as a command that leads there.
struct StoppedCommandTests {
  /// A watch that interrupts as soon as so many turns ran.
  private final class Switch: @unchecked Sendable {
    private let limit: Int
    private(set) var isOn: Bool
    private(set) var looks = 0

    init(afterTurns limit: Int) {
      self.limit = limit
      isOn = limit == 0
    }

    var watch: CommandWatch {
      CommandWatch {
        self.looks += 1
        return self.isOn
      } progress: { progress in
        if case .turns(let count, _) = progress, count >= self.limit { self.isOn = true }
      }
    }
  }

  private func session(_ machine: String, _ watch: CommandWatch? = nil, _ budget: CommandBudget = CommandBudget())
    -> Session
  {
    var session = Session(catalogue: Fixture.catalogue, options: SessionOptions(budget: budget))
    _ = session.run("open \(machine)")
    session.watch = watch
    return session
  }

  private func budget(_ part: CommandBudget.Part, _ limit: Int) -> CommandBudget {
    var budget = CommandBudget()
    budget[part] = limit
    return budget
  }

  @Test(
    "what was reached is what the echoed command leads to, in a fresh session, by undo and redo, and in a recording")
  func reached() throws {
    var session = session("home@fixed", Switch(afterTurns: 300).watch)
    var file = RecordedFile()
    for line in ["advance 3s", "record a"] { file.perform(session.run(line).effects) }
    let reply = session.run("advance 600m")
    file.perform(reply.effects)
    let echo = try #require(reply.echo)
    let stop = try #require(reply.stop)
    let clock = try #require(session.snapshot?.time)
    #expect(stop.reason == .interrupted && stop.kept == echo)
    #expect(echo == "advance \(VirtualDuration(milliseconds: clock - 3_000))")
    #expect(clock > 3_000 && clock < 36_000_000)
    var other = self.session("home@fixed")
    _ = other.runFromFile("advance 3s")
    let again = other.runFromFile(echo)
    #expect(again.lines == reply.lines && again.stop == nil)
    #expect(other.state == session.state)
    session.watch = nil
    let state = session.state
    #expect(file.entries == session.recordedEntries(.free))
    for line in ["undo", "redo"] { file.perform(session.run(line).effects) }
    #expect(session.state == state && file.entries == session.recordedEntries(.free))
  }

  @Test("a stop says where the clock stands, what counts as done and what waits")
  func sentence() throws {
    var session = session("home@fixed", nil, budget(.turns, 100))
    let stop = try #require(session.run("advance 600m").stop)
    let scene = try #require(session.run?.scene)
    let work = scene.machine.work(of: scene.snapshot).count
    let clock = VirtualDuration(milliseconds: scene.snapshot.time)
    #expect(
      stop.sentence == "limit turns of 100 reached after \(stop.turns) turns, the clock at \(clock.readable); "
        + "the part that ran is kept as 'advance \(clock)', and \(work) piece of work waits; "
        + "'--limit turns=N' allows more")
    #expect(stop.code == "E3301" && stop.turns >= 100)
  }

  @Test(
    "each budget stops an endless command, and its echo runs whole under the same budget",
    arguments: CommandBudget.Part.allCases)
  func budgets(_ part: CommandBudget.Part) throws {
    let budget = budget(part, [.turns: 300, .output: 5_000, .memory: 1][part] ?? 1)
    var session = session("home@fixed", nil, budget)
    let reply = session.run("advance 9223372036854775ms")
    let stop = try #require(reply.stop)
    #expect(stop.reason == .exhausted(part, limit: budget[part]))
    #expect(stop.sentence.contains("'\(part.option)'"))
    var other = self.session("home@fixed", nil, budget)
    let again = other.runFromFile(try #require(reply.echo))
    #expect(again.stop == nil && again.lines == reply.lines)
    #expect(other.state == session.state)
  }

  @Test("time that is held back stops where time that passes would")
  func held() throws {
    var session = session("home@fixed", nil, budget(.turns, 300))
    let echo = try #require(session.run("hold advance 600m").echo)
    #expect(echo.hasPrefix("advance "))
    var other = self.session("home@fixed")
    _ = other.runFromFile(echo)
    #expect(other.state == session.state)
  }

  @Test("typing and erasing stop between two edits")
  func edits() throws {
    var session = session("login@fixed", Switch(afterTurns: 100).watch)
    let typed = session.run("type name \"\(String(repeating: "ab", count: 1_000))\"")
    let echo = try #require(typed.echo)
    #expect(typed.stop?.reason == .interrupted && echo.utf8.count < 400 && echo.hasPrefix("type name \"abab"))
    session.watch = Switch(afterTurns: 100).watch
    let erased = session.run("erase name 1000000")
    #expect(erased.stop?.reason == nil || (erased.echo ?? "").hasPrefix("erase name "))
    var other = self.session("login@fixed")
    for line in [echo, try #require(erased.echo)] { _ = other.runFromFile(line) }
    #expect(other.state == session.state)
  }

  @Test("a secret that is half typed is taken back, and named nowhere")
  func secret() throws {
    var session = session("login@fixed", Switch(afterTurns: 100).watch)
    let before = session.state
    let reply = session.run("type password \"\(String(repeating: "hunter", count: 200))\"")
    #expect(reply.stop?.kept == nil && reply.stop?.reason == .interrupted)
    #expect(reply.echo == nil && reply.lines.isEmpty && reply.effects.isEmpty)
    #expect(reply.stop.map { !$0.sentence.contains("hunter") } ?? false)
    #expect(session.state == before)
  }

  @Test("an instant that does not end is taken back")
  func endless() {
    var session = Session(catalogue: Catalogue([Spinning.machine]))
    _ = session.run("open spinning")
    let before = session.prompt
    let interrupt = Switch(afterTurns: 0)
    session.watch = interrupt.watch
    let reply = session.run("send spin")
    #expect(reply.stop?.reason == .interrupted && reply.stop?.kept == nil)
    #expect(reply.echo == nil && session.prompt == before && session.run("undo").mistake?.code == "E1050")
    // It was asked often, and not once more than was needed.
    #expect((2...24).contains(interrupt.looks))
    session.watch = nil
    #expect(session.run("send spin").recordedLines.contains { $0.hasPrefix("limit turnsPerInstant") })
    #expect(session.run("send spin").recordedLines.map { $0.hasPrefix("refused spin: the model crashed: ") } == [true])
  }

  @Test("'trace' stops too, and shows of a long command no more than its first turns")
  func trace() throws {
    var session = session("home@fixed", nil, budget(.turns, TraceText.turnsOfCommand + 500))
    _ = session.run("advance 600m")
    let lines = session.shown("trace")
    #expect(lines.count { $0.contains(" more; 'trace FILE' saves them all)") } == 1)
    session.watch = Switch(afterTurns: 0).watch
    #expect(session.run("trace").mistake?.sentence == "stopped; nothing changed")
  }

  @Test("what runs commands again stops too, and leaves the session, its cases and its recording as they were")
  func again() throws {
    var session = session("login@fixed")
    for index in 0..<20 { _ = session.run("set name \"first\(index)\"") }
    _ = session.run("case second")
    for index in 0..<300 { _ = session.run("set name \"a\(index)\"") }
    _ = session.run("undo 5")
    _ = session.run("record a.transcript")
    let state = session.state
    let entries = session.recordedEntries(.free)
    let cases = session.shown("cases")
    session.watch = Switch(afterTurns: 0).watch
    var stopped = 0
    for line in (1...290).map({ "undo \($0)" }) + ["redo", "switch #1", "save b", "record b", "trace b", "trace"] {
      var tried = session
      let reply = tried.run(line)
      guard reply.wasInterrupted else { continue }
      stopped += 1
      #expect(reply.mistake == Mistake(.stopped) && reply.effects.isEmpty && reply.lines.isEmpty)
      tried.watch = nil
      #expect(tried.state == state && tried.shown("cases") == cases, "\(line)")
      #expect(tried.recordedEntries(.free) == entries)
      #expect(tried.run("redo").mistake == nil && tried.run("redo 4").mistake == nil)
    }
    // Most states far back are found by running commands again, and so is everything behind them.
    #expect(stopped > 100 && stopped < 296)
  }

  @Test("a command that nobody interrupts is what it was")
  func whole() {
    var watched = session("login@fixed", Switch(afterTurns: .max).watch)
    var plain = session("login@fixed")
    for line in LawTests.commands + ["advance 1s", "advance 100s"] {
      #expect(watched.shown(line) == plain.shown(line))
    }
    #expect(watched.state == plain.state)
  }
}

/// A machine that posts to itself without end.
private struct Spinning: ViewModel {
  struct Model: ModelType {}

  let spin = Input()
  let again: Handler<> = Handler { $0.post(Spinning.again) }

  var chart: Chart { Region("spinning") { State("idle") { On(spin) { $0.post(again) } } } }

  static let machine = Machine(Spinning.self, name: "spinning", variant: "test", summary: "never comes to rest")
}
