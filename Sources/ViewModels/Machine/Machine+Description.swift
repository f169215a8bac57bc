import Statecharts

extension Machine {
  /// Returns the canonical definition as a value: what a change of it would be seen by.
  static func description(_ templates: [DefinedTemplate], _ screens: [PageModel]) -> Value {
    var members = [
      Member("templates", .list(templates.filter { !$0.template.isInternal }.map(description))),
      Member("screens", .list(screens.map { .list([.string($0.template), $0.screen.description]) })),
    ]
    if templates.contains(where: \.readsClock) { members.append(Member("clock", true)) }
    return .record(members)
  }

  private static func description(_ defined: DefinedTemplate) -> Value {
    let template = defined.template
    return [
      "name": .string(template.name),
      "fields": .list(template.fields.map { .list([.string($0.name), .bool($0.isSecret), kind(of: $0)]) }),
      "subjects": .list(template.subjects.map(Value.string)),
      "inputs": .list(defined.inputs.map { .string($0.name) }),
      "states": .list((template.chart?.stateNames ?? []).map { .list([.string($0.name), .string($0.parent)]) }),
      "transitions": .list((template.chart?.transitionEntries ?? []).map(description)),
      "services": .list(defined.services.map { description($0.definition) }),
    ]
  }

  private static func description(_ service: ServiceDefinition) -> Value {
    .list(
      [.string(service.name), .int(service.delay)] + (service.timeout.map { [.int($0.delay)] } ?? [])
        + (service.instance.map { [.string($0)] } ?? []))
  }

  private static func kind(of field: FieldDefinition) -> Value {
    switch field.kind {
    case .stored: "stored"
    case .computed: "computed"
    case .derived(let sources): .list(sources.map(Value.string))
    }
  }

  private static func description(_ transition: ChartTable.TransitionEntry) -> Value {
    let trigger: Value =
      switch transition.trigger {
      case .event(let name): .string(name)
      case .always: .bool(true)
      case .after(let delay): .int(delay)
      }
    return [
      "from": .string(transition.source), "trigger": trigger, "to": .list(transition.targets.map(Value.string)),
      "guard": transition.guardCondition.map { .string($0.name) } ?? .null,
    ]
  }
}
