import ArgumentParser
import Terminal
import ViewModels

/// What a search from the command line does to the machine, and whether a bound is an answer.
struct ReachOptions: ParsableArguments {
  enum Rows: String, ExpressibleByArgument, CaseIterable {
    case ends
    case all
  }

  @Option(help: "Which rows of a list are used: ends (the first, the last and one between) or all.")
  var rows = Rows.ends

  @Flag(help: "Also enter and leave text fields, and press return.")
  var keyboard = false

  @Flag(help: "Also call inputs and assign fields as the program does.")
  var pastTheScreen = false

  @Flag(help: "Exit with 0 when a bound came first and nothing was found.")
  var acceptBound = false

  /// Refuses bounds under which nothing can be seen.
  static func check(bounds: Int?...) throws {
    for bound in bounds.compactMap(\.self) where bound < 1 {
      throw ValidationError("a bound of \(bound) lets nothing be seen; write a number from 1 on")
    }
  }

  func apply(to domain: inout MoveDomain) {
    domain.rows = rows == .all ? .all : .ends
    domain.usesKeyboard = keyboard
    domain.isPastTheScreen = pastTheScreen
  }
}

extension Tool {
  /// Ends the process by the signal that ended a search, when what it found has been told.
  func endIfInterrupted() throws {
    guard let signal = Interrupt.endingSignal else { return }
    try streams.flush()
    Interrupt.end(by: signal)
  }
}
