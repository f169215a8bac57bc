import ArgumentParser
import Exploration
import Terminal

/// Whether a bound is an answer.
struct BoundOptions: ParsableArguments {
  @Flag(help: "Exit with 0 when a bound came first and nothing was found.")
  var acceptBound = false

  /// Refuses bounds under which nothing can be seen.
  static func check(_ bounds: Int?...) throws {
    for bound in bounds.compactMap(\.self) where bound < 1 {
      throw ValidationError("a bound of \(bound) lets nothing be seen; write a number from 1 on")
    }
  }
}

/// How long something may go on.
struct TimeOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The most seconds.", valueName: "seconds"))
  var time: Int?

  func validate() throws { try BoundOptions.check(time) }

  /// What ends it from outside: Ctrl-C, and the clock on the wall, which begins now.
  func watch() -> @Sendable () -> SearchBound? {
    let start = ContinuousClock.now
    return { [time] in
      if Interrupt.isRequested { return .interrupted }
      guard let time, ContinuousClock.now - start >= .seconds(time) else { return nil }
      return .time(time)
    }
  }
}
