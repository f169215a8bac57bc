import Testing
import ViewModels

/// A view model whose command is executed again by who hears that it has ended, or cancelled by who hears its result.
enum Repeater: ViewModel {
  struct Model: Sendable {
    var command = Weak<BlockCommand>(nil)
    var isFixed = false
    /// What the blocks call back with, the next one first: `ok`, `error` or `fail` after a second, `now` at once.
    var script = ["ok", "ok"]
    var cancelsAtResult = false
  }

  static let command = Field("command", \Model.command)
  static let isFixed = Field("isFixed", \Model.isFixed)
  static let script = Field("script", \Model.script)
  static let cancelsAtResult = Field("cancelsAtResult", \Model.cancelsAtResult)
  static let start = Input<Void>("start")
  static let cancel = Input<Void>("cancel")

  static let consume = Handler("consume") { (turn: borrowing TurnContext, value, me: Ref<Repeater>) in
    guard let work = BlockWork(value), let end = turn[me, script].first else { return }
    turn[me, script].removeFirst()
    if end == "now" { work.done(turn, content: "c") } else { turn.after(1_000, callBack(work, end)) }
  }
  static let callBack = Handler("callBack") { (turn: borrowing TurnContext, _, work: BlockWork, end: String) in
    switch end {
    case "error": work.done(turn, error: "e")
    case "fail": work.done(turn, error: .failure("no"))
    default: work.done(turn, content: "c")
    }
  }
  static let stopped = Handler("stopped") { (_: borrowing TurnContext, _, _: Ref<Repeater>) in }
  static let again = Handler("again") { (turn: borrowing TurnContext, _, me: Ref<Repeater>) in
    guard let command = turn[me, command].ref, !turn[me, script].isEmpty else { return }
    turn.execute(command)
  }
  static let hearResult = Handler("hearResult") { (turn: borrowing TurnContext, _, me: Ref<Repeater>) in
    if turn[me, cancelsAtResult], let command = turn[me, command].ref { turn.cancel(command) }
  }
  static let hearIdle = Wiring("hearIdle") { (me: Ref<Repeater>, command: Ref<BlockCommand>) in
    command.changes(BlockCommand.executing).filter { !$0 }.subscribe(next: again(me))
  }
  static let hearResults = Wiring("hearResults") { (me: Ref<Repeater>, command: Ref<BlockCommand>) in
    command.changes(BlockCommand.result).subscribe(next: hearResult(me))
  }

  static let definition = Definition<Repeater>(
    Model(), fields: [command, isFixed, script, cancelsAtResult], inputs: [start, cancel]
  ) {
    Uses(BlockCommand.self)
    Uses(consume, callBack, stopped, again, hearResult, hearIdle, hearResults)
    Region("repeater") {
      On(start) { me, _ in
        let command = me.turn.makeBlockCommand(
          isFixed: me[isFixed], timeLimit: .seconds(5), at: "command", consume: consume(me.me), cancel: stopped(me.me))
        me.turn.keep(command.id)
        me[Repeater.command] = Weak(command)
        me.start(hearIdle, me.me, command)
        me.start(hearResults, me.me, command)
        me.turn.execute(command)
      }
      On(cancel) { me, _ in if let command = me[command].ref { me.turn.cancel(command) } }
      State(.idle)
    }
  }
}

@Suite("A block command that is executed again when it ends")
struct BlockCommandAgainTests {
  private let machine = Machine(Repeater.self, name: "repeater", variant: "one", summary: "a repeater")

  /// Steps a repeater and collects its phases and what it broke.
  private func run(
    _ isFixed: Bool, _ script: [String], cancelsAtResult: Bool = false, _ stimuli: Stimulus...
  ) -> (phases: [String], executing: Value?, broken: [String], cancelled: Int) {
    var (snapshot, _) = machine.open()
    _ = machine.step(&snapshot, .assign(field: "isFixed", .bool(isFixed)))
    _ = machine.step(&snapshot, .assign(field: "script", .list(script.map(Value.string))))
    _ = machine.step(&snapshot, .assign(field: "cancelsAtResult", .bool(cancelsAtResult)))
    let effects = ([.send(input: "start", nil)] + stimuli).flatMap { stimulus in
      machine.step(&snapshot, stimulus).flatMap(\.effects)
    }
    return (
      // The first one is the entry.
      Array(effects.compactMap { if case .moved("command.phase", _, let to) = $0 { to } else { nil } }.dropFirst()),
      machine.field(at: "command.executing", of: snapshot)?.value,
      effects.compactMap { if case .broken(let law) = $0 { law } else { nil } },
      effects.count { if case .output("command.cancelled", _) = $0 { true } else { false } }
    )
  }

  private let begin = ["validating", "executing"]

  @Test("M13: an execution that begins when executing drops has the phase executing", arguments: [false, true])
  func inner(isFixed: Bool) {
    let first = run(isFixed, ["ok", "ok"], .advance(milliseconds: 1_500))
    #expect(first.phases == begin + ["succeeded"] + begin)
    #expect(first.executing == true && first.broken == [])
    let second = run(isFixed, ["ok", "ok"], .advance(milliseconds: 2_000))
    #expect(second.phases == begin + ["succeeded"] + begin + ["succeeded"])
    #expect(second.executing == false && second.broken == [])
  }

  @Test(
    "each end has the phase of its own result, though the next execution has ended already", arguments: [false, true])
  func ends(isFixed: Bool) {
    for (end, phase) in [("error", "error"), ("fail", "failed")] {
      let run = run(isFixed, [end, "now", "now"], .advance(milliseconds: 1_000))
      #expect(run.phases == begin + [phase] + begin + ["succeeded"] + begin + ["succeeded"])
      #expect(run.broken == [])
    }
  }

  @Test("an execution that begins when a cancel drops executing has the phase executing", arguments: [false, true])
  func cancelled(isFixed: Bool) {
    let run = run(isFixed, ["ok", "ok"], .advance(milliseconds: 300), .send(input: "cancel", nil))
    #expect(run.phases == begin + ["idle"] + begin)
    #expect(run.executing == true)
  }

  @Test("who cancels at the result cancels nothing in the fixed form: the execution has ended")
  func cancelledAtResult() {
    let fixed = run(true, ["ok"], cancelsAtResult: true, .advance(milliseconds: 1_000))
    #expect(fixed.cancelled == 0 && fixed.broken == [])
    #expect(fixed.phases == begin + ["succeeded"])
    let original = run(false, ["ok"], cancelsAtResult: true, .advance(milliseconds: 1_000))
    #expect(original.cancelled == 1 && original.broken != [])
  }
}
