import ArgumentParser
import Console
import Exploration
import ViewModels

/// What the outside does to a machine that is searched, and what its states are held to.
struct SceneOptions: ParsableArguments {
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

  /// In which order observers are told.
  enum Observers: String, ExpressibleByArgument, CaseIterable {
    case registered
    case reversed
  }

  /// When the app is ended and opened again with what it stored.
  enum Restart: String, ExpressibleByArgument, CaseIterable {
    case never
    /// Before the search begins, when services are set.
    case first
    /// Wherever a command may come.
    case any
  }

  @Option(
    help: ArgumentHelp(
      "Give a control, an input, a field or a service these values in place of its samples.", valueName: "name=value,…")
  )
  var values: [String] = []

  @Option(help: ArgumentHelp("Find a state in which this holds.", valueName: "expression"))
  var never: [String] = []

  @Option(help: ArgumentHelp("Find a state in which this does not hold.", valueName: "expression"))
  var always: [String] = []

  @Option(help: "Whether services answer as defined, or any answer may come at any time: defined or any.")
  var services = Services.defined

  @Option(
    help: ArgumentHelp(
      "Set how a service answers before the search begins, as the console's 'service' does.",
      valueName: "name answer"))
  var service: [String] = []

  @Option(help: "The order in which work of one instant runs: every or defined.")
  var order = Order.every

  @Option(help: "The order in which a field's observers are notified: registered or reversed.")
  var observers = Observers.registered

  @Flag(inversion: .prefixedNo, help: "Let a command come between a turn and the work that it made due.")
  var races = true

  @Option(
    help: ArgumentHelp(
      "Let at most so many commands come there, one after the other; without it any number may.", valueName: "n"))
  var between: Int?

  @Option(
    help:
      "End the app and open it again with what it stored: never, first (once services are set, so that they answer what it asks for at once) or any (wherever a command may come)."
  )
  var restart = Restart.never

  @OptionGroup var reach: ReachOptions

  func validate() throws {
    try BoundOptions.check(between)
    if between != nil, !races {
      throw ValidationError("'--between' bounds what '--no-races' leaves out; leave one of them out")
    }
  }

  /// Returns the options of a search of a machine.
  ///
  /// - Throws: what in a value or an expression cannot be, with its place.
  func options(for machine: Machine) throws -> SearchOptions {
    var options = SearchOptions()
    for text in values {
      let read = try OptionText.read(text, of: "--values") { (text) throws(Mistake) in
        try DomainValues(text, of: machine)
      }
      options.domain.values.append((read.name, read.values))
    }
    options.laws =
      try never.map { try law(.never, $0, of: machine) } + always.map { try law(.always, $0, of: machine) }
    options.between = races ? between ?? .max : 0
    options.ties = order == .every
    reach.apply(to: &options.domain)
    if observers == .reversed { options.preparation = [.observers(reversed: true)] }
    if services == .any { options.answerByHand(machine) }
    for text in service {
      let setting = try OptionText.read(text, of: "--service") { (text) throws(Mistake) in
        try ServiceSetting(text, of: machine)
      }
      options.preparation.append(setting.stimulus)
    }
    if restart == .first { options.preparation.append(.restart) }
    options.domain.restarts = restart == .any
    return options
  }

  private func law(_ word: LawWord, _ text: String, of machine: Machine) throws -> StateLaw {
    let expression = try OptionText.read(text, of: "--\(word.rawValue)") { (text) throws(Mistake) in
      try StateExpression(text, of: machine)
    }
    return word.law(of: expression, machine)
  }
}

/// The value of an option that has a language of its own.
enum OptionText {
  /// Reads the value of an option; a mistake in it has its place there.
  static func read<Result>(
    _ text: String, of option: String, _ read: (String) throws(Mistake) -> Result
  ) throws -> Result {
    do throws(Mistake) {
      return try read(text)
    } catch {
      throw Diagnostic(error, path: option, line: 1, excerpt: text)
    }
  }
}
