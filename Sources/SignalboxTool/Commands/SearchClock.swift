import Exploration
import Terminal

/// Stops a search on Ctrl-C or after its time, counted from here. Later work gets a reserve: a part of the time, or
/// a moment after Ctrl-C.
struct SearchClock: Sendable {
  /// Allows all output within a tenth of a second after Ctrl-C.
  private static let moment = Duration.milliseconds(40)
  /// The search gets all but one of this many parts.
  private static let parts = 20

  let seconds: Int?
  private let start = ContinuousClock.now

  /// Nil to continue. Thread-safe.
  var bound: SearchBound? {
    if Interrupt.isRequested { return .interrupted }
    if Traps.isExhausted { return .traps }
    guard let seconds else { return nil }
    let time = Duration.seconds(seconds)
    return ContinuousClock.now - start >= time - time / Self.parts ? .time(seconds) : nil
  }

  var isOver: Bool {
    if let age = Interrupt.age { return age >= Self.moment }
    return seconds.map { ContinuousClock.now - start >= .seconds($0) } ?? false
  }
}

extension SearchOptions {
  mutating func end(by clock: SearchClock) {
    interruption = { clock.bound }
    isOver = { clock.isOver }
  }
}
