import Testing
import ViewModels

/// A view model that follows by a block command whose block does what a script says.
struct Follower: ViewModel {
  struct Model: ModelType {
    var follow = Weak<BlockCommand>(nil)
    /// When the block calls back, in milliseconds, and with what.
    var script: [Int] = [1_000]
    var isError = false
    var isFixed = false
    var timeLimit: Int?
  }

  let follow = Field(\.follow, named: "command")
  let make = Input()
  let execute = Input<String>()
  let cancel = Input()
  let called = Subject<Value>()

  let consume = Handler<BlockWork> { me, work in
    me.emit(Follower.called, work.input)
    for delay in me.script {
      if delay < 0 { continue }
      if delay == 0 {
        work.done(me.turn, content: "c")
      } else {
        me.after(.milliseconds(delay), Follower.callBack, work)
      }
    }
  }
  let callBack = Handler<BlockWork> { me, work in
    if work.input == "both" { return work.done(me.turn, error: "e", content: "c") }
    if work.input == "neither" { return work.done(me.turn) }
    if work.input == "refused" { return work.done(me.turn, error: .failure("no")) }
    if me.isError { work.done(me.turn, error: "e") } else { work.done(me.turn, content: "c") }
  }
  let cancelHandler = Handler { _ in }

  var chart: Chart {
    Uses(BlockCommand.self)
    Region("follower") {
      On(make) { me in
        let command = me.makeBlockCommand(
          isFixed: me.isFixed, timeLimit: me.timeLimit.map { .milliseconds($0) }, at: "follow", consume: consume,
          cancel: cancelHandler)
        me.turn.keep(command.id)
        me.model.follow = Weak(command)
      }
      On(execute) { me, input in if let command = me.model.follow.ref { me[command].execute(.string(input)) } }
      On(cancel) { me in if let command = me.model.follow.ref { me[command].cancel() } }
      State(.idle)
    }
  }
}

@Suite("The block command")
struct BlockCommandTests {
  private let machine = Machine(Follower.self, name: "follower", variant: "one", summary: "a follower")

  /// What a script of acts shows, each with its time, and which laws it broke.
  private struct Run {
    var said: [String] = []
    var broken: [String] = []
  }

  private enum Act {
    case execute(String)
    case cancel
    case advance(Int)
  }

  private func run(
    _ isFixed: Bool, _ script: [Int], isError: Bool = false, timeLimit: Int? = nil, _ acts: Act...
  ) -> Run {
    var (snapshot, _) = machine.open()
    _ = machine.step(&snapshot, .assign(field: "isFixed", .bool(isFixed)))
    _ = machine.step(&snapshot, .assign(field: "script", .list(script.map(Value.int))))
    _ = machine.step(&snapshot, .assign(field: "isError", .bool(isError)))
    _ = machine.step(&snapshot, .assign(field: "timeLimit", timeLimit.map(Value.int) ?? .null))
    _ = machine.step(&snapshot, .send(input: "make", nil))
    var run = Run()
    for act in acts {
      let stimulus: Stimulus =
        switch act {
        case .execute(let input): .send(input: "execute", .string(input))
        case .cancel: .send(input: "cancel", nil)
        case .advance(let milliseconds): .advance(milliseconds: milliseconds)
        }
      for turn in machine.step(&snapshot, stimulus) {
        run.said += turn.effects.compactMap { text($0).map { "\(turn.time) \($0)" } }
        run.broken += turn.effects.compactMap { if case .broken(let property) = $0 { property.text } else { nil } }
      }
    }
    return run
  }

  private func text(_ effect: Effect) -> String? {
    switch effect {
    case .set("follow.executing", _, let new): new == .bool(true) ? "executing" : "idle"
    case .set("follow.result", _, let new): new["error"] == .null ? "content" : "error"
    case .output("called", let value): "called \(String(value) ?? "")"
    case .output("follow.cancelled", _): "cancelled"
    default: nil
    }
  }

  private let late = "follow: the command has no result after it was cancelled"
  private let alone = "follow: the command has one execution at a time"
  private let executes = "follow: the command executes while something is in flight, and only then"
  private let oneEnd = "follow: every execution of the command ends in exactly one outcome, or is cancelled"
  private let idleCancel = "follow: cancel calls nobody while nothing is in flight"

  private let ambiguity: Name = "follow: a result is an error or a content, and not both"

  @Test("M1: executing, then the result, then executing drops", arguments: [false, true])
  func order(isFixed: Bool) {
    let run = run(isFixed, [1_000], .execute("a"), .advance(1_000))
    #expect(run.said == ["0 executing", "0 called a", "1000 content", "1000 idle"])
    #expect(run.broken == [])
  }

  @Test("M2: a second execute while it executes is silently ignored", arguments: [false, true])
  func ignored(isFixed: Bool) {
    let run = run(isFixed, [1_000], .execute("a"), .advance(500), .execute("b"), .advance(2_000))
    #expect(run.said == ["0 executing", "0 called a", "1000 content", "1000 idle"])
  }

