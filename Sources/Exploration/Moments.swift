import Statecharts
import ViewModels

/// What decides whether something may come between a turn and the work that it made due.
extension SearchOptions {
  /// Whether a stimulus may come where work is due.
  ///
  /// - Parameter come: How many have come there.
  func letsStimulusCome(after come: Int) -> Bool { come < between }

  /// How many stimuli have come before the work that is due, once another one was made and what it left due waits: for a stimulus,
  /// or for other work to come first. They are not counted where there is no bound.
  ///
  /// - Parameters:
  ///   - come: How many had come before.
  ///   - isAtRest: Whether nothing was due before.
  ///   - snapshot: Where the stimulus led.
  /// - Returns: Nil where nothing may come first, so that what is due runs at once.
  func come(_ come: Int, and stimulus: Stimulus, isAtRest: Bool, to snapshot: Snapshot) -> Int? {
    switch stimulus {
    case .advance where !isAtRest, .restart: return nil
    default: break
    }
    let now = isAtRest || stimulus.isOfTime || between == .max ? come : come + 1
    return letsStimulusCome(after: now) || ties && snapshot.dueSources > 1 ? now : nil
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
