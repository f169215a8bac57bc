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
    chart: ChartDefinition([on, off]), model: InitialModel(0))

  private static var on: ChartDefinition.State {
    var on = ChartDefinition.State(
      "on", .parallel,
      children: [ChartDefinition.State("history", .deepHistory), region("x", "a"), region("y", "b"), region("z", "c")])
    on.transitions = [ChartDefinition.Transition(.event("power"), to: ["off"])]
    return on
  }

  private static var off: ChartDefinition.State {
    var off = ChartDefinition.State("off")
    off.transitions = [ChartDefinition.Transition(.event("power"), to: ["history"])]
    return off
  }

  private static func region(_ name: Name, _ event: String) -> ChartDefinition.State {
    let leaf = { (state: String, next: String, toggled: String, actions: [Code]) in
      var leaf = ChartDefinition.State("\(name)\(state)")
      leaf.transitions = [
        ChartDefinition.Transition(.event(event), to: ["\(name)\(next)"], actions: actions),
        ChartDefinition.Transition(.event("t"), to: ["\(name)\(toggled)"]),
      ]
      return leaf
    }
    return ChartDefinition.State(
      name,
      children: [
        ChartDefinition.State(
          "\(name)1",
          children: [
            ChartDefinition.State(
              "\(name)11",
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