  @Test("M3: a block that calls back at once does all of it in one step", arguments: [false, true])
  func synchronous(isFixed: Bool) {
    let run = run(isFixed, [0], .execute("a"))
    #expect(run.said == ["0 executing", "0 called a", "0 content", "0 idle"])
    #expect(run.broken == [])
  }

  @Test("M4: a block that fails sets the error", arguments: [false, true])
  func fails(isFixed: Bool) {
    #expect(run(isFixed, [10], isError: true, .execute("a"), .advance(10)).said.suffix(2) == ["10 error", "10 idle"])
  }

  @Test("its phases: a content is green, a failure yellow, an error red; a cancel leads back to idle")
  func phases() {
    var (snapshot, _) = machine.open()
    _ = machine.step(&snapshot, .assign(field: "isFixed", true))
    _ = machine.step(&snapshot, .send(input: "make", nil))
    var moves: [String] = []
    func act(_ stimulus: Stimulus) {
      for case .moved("follow.phase", _, let to) in machine.step(&snapshot, stimulus).flatMap(\.effects) {
        moves.append(to)
      }
    }
    act(.send(input: "execute", "a"))
    act(.advance(milliseconds: 1_000))
    act(.assign(field: "isError", true))
    act(.send(input: "execute", "b"))
    act(.advance(milliseconds: 1_000))
    act(.send(input: "execute", "c"))
    act(.send(input: "cancel", nil))
    act(.send(input: "execute", "refused"))
    act(.advance(milliseconds: 1_000))
    let begin = ["validating", "executing"]
    #expect(moves == begin + ["succeeded"] + begin + ["error"] + begin + ["idle"] + begin + ["failed"])
  }

  @Test("M5, HZ-C1: after a cancel the original still gets its result, the fixed one does not")
  func cancelled() {
    let original = run(false, [1_000], .execute("a"), .advance(300), .cancel, .advance(1_000))
    #expect(
      original.said == [
        "0 executing", "0 called a", "300 cancelled", "300 idle", "1000 content", "1000 idle",
      ])
    #expect(original.broken == [executes, oneEnd, late])
    let fixed = run(true, [1_000], .execute("a"), .advance(300), .cancel, .advance(1_000))
    #expect(fixed.said == ["0 executing", "0 called a", "300 cancelled", "300 idle"])
    #expect(fixed.broken == [])
  }

  @Test("M6, HZ-C4: cancel while idle calls the original's handler and does nothing to the fixed one")
  func idle() {
    let original = run(false, [1_000], .cancel)
    #expect(original.said == ["0 cancelled", "0 idle"])
    #expect(original.broken.contains(idleCancel))
    let fixed = run(true, [1_000], .cancel)
    #expect(fixed.said == [] && fixed.broken == [])
  }

  @Test("M9: done twice, the original sets its result twice, the fixed one once")
  func twice() {
    let original = run(false, [10, 20], .execute("a"), .advance(20))
    #expect(original.said.suffix(4) == ["10 content", "10 idle", "20 content", "20 idle"])
    #expect(original.broken == [oneEnd])
    let fixed = run(true, [10, 20], .execute("a"), .advance(20))
    #expect(fixed.said.suffix(2) == ["10 content", "10 idle"])
    #expect(fixed.broken == [])
  }

  @Test("HZ-C2: after a cancel the original runs a second time while the first is in flight")
  func doubled() {
    let acts: [Act] = [.execute("a"), .cancel, .execute("b"), .advance(2_000)]
    let original = run(false, [1_000], acts[0], acts[1], acts[2], acts[3])
    #expect(original.broken.contains(alone))
    #expect(run(true, [1_000], acts[0], acts[1], acts[2], acts[3]).broken == [])
  }

  @Test("M10, HZ-C3: what never calls back executes for ever; cancel recovers, and so does the fixed one's time limit")
  func never() {
    let original = run(false, [-1], .execute("a"), .advance(60_000), .execute("b"), .cancel, .execute("c"))
    #expect(
      original.said == [
        "0 executing", "0 called a", "60000 cancelled", "60000 idle", "60000 executing", "60000 called c",
      ])
    #expect(original.broken.first == oneEnd)
    let fixed = run(true, [-1], timeLimit: 5_000, .execute("a"), .advance(60_000))
    #expect(fixed.said == ["0 executing", "0 called a", "5000 error", "5000 idle"])
    #expect(fixed.broken == [])
  }

  @Test("M14, HZ-C5: an error and a content at once, or neither, are accepted verbatim and break a property")
  func ambiguous() {
    var (snapshot, _) = machine.open()
    _ = machine.step(&snapshot, .send(input: "make", nil))
    for (input, result) in [
      ("both", ["error": "e", "content": "c"]), ("neither", ["error": .null, "content": .null]),
    ] as [(Value, Value)] {
      _ = machine.step(&snapshot, .send(input: "execute", input))
      let effects = machine.step(&snapshot, .advance(milliseconds: 1_000)).flatMap(\.effects)
      #expect(effects.contains { if case .set("follow.result", _, result) = $0 { true } else { false } })
      #expect(machine.properties(of: snapshot).filter(\.isBroken).map(\.name) == [ambiguity])
    }
  }
}
