@testable import Statecharts

extension ChartDefinition.State {
  func initial(_ names: Name...) -> ChartDefinition.State { with { $0.initial = names } }
  func on(
    _ event: Name, to targets: Name..., when guardCondition: ChartDefinition.Guard? = nil, say text: String? = nil
  )
    -> ChartDefinition.State
  {
    with { $0.transitions.append(.init(.event(event.text), to: targets, when: guardCondition, actions: say(text))) }
  }
  func onInternal(_ event: Name, to targets: Name..., say text: String? = nil) -> ChartDefinition.State {
    with {
      var transition = ChartDefinition.Transition(.event(event.text), to: targets, actions: say(text))
      transition.isInternal = true
      $0.transitions.append(transition)
    }
  }
  func always(to targets: Name..., when guardCondition: ChartDefinition.Guard? = nil, say text: String? = nil)
    -> ChartDefinition.State
  {
    with { $0.transitions.append(.init(.always, to: targets, when: guardCondition, actions: say(text))) }
  }
  func after(
    _ delay: Int, to target: Name, when guardCondition: ChartDefinition.Guard? = nil, say text: String? = nil
  )
    -> ChartDefinition.State
  {
    with { $0.transitions.append(.init(.after(delay), to: [target], when: guardCondition, actions: say(text))) }
  }
  /// The default of a history state.
  func otherwise(_ target: Name, say text: String? = nil) -> ChartDefinition.State {
    with { $0.transitions.append(.init(.always, to: [target], actions: say(text))) }
  }
  func invoke(_ service: Name) -> ChartDefinition.State { with { $0.invocations.append(.init(service)) } }
  func entry(_ code: @escaping Code) -> ChartDefinition.State { with { $0.onEntry.append(code) } }
  func exit(_ code: @escaping Code) -> ChartDefinition.State { with { $0.onExit.append(code) } }

  /// Says `+NAME` on entry and `-NAME` on exit, and so do all states below.
  var told: ChartDefinition.State {
    var state = with {
      let name = $0.name
      $0.onEntry.append { turn, _, _ in turn.say("+\(name)") }
      $0.onExit.append { turn, _, _ in turn.say("-\(name)") }
    }
    state.children = state.children.map { $0.kind == .shallowHistory || $0.kind == .deepHistory ? $0 : $0.told }
    return state
  }

  private func say(_ text: String?) -> [Code] {
    guard let text else { return [] }
    return [{ turn, _, _ in turn.say(text) }]
  }

  private func with(_ change: (inout ChartDefinition.State) -> Void) -> ChartDefinition.State {
    var state = self
    change(&state)
    return state
  }
}

extension ChartDefinition.Guard {
  /// Whether the root's field is true.
  static func field(_ name: Name) -> ChartDefinition.Guard {
    ChartDefinition.Guard(name, reads: [name]) { turn, me, _ in turn.read(me, name) == true }
  }
}

extension Simulation {
  /// A machine with a chart, a field `ok`, and a `log`.
  init(
    _ states: [ChartDefinition.State], isParallel: Bool = false, services: [ServiceDefinition] = [],
    limits: Limits = Limits()
  ) {
    self.init(
      Program(
        templates: [
          .slots(
            "root", [.hidden("ok", false)], subjects: ["log"], chart: ChartDefinition(isParallel: isParallel, states))
        ],
        handlers: [.say], services: services, limits: limits))
  }
}
