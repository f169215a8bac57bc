@testable import Statecharts

extension Simulation {
  /// A root with the fields `x` and `y`, the subjects `a`, `b`, `c` and `log`, and one wiring, `probe`, whose
  /// events are said. The wirings `a`, `b`, `c` are the subjects as signals that can be sent.
  static func probe(
    wirings: [WiringDefinition] = [], _ plan: @escaping @Sendable (InstanceID) -> SignalPlan
  ) -> Simulation {
    let subjects = ["a", "b", "c"].enumerated().map { index, name in
      WiringDefinition(name) { Link(.subject($0[0].target!, port: 2 + index), to: .say("unheard")) }
    }
    return Simulation(
      Program(
        templates: [
          .slots("root", [.hidden("x"), .hidden("y")], subjects: ["a", "b", "c", "log"]),
          .slots("leaf", [.hidden("total"), .hidden("next")]),
        ],
        wirings: [WiringDefinition("probe") { Link(plan($0[0].target!), to: .say()) }] + subjects + wirings,
        handlers: [.say]))
  }

  /// What a plan sends that needs no events.
  static func sent(_ plan: SignalPlan) -> [String] {
    var simulation = probe { _ in plan }
    simulation.start()
    return simulation.said()
  }
}

extension SignalPlan {
  /// The subjects of a probe.
  static func a(_ me: InstanceID) -> SignalPlan { .subject(me, port: 2) }
  static func b(_ me: InstanceID) -> SignalPlan { .subject(me, port: 3) }
  static func c(_ me: InstanceID) -> SignalPlan { .subject(me, port: 4) }
  /// Some values, then completion.
  static func list(_ values: Value...) -> SignalPlan { .concat(values.map(SignalPlan.just)) }

  /// Calls a handler before a value or the completion is passed on. The root runs the code.
  func perform(next: HandlerValue, completed: HandlerValue? = nil) -> SignalPlan {
    run(InstanceID(0), "doNext:") { turn, _, event in
      switch event {
      case .next(let value): turn.call(next, value)
      case .error: break
      case .completed: if let completed { turn.call(completed) }
      }
    }
  }
}

extension Value {
  /// A signal that is sent: a wiring of the root's.
  static func sending(_ wiring: Name, _ me: InstanceID = InstanceID(0)) -> Value {
    .signal(.wiring(wiring, [.reference(me)]))
  }
}
