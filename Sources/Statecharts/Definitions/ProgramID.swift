/// Identifies a program, since numbers of states, ports, templates and events are valid in one program only.
///
/// Programs with equal names and model types share an identity, so a definition that is made twice accepts its own
/// snapshots. Valid in one process; never print or save it.
struct ProgramID: Hashable, Sendable {
  private let number: UInt64

  static let none = ProgramID(number: 0)

  private init(number: UInt64) {
    self.number = number
  }

  /// Costs a walk over all names of the program.
  init(
    _ templates: [Template], wirings: some Sequence<Name>, handlers: some Sequence<Name>,
    _ services: [ServiceDefinition]
  ) {
    let names: Value = [
      "templates": .list(templates.map(\.outline)), "wirings": .list(wirings.sorted().texts.map(Value.string)),
      "handlers": .list(handlers.sorted().texts.map(Value.string)),
      "services": .list(services.map { .string($0.name.text) }),
    ]
    var hash = KeyHash()
    hash.update(names.canonicalBytes)
    for template in templates {
      hash.update(UInt64(UInt(bitPattern: template.model.type)))
      for field in template.fields { hash.update(UInt64(bitPattern: Int64(field.offset ?? -1))) }
    }
    number = hash.finalized().first | 1
  }

  /// The tag in event numbers.
  var stamp: UInt32 { UInt32(truncatingIfNeeded: number >> 32) | 1 }
}

extension Template {
  fileprivate var outline: Value {
    [
      "name": .string(name.text),
      "fields": .list(fields.map { .string($0.name.text) }),
      "subjects": .list(subjects.map { .string($0.text) }),
      "states": .list((chart?.states ?? []).map { [.int($0.parent ?? -1), .string($0.name.text)] }),
      "transitions": .list(
        (chart?.transitions ?? []).map {
          [.int($0.source), $0.trigger.outline, .list($0.targets.map(Value.int))]
        }),
      "properties": .list(monitors.map { .string($0.name.text) }),
    ]
  }
}

extension ChartDefinition.Trigger {
  fileprivate var outline: Value {
    switch self {
    case .event(let name): .string(name)
    case .always: .null
    case .after(let delay): .int(delay)
    }
  }
}

extension Snapshot {
  /// - Precondition: The snapshot is the program's, or no code has run in it.
  @inline(__always)
  func check(_ program: Program) {
    if owner != program.id, owner != .none { Snapshot.isForeign() }
  }

  @inline(never)
  private static func isForeign() -> Never {
    fatalError(
      "the snapshot belongs to another program: its states, ports and models are numbers of the program that ran it; "
        + "use it only with that program")
  }
}

extension EventID {
  /// - Precondition: The program numbered the event.
  @inline(__always)
  func check(_ program: Program) {
    if self.program != program.eventStamp { EventID.isForeign() }
  }

  @inline(never)
  private static func isForeign() -> Never {
    fatalError("the event's number belongs to another program: use 'event(named:)' of the running program")
  }
}
