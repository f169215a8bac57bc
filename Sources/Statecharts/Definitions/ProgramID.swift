/// What tells programs apart: numbers of states, ports, templates and events mean something in one program only.
///
/// Programs of one outline whose models have the same types have one identity, so a definition that is made twice reads
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
  init(_ outline: Value, _ templates: [Template]) {
    var hash = SipHash()
    hash.update(outline.canonicalBytes)
    for template in templates {
      hash.update(UInt64(UInt(bitPattern: template.model.type)))
      for field in template.fields { hash.update(UInt64(bitPattern: Int64(field.offset ?? -1))) }
    }
    number = hash.finalized().first | 1
  }

  /// What an event's number carries.
  var stamp: UInt32 { UInt32(truncatingIfNeeded: number >> 32) | 1 }
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
        + "step and read it with that one")
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
    fatalError("the event's number belongs to another program: ask the one that runs for 'event(named:)'")
  }
}
