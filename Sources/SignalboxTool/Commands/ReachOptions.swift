import ArgumentParser
import Terminal
import ViewModels

/// What a search from the command line does to the machine.
struct ReachOptions: ParsableArguments {
  @Option(
    help: "Which rows of a list are used: first (that alone), ends (the first, the last and one in between) or all.")
  var rows = MoveDomain.Rows.ends

  @Flag(help: "Also enter and leave text fields, and press return.")
  var keyboard = false

  @Flag(help: "Also call inputs and assign fields as the program does.")
  var pastTheScreen = false

  func apply(to domain: inout MoveDomain) {
    domain.rows = rows
    domain.usesKeyboard = keyboard
    domain.isPastTheScreen = pastTheScreen
  }
}

extension MoveDomain.Rows: ExpressibleByArgument {}

extension Tool {
  /// Ends the process by the signal that ended a search, when what it found has been told.
  func endIfInterrupted() throws {
    guard let signal = Interrupt.endingSignal else { return }
    try streams.flush()
    Interrupt.end(by: signal)
  }
}
