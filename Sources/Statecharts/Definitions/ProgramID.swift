/// What tells programs apart: numbers of states, ports, templates and events mean something in one program only.
///
/// Programs with the same names whose models have the same types have one identity, so a definition that is made twice reads
/// its own snapshots. It is of one process, and neither printed nor saved.
struct ProgramID: Hashable, Sendable {
  /// Never 0 but for `none`.
  private let number: UInt64

  /// Of a snapshot that nothing has run in.
  static let none = ProgramID(number: 0)

  private init(number: UInt64) {
    self.number = number
  }

  /// Costs a walk over all names of a program.
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

  /// What an event's number carries.
  var stamp: UInt32 { UInt32(truncatingIfNeeded: number >> 32) | 1 }
}

extension Template {
  /// The names of everything of it that a snapshot mentions.
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
  /// - Precondition: It is of the program, or nothing has run in it yet.
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
  /// - Precondition: The program numbered it.
  @inline(__always)
  func check(_ program: Program) {
    if self.program != program.eventStamp { EventID.isForeign() }
  }

  @inline(never)
  private static func isForeign() -> Never {
    fatalError("the event's number belongs to another program: use 'event(named:)' of the running program")
  }
}
