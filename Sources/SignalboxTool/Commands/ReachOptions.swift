import ArgumentParser
import Console
import Terminal
import ViewModels

/// What a search from the command line does to the machine.
struct ReachOptions: ParsableArguments {
  @Option(help: ArgumentHelp(.rows))
  var rows: MoveDomain.Rows?

  @Flag(help: ArgumentHelp(.keyboard))
  var keyboard = false

  @Flag(help: ArgumentHelp(.pastTheScreen))
  var pastTheScreen = false

  func apply(to domain: inout MoveDomain) {
    domain.rows = rows ?? domain.rows
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
