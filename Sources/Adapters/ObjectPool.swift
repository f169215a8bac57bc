import Locks
import Statecharts
import ViewModels

/// Executors belong to the process, so a process that runs objects can run nothing else.
enum ObjectHost {
  private struct State {
    var isAllowed = false
    var isGuarded = false
    var isTrying = false
    var restart: (@Sendable () -> Void)?
  }

  private static let state = Locked(State())

  /// - Returns: Whether this process runs objects from now on.
  static let allow: @Sendable (ObjectUse) -> Bool = { use in
    if case .now = use, !SwiftRuntime.isStartedAgain, SwiftRuntime.prepareStart() { SwiftRuntime.startAgain() }
    return state.withLock {
      switch use {
      case .now: $0.isAllowed = true
      case .whenNeeded(let restart): ($0.isAllowed, $0.restart) = (SwiftRuntime.isStartedAgain, restart)
      case .guarded: $0.isGuarded = true
      }
      return $0.isAllowed
    }
  }

  /// Whether steps are only tried.
  static var isTrying: Bool {
    get { state.withLock { $0.isTrying } }
    set { state.withLock { $0.isTrying = newValue } }
  }

  /// Whether the work that an object leaves behind runs: it may trap, and a guard tries steps only.
  static var runsLeftWork: Bool { state.withLock { !$0.isGuarded } }

  /// Takes over the executors of the process; restarts it first if it does not run objects yet.
  ///
  /// - Returns: Why it cannot; nil when it has.
  static func begin() -> String? {
    guard SwiftRuntime.isSupported else { return "adapters of classes run on Linux only for now" }
    let (isAllowed, restart) = state.withLock { ($0.isAllowed, $0.restart) }
    if isAllowed {
      SwiftRuntime.takeOver()
      return nil
    }
    guard let restart else {
      return "it runs objects of a class, but this process is not the tool; run it with 'SignalboxTool.run'"
    }
    if SwiftRuntime.prepareStart() { restart() }
    return "objects of a class cannot start after a file was written; name the machine on the command line"
  }
}

/// The objects of one adapter in this process.
final class ObjectFamily: @unchecked Sendable {
  // Only the objects' thread accesses the properties.

  /// Whether the adapter resets what its objects share: then one object is used at a time, since a reset for another
  /// one ends what it relies on. The default `reset` says that it does nothing.
  var hasReset = true
  /// The latest retired objects under a guard, which does not free them at once: what they do then would be a step's.
  private var leftovers: [LiveObject] = []
  private weak var latest: LiveObject?

  private static let all = Locked<[ObjectIdentifier: ObjectFamily]>([:])

  static func of(_ adapter: Any.Type) -> ObjectFamily {
    all.withLock { all in
      let family = all[ObjectIdentifier(adapter)] ?? ObjectFamily()
      all[ObjectIdentifier(adapter)] = family
      return family
    }
  }

  func keep(_ object: LiveObject) {
    leftovers.append(object)
    if leftovers.count > 200 { leftovers.removeFirst(100) }
  }

  func begin(_ object: LiveObject) {
    if hasReset { latest?.retire() }
    latest = object
  }
}

/// Live objects, the most recently used first.
final class ObjectPool: @unchecked Sendable {
  // Only the objects' thread accesses this class.

  private let types: ObjectTypes
  private var alive: [LiveObject] = []
  /// While true, sets come from the object, not from the user.
  private(set) var isReporting = false

  /// More objects cost memory, but save replays when a search alternates between places.
  private static var most: Int { 4 }

  init(_ types: ObjectTypes) {
    self.types = types
  }

  func reporting(_ body: () -> Void) {
    let wasReporting = isReporting
    isReporting = true
    body()
    isReporting = wasReporting
  }

  /// What a call did in a trial that a live object has behind it.
  func call(_ entry: Entry, after journal: JournalNode?) -> (node: JournalNode, deeds: [Deed])? {
    for object in alive {
      if let known = object.triedCalls.last(where: {
        $0.node.entry == entry && JournalNode.areEqual($0.node.parent, journal)
      }) {
        return known
      }
    }
    return nil
  }

  /// Returns the live object with this journal, or a replayed new one and what differed in the replay.
  func object(at journal: JournalNode?) -> (object: LiveObject, difference: String?) {
    if let index = alive.firstIndex(where: { !$0.isRetired && JournalNode.areEqual($0.node, journal) }) {
      let found = alive.remove(at: index)
      alive.insert(found, at: 0)
      return (found, nil)
    }
    let made = LiveObject(types)
    let difference = made.replay(journal)
    alive.insert(made, at: 0)
    if alive.count > Self.most { alive.removeLast().retire() }
    return (made, difference)
  }
}
