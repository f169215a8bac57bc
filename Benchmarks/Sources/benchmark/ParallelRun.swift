import CYardsticks
import Statecharts

/// W2: three regions of depth three under one state, switched off and, through deep history, on again.
enum ParallelRun {
  static func byHand(_ events: Int) -> Int { run_parallel(events).count }

  static func onEngine(_ events: Int) -> Int {
    let program = Program(templates: [template])
    var kernel = Kernel(program, Snapshot())
    kernel.isRecording = false
    let root = kernel.open(template.name)
    let stimuli = program.stimuli(["a", "b", "c", "t", "a", "t", "power", "power", "b", "c"])
    var next = 0
    for _ in 0..<events {
      kernel.perform(stimuli[next], on: root)
      next = next == 9 ? 0 : next + 1
    }
    guard case .int(let count) = kernel.snapshot.read(root, port: 0, program) else { return -1 }
    return count
  }

  private static let template = Template(
    "Parallel",
    fields: [
      FieldDefinition(
        "count", read: { .int($0.load(as: Int.self)) },
        write: { model, value in
          guard case .int(let count) = value else { return false }
          model.storeBytes(of: count, as: Int.self)
          return true
        })
    ],
    chart: Chart([on, off]), model: InitialModel(0))

  private static var on: Chart.State {
    var on = Chart.State(
      "on", .parallel,
      children: [Chart.State("history", .deepHistory), region("x", "a"), region("y", "b"), region("z", "c")])
    on.transitions = [Chart.Transition(.event("power"), to: ["off"])]
    return on
  }

  private static var off: Chart.State {
    var off = Chart.State("off")
    off.transitions = [Chart.Transition(.event("power"), to: ["history"])]
    return off
  }

  private static func region(_ name: String, _ event: String) -> Chart.State {
    let leaf = { (state: String, next: String, toggled: String, actions: [Code]) in
      var leaf = Chart.State(name + state)
      leaf.transitions = [
        Chart.Transition(.event(event), to: [name + next], actions: actions),
        Chart.Transition(.event("t"), to: [name + toggled]),
      ]
      return leaf
    }
    return Chart.State(
      name,
      children: [
        Chart.State(
          name + "1",
          children: [
            Chart.State(
              name + "11",
              children: [leaf("111", "112", "112", []), leaf("112", "12", "111", [increment])]),
            leaf("12", "2", "111", []),
          ]),
        leaf("2", "111", "111", []),
      ])
  }

  private static let increment: Code = { turn, me, _ in
    guard case .int(let count) = turn.read(me, port: 0) else { return }
    turn.set(me, port: 0, to: .int(count + 1))
  }
}
