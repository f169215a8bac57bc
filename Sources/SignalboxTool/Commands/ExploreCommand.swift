import ArgumentParser
import Console
import Exploration
import Terminal
import Traces
import Transcripts
import ViewModels

/// Searches every state that a machine can come to.
struct ExploreCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Search everything that a machine can do; find what breaks, with a shortest script.",
    discussion: """
      Every control of the page that can be used is used, texts with the samples that their fields declare; services answer \
      as they are defined; time passes to the next instant at which something is due. The last line says what was searched \
      completely. Exit codes: 0 nothing was found and everything was seen, 1 something was found, 3 a bound came first.
      """)

  /// Who answers requests.
  enum Services: String, ExpressibleByArgument, CaseIterable {
    /// The definition.
    case defined
    /// Anybody, at any time, with any outcome.
    case any
  }

  /// In which order work of one instant runs.
  enum Order: String, ExpressibleByArgument, CaseIterable {
    /// In every order; what one source makes due keeps its own.
    case every
    /// As it was made due.
    case defined
  }

  enum Rows: String, ExpressibleByArgument, CaseIterable {
    case ends
    case all
  }

  @Argument(help: ArgumentHelp("The machine: NAME or NAME@VARIANT.", valueName: "machine@variant"))
  var machine: String

  @Option(help: ArgumentHelp("The most commands of a script.", valueName: "n"))
  var depth: Int?

  @Option(help: ArgumentHelp("The most states.", valueName: "n"))
  var states = SearchOptions().states

  @Option(help: "Whether services answer as defined, or any answer may come at any time: defined or any.")
  var services = Services.defined

  @Option(help: "In which order work runs that is due at one instant: every or defined.")
  var order = Order.every

  @Flag(inversion: .prefixedNo, help: "Let a command come between a turn and the work that it made due.")
  var races = true

  @Option(help: "Which rows of a list are used: ends (the first, the last and one between) or all.")
  var rows = Rows.ends

  @Flag(help: "Also enter and leave text fields, and press return.")
  var keyboard = false

  @Flag(help: "Also call inputs and assign fields as the program does.")
  var pastTheScreen = false

  @Flag(help: "Exit with 0 when a bound came first and nothing was found.")
  var acceptBound = false

  func validate() throws {
    for bound in [depth, states].compactMap(\.self) where bound < 1 {
      throw ValidationError("a bound of \(bound) lets nothing be seen; write a number from 1 on")
    }
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let machine = try tool.machine(named: machine)
    var search = Search(machine, options(for: machine))
    Interrupt.catching { search.run { _ in Interrupt.isRequested ? .interrupted : nil } }
    let text = ExplorationText(machine, search.report)
    try tool.streams.say(text.lines)
    if let signal = Interrupt.endingSignal {
      try tool.streams.flush()
      Interrupt.end(by: signal)
    }
    if !search.report.findings.isEmpty { return .differs }
    return search.report.isComplete || acceptBound ? .agreed : .inconclusive
  }

  private func options(for machine: Machine) -> SearchOptions {
    var options = SearchOptions()
    options.depth = depth ?? options.depth
    options.states = states
    options.races = races
    options.ties = order == .every
    options.domain.rows = rows == .all ? .all : .ends
    options.domain.usesKeyboard = keyboard
    options.domain.isPastTheScreen = pastTheScreen
    if services == .any {
      options.domain.answersRequests = true
      options.preparation = machine.serviceNames.distinct.map {
        .service(name: $0, ServiceBehaviour(answer: .manual))
      }
    }
    return options
  }
}

extension [String] {
  /// Each once, where it stands first.
  fileprivate var distinct: [String] {
    reduce(into: []) { known, name in
      if !known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { known.append(name) }
    }
  }
}
