import ArgumentParser
import Exploration
import Traces

/// Whether a bound is an answer.
struct BoundOptions: ParsableArguments {
  @Flag(help: "Exit with 0 when a bound came first and nothing was found.")
  var acceptBound = false

  /// Refuses bounds under which nothing can be seen.
  static func check(_ bounds: KeyValuePairs<String, Int?>) throws {
    for (option, bound) in bounds {
      guard let bound, bound < 1 else { continue }
      throw ValidationError("'\(option) \(bound)' lets nothing be seen; write a number from 1 on")
    }
  }
}

/// A percentage below which a command ends with 1.
enum Minimum {
  /// Refuses what is no percentage.
  static func check(_ minimum: Int?, of option: String) throws {
    guard let minimum, !(0...100).contains(minimum) else { return }
    throw ValidationError("'\(option)' takes a percentage from 0 to 100")
  }
}

/// How long something may go on.
struct TimeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("The most seconds.", valueName: "seconds"),
    transform: TimeOptions.seconds)
  var time: Int?

  /// The seconds of `5` and of `5s`.
  private static func seconds(_ text: String) throws -> Int {
    if let seconds = Int(text.hasSuffix("s") ? String(text.dropLast()) : text) { return seconds }
    throw ValidationError(
      "'--time \(text.escapedForDisplay)' is no time; write seconds as a whole number, as in '--time 5'")
  }

  func validate() throws { try BoundOptions.check(["--time": time]) }

  /// What ends it from outside; the clock on the wall begins now.
  var clock: SearchClock { SearchClock(seconds: time) }
}
