import Exploration
import Terminal

/// What ends a search from outside: Ctrl-C, and the clock on the wall, which begins when this is made.
///
/// What comes behind the search has some time of its own: a part of what was given, and a moment behind Ctrl-C.
struct SearchClock: Sendable {
  /// How long may be looked for anything behind Ctrl-C, so that all is told within a tenth of a second.
  private static let moment = Duration.milliseconds(40)
  /// The search has all of its time but one part of so many.
  private static let parts = 20

  private let seconds: Int?
  private let start = ContinuousClock.now

  /// - Parameter seconds: The most seconds for all together; nil for any.
  init(seconds: Int?) {
    self.seconds = seconds
  }

  /// What ends the search; nil as long as nothing does. Safe on every thread.
  var bound: SearchBound? {
    if Interrupt.isRequested { return .interrupted }
    if Traps.isExhausted { return .traps }
    guard let seconds else { return nil }
    let time = Duration.seconds(seconds)
    return ContinuousClock.now - start >= time - time / Self.parts ? .time(seconds) : nil
  }

  /// Whether no time is left for what comes behind the search.
  var isOver: Bool {
    if let age = Interrupt.age { return age >= Self.moment }
    return seconds.map { ContinuousClock.now - start >= .seconds($0) } ?? false
  }
}

extension SearchOptions {
  /// Lets a clock end the search and what comes behind it.
  mutating func end(by clock: SearchClock) {
    interruption = { clock.bound }
    isOver = { clock.isOver }
  }
}
