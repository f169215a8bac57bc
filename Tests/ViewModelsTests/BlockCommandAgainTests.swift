import Testing
import ViewModels

/// A view model whose command is executed again by who hears that it has ended, or cancelled by who hears its result.
struct Repeater: ViewModel {
  struct Model: ModelType {
    var command = Weak<BlockCommand>(nil)
    var isFixed = false
    /// What the blocks call back with, the next one first: `ok`, `error` or `fail` after a second, `now` at once.
    var script = ["ok", "ok"]
    var cancelsAtResult = false
  }

  let start = Input()
  let cancel = Input()

  let consume = Handler<BlockWork> { me, work in
    guard let end = me.script.first else { return }
    me.script.removeFirst()
    if end == "now" { work.done(me.turn, content: "c") } else { me.after(.seconds(1), Repeater.callBack, work, end) }
  }
  let callBack = Handler<BlockWork, String> { me, work, end in
    switch end {
    case "error": work.done(me.turn, error: "e")
    case "fail": work.done(me.turn, error: .failure("no"))
    default: work.done(me.turn, content: "c")
    }
  }
  let stopped = Handler { _ in }
  let hearIdle = Wiring<Ref<BlockCommand>> { me, command in
    command.changes(\.executing).filter { !$0 }.subscribe(me) { me, _ in
      if let command = me.command.ref, !me.script.isEmpty { me[command].execute() }
    }
  }
  let hearResults = Wiring<Ref<BlockCommand>> { me, command in
    command.changes(\.result).subscribe(me) { me, _ in
      if me.cancelsAtResult, let command = me.command.ref { me[command].cancel() }
    }
  }

  var chart: Chart {
    Uses(BlockCommand.self)
    Region("repeater") {
      On(start) { me in
        let command = me.makeBlockCommand(
          isFixed: me.isFixed, timeLimit: .seconds(5), at: "command", consume: consume, cancel: stopped)
        me.turn.keep(command.id)
        me.command = Weak(command)
        me.start(hearIdle, command)
        me.start(hearResults, command)
        me[command].execute()
      }
      On(cancel) { me in if let command = me.command.ref { me[command].cancel() } }
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
      effects.compactMap { if case .broken(let law) = $0 { law.text } else { nil } },
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
