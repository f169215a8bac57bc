import Statecharts
import Synchronization

/// Whether this process may run objects: executors belong to the process, so it runs nothing else.
enum ObjectHost {
  private static let isAllowed = Atomic(false)

  /// Says that this process is a tool's own, and that its main thread runs the objects.
  static let allow: @Sendable () -> Void = {
    SwiftRuntime.startAgain()
    isAllowed.store(true, ordering: .releasing)
  }

  /// Takes over the executors of the process.
  ///
  /// - Returns: Why it cannot; nil when it has.
  static func begin() -> String? {
    guard SwiftRuntime.isSupported else { return "adapters of classes run on Linux only for now" }
    guard isAllowed.load(ordering: .acquiring) else {
      return "it runs objects of a class, and this process is not the tool: only 'SignalboxTool.run' runs them"
    }
    SwiftRuntime.takeOver()
    return nil
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
    if alive.count > Self.most { _ = alive.removeLast().end() }
    return (made, difference)
  }
}
