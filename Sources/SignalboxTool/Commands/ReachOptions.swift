import ArgumentParser
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

  func apply(to domain: inout MoveDomain) {
    domain.rows = rows == .all ? .all : .ends
    domain.usesKeyboard = keyboard
    domain.isPastTheScreen = pastTheScreen
  }
}
