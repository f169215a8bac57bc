import Exploration
import Synchronization
import Terminal

/// What ends a search from outside: Ctrl-C, and the clock on the wall, which begins when this is made.
///
/// What comes behind the search has some time of its own: a part of what was given, and a moment behind Ctrl-C.
final class SearchClock: Sendable {
  /// How long may be looked for anything behind Ctrl-C, so that all is told within a tenth of a second.
  private static let moment = Duration.milliseconds(40)
  /// The search has all of its time but one part of so many.
  private static let parts = 20

  private let seconds: Int?
  private let isInterrupted: @Sendable () -> Bool
  private let start = ContinuousClock.now
  /// When Ctrl-C was seen first.
  private let interruption = Mutex<ContinuousClock.Instant?>(nil)

  /// - Parameter seconds: The most seconds for all together; nil for any.
  init(seconds: Int?, isInterrupted: @escaping @Sendable () -> Bool = { Interrupt.isRequested }) {
    self.seconds = seconds
    self.isInterrupted = isInterrupted
  }

  /// What ends the search; nil as long as nothing does. Safe on every thread.
  var bound: SearchBound? {
    if sinceInterruption != nil { return .interrupted }
    guard let seconds else { return nil }
    let time = Duration.seconds(seconds)
    return ContinuousClock.now - start >= time - time / Self.parts ? .time(seconds) : nil
  }

  /// Whether no time is left for what comes behind the search.
  var isOver: Bool {
    if let sinceInterruption { return sinceInterruption >= Self.moment }
    return seconds.map { ContinuousClock.now - start >= .seconds($0) } ?? false
  }

  /// How long ago Ctrl-C was seen; nil when none came.
  private var sinceInterruption: Duration? {
    guard isInterrupted() else { return nil }
    return interruption.withLock { first in
      let now = ContinuousClock.now
      let instant = first ?? now
      first = instant
      return now - instant
    }
  }
}

extension SearchOptions {
  /// Lets a clock end the search and what comes behind it.
  mutating func end(by clock: SearchClock) {
    interruption = { clock.bound }
    isOver = { clock.isOver }
  }
}
