/// A simulation between two turns, as one value: instances, agenda, clock, seed, store, settings and fault.
///
/// It holds no class instance, closure or task. Identifiers of instances mean something only inside it, and its numbers only
/// with the program that ran it.
public struct Snapshot: Sendable {
  /// Virtual time in milliseconds since the machine was opened.
  public internal(set) var time = 0
  package internal(set) var seed: UInt64
  /// What made the model fault, once it has; such a snapshot runs nothing more.
  public internal(set) var fault: String?
  /// What the app persists, sorted by the UTF-8 bytes of the keys.
  public internal(set) var store: [Member]
  /// How services answer, where that differs from their definitions; sorted by name.
  var services: [ServiceSetting] = []
  /// Whether observers are told in reverse order of registration.
  package var reversesObservers = false
  var instances = InstanceTable()
  var agenda = Agenda()
  /// What keeps everything else alive.
  package internal(set) var roots: [InstanceID] = []
  /// Whose numbers it holds; no part of its value.
  var owner = ProgramID.none

  /// Makes an empty simulation.
  public init(seed: UInt64 = 0, store: [Member] = []) {
    self.seed = seed
    self.store = store
  }

  /// What a restart of the app leaves: the seed, what it persisted, and how the world outside answers.
  package var restarted: Snapshot {
    var snapshot = Snapshot(seed: seed, store: store)
    snapshot.services = services
    snapshot.reversesObservers = reversesObservers
    return snapshot
  }

  /// When the next work is due; `nil` when nothing waits.
  public var nextDue: Int? { agenda.nextDue }
  /// Whether work is due at the time that the clock shows.
  package var isDue: Bool { nextDue.map { $0 <= time } ?? false }
  /// How many pieces of work wait.
  package var workCount: Int { agenda.count }
  /// How many instances are alive. Costs a pass over the table.
  public var instanceCount: Int { instances.count { $0 != nil } }
}

/// How one service answers from now on.
struct ServiceSetting: Hashable, Sendable {
  var service: Name
  var behaviour: ServiceBehaviour
}
