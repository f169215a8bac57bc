import Statecharts

extension Machine {
  /// The canonical definition, with code represented by its name. Display texts and `environment` are omitted,
  /// because a run does not depend on them; alert buttons keep their titles, because stimuli use them.
  static func description(_ templates: [DefinedTemplate], _ screens: [MachinePage]) -> Value {
    var members = [
      Member("templates", .list(templates.filter { !$0.template.isInternal }.map(description))),
      Member("screens", .list(screens.map { .list([.string($0.template.text), $0.screen.description]) })),
    ]
    if templates.contains(where: \.readsClock) { members.append(Member("clock", true)) }
    return .record(members)
  }

  private static func description(_ defined: DefinedTemplate) -> Value {
    let template = defined.template
    return [
      "name": .string(template.name.text),
      "fields": .list(template.fields.map { .list([.string($0.name.text), .bool($0.isSecret), kind(of: $0)]) }),
      "subjects": .list(template.subjects.map { .string($0.text) }),
      "inputs": .list(defined.inputs.map { .string($0.name.text) }),
      "chart": template.chart.map { description($0.chart) } ?? .null,
      "properties": .list(template.monitors.map { .list([$0.name.value, .string($0.moment.title)]) }),
      "services": .list(defined.services.map { description($0.definition) }),
    ]
  }

  private static func description(_ service: ServiceDefinition) -> Value {
    .list(
      [.string(service.name.text), .int(service.delay)] + (service.timeout.map { [.int($0.delay)] } ?? [])
        + (service.instance.map { [.string($0.text)] } ?? []))
  }

  private static func kind(of field: FieldDefinition) -> Value {
    switch field.kind {
    case .stored: "stored"
    case .computed: "computed"
    case .derived(let sources): .list(sources.map(\.value))
    }
  }

  // MARK: Charts

  private static func description(_ chart: ChartDefinition) -> Value {
    [
      "parallel": .bool(chart.isParallel), "initial": .list(chart.initial.map(\.value)),
      "states": .list(chart.states.map(description)),
    ]
  }

  private static func description(_ state: ChartDefinition.State) -> Value {
    [
      "name": state.name.value, "kind": .string(state.kind.title), "initial": .list(state.initial.map(\.value)),
      "transitions": .list(state.transitions.map(description)),
      "invokes": .list(state.invocations.map(description)), "states": .list(state.children.map(description)),
    ]
  }

  private static func description(_ transition: ChartDefinition.Transition) -> Value {
    let trigger: Value =
      switch transition.trigger {
      case .event(let name): .string(name)
      case .always: .bool(true)
      case .after(let delay): .int(delay)
      }
    return [
      "trigger": trigger, "to": .list(transition.targets.map(\.value)),
      "guard": transition.guardCondition.map { $0.name.value } ?? .null, "internal": .bool(transition.isInternal),
    ]
  }

  private static func description(_ invocation: ChartDefinition.Invocation) -> Value {
    .list([
      .bool(invocation.kind == .machine), invocation.name.value, invocation.id.value,
      .bool(invocation.forwardsEvents),
    ])
  }
}

extension ChartDefinition.State.Kind {
  var title: String {
    switch self {
    case .atomic: "atomic"
    case .compound: "compound"
    case .parallel: "parallel"
    case .final: "final"
    case .shallowHistory: "shallow history"
    case .deepHistory: "deep history"
    }
  }
}

extension Monitor.Moment {
  var title: String {
    switch self {
    case .turn: "turn"
    case .rest: "rest"
    case .stillness: "stillness"
    }
  }
}
