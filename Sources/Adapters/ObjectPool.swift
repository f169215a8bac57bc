import Statecharts
import Synchronization
import ViewModels

/// Whether this process may run objects: executors belong to the process, so it runs nothing else.
enum ObjectHost {
  private struct State {
    var isAllowed = false
    var isGuarded = false
    var restart: (@Sendable () -> Void)?
  }

  private static let state = Mutex(State())

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

/// The objects that are alive, the one that was used last first.
final class ObjectPool: @unchecked Sendable {
  // Only the thread that runs the objects touches it.

  private let types: ObjectTypes
  private var alive: [LiveObject] = []
  /// Whether the kernel is being told what an object did: sets are its own then, and not the user's.
  private(set) var isReporting = false

  /// More cost memory and save replays when a search changes between places.
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

  /// Returns the object that a journal has made: one that is alive, or a new one that the journal is played on.
  ///
  /// - Returns: Also what was different when it was played again; nil when nothing was.
  func object(at journal: JournalNode?) -> (object: LiveObject, difference: String?) {
    if let index = alive.firstIndex(where: { JournalNode.areEqual($0.node, journal) }) {
      let found = alive.remove(at: index)
      alive.insert(found, at: 0)
      return (found, nil)
    }
    let made = LiveObject(types)
    let difference = made.replay(journal)
    alive.insert(made, at: 0)
    if alive.count > Self.most {
      let last = alive.removeLast()
      if ObjectHost.runsLeftWork { _ = last.end() }
    }
    return (made, difference)
  }
}
