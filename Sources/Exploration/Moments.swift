import Statecharts
import ViewModels

/// What decides whether something may come between a turn and the work that it made due.
extension SearchOptions {
  /// Whether what a stimulus left due may wait: for another stimulus, or for other work to come first.
  ///
  /// - Parameter isAtRest: Whether nothing was due before it.
  func lets(_ snapshot: Snapshot, waitBehind stimulus: Stimulus, isAtRest: Bool) -> Bool {
    if case .advance = stimulus, !isAtRest { return false }
    return races || ties && snapshot.dueSources > 1
  }
}

extension Snapshot {
  /// How many sources the work has that is due now.
  fileprivate var dueSources: Int { Set(work.lazy.filter { $0.due <= time }.map(\.source)).count }
}

extension Stimulus {
  /// Whether it only lets work run.
  var isOfTime: Bool {
    switch self {
    case .advance, .fire: true
    default: false
    }
  }
}
