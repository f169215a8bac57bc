import ViewModels

/// An option of a search: one word for the command line and for the console.
package enum SearchOption: String, CaseIterable, Sendable {
  case domain = "--domain"
  case values = "--values"
  case never = "--never"
  case always = "--always"
  case services = "--services"
  case service = "--service"
  case order = "--order"
  case observers = "--observers"
  case noRaces = "--no-races"
  case between = "--between"
  case restart = "--restart"
  case rows = "--rows"
  case keyboard = "--keyboard"
  case pastTheScreen = "--past-the-screen"
  case states = "--states"
  case project = "--project"
  case leadsTo = "--leads-to"
  case again = "--again"

  /// Those of a walk at random: it looks at one state after the other, and neither bounds them nor compares ways.
  static let ofWalks = allCases.filter { ![.states, .project, .leadsTo, .again].contains($0) }

  /// Those that a machine may declare under a name: what the outside does, and not what is looked for.
  static let ofDomains = ofWalks.filter { ![.domain, .never, .always].contains($0) }

  /// What the console has in place of an option that only the command line has; nil for any other word.
  static func advice(instead option: String) -> String? {
    switch option {
    case "--depth": "write the most commands before the options: 'explore 4'"
    case "--seed": "write the seed before the options: 'fuzz 7'"
    case "--races": "commands come between unless '--no-races' is given"
    case "--time", "--memory": "Ctrl-C ends a search"
    case "--accept-bound": "a search in the console has no exit code"
    case "--walks", "--steps", "--jobs", "--cover", "--save", "--export", "--json", "--color":
      "'signalbox explore' and 'signalbox fuzz' begin where the machine is opened"
    default: nil
    }
  }

  /// What stands behind it; nil where nothing does.
  package var place: String? {
    switch self {
    case .domain: "name"
    case .values: "name=value,…"
    case .never, .always, .leadsTo: "expression"
    case .service: "name answer"
    case .between, .states: "n"
    case .project: "-name,…"
    case .again: "target"
    case .services, .order, .observers, .restart, .rows: String(Substring(rawValue.utf8.dropFirst(2)))
    case .noRaces, .keyboard, .pastTheScreen: nil
    }
  }

  /// As help shows it: `--between N`.
  var usage: String { place.map { "\(rawValue) \($0.uppercased())" } ?? rawValue }

  /// The words of which one stands behind it; empty where anything else does.
  package var words: [String] {
    switch self {
    case .services: SearchRequest.Services.allCases.map(\.rawValue)
    case .order: SearchRequest.Order.allCases.map(\.rawValue)
    case .observers: ObserverOrder.allCases.map(\.rawValue)
    case .restart: SearchRequest.Restart.allCases.map(\.rawValue)
    case .rows: MoveDomain.Rows.allCases.map(\.rawValue)
    default: []
    }
  }

  /// What it is for, in a sentence.
  package var meaning: String {
    switch self {
    case .domain:
      "Begin with the options that the machine declares under this name, so that the search ends. Options beside it override these."
    case .values: "Give a control, an input, a field or a service these values in place of its samples."
    case .never: "Find a state in which this holds."
    case .always: "Find a state in which this does not hold."
    case .services: "Whether services answer as defined, or any answer or time-out may come: defined (default) or any."
    case .service: "Set how a service answers before the search begins, as the console's 'service' does."
    case .order: "The order in which work of one instant runs: every (default) or defined."
    case .observers: "The order in which a field's observers are notified: registered (default) or reversed."
    case .noRaces: "Let no command come between a turn and the work that it made due."
    case .between: "Let at most so many commands come there, one after the other; without it any number may."
    case .restart:
      "End the app and open it again with what it stored: never (default), first (once services are set, so that they answer what it asks for at once) or any (wherever a command may come)."
    case .rows:
      "Which rows of a list are used: first (that alone), ends (the first, the last and one in between; default) or all."
    case .keyboard: "Also enter and leave text fields, and press return."
    case .pastTheScreen: "Also call inputs and assign fields as the program does."
    case .states: "The most states."
    case .project: "Ignore fields when states are compared, so that a counter does not make them endless."
    case .leadsTo:
      "Find a run on which P holds and Q does not from then on, though time passes and due work runs; or not within a time: P Q [within DURATION]."
    case .again:
      "Find a state from which nothing leads to TARGET any more: to a state, an expression, or 'tap CONTROL' ('tap *' for each, wherever it is shown). It may be repeated."
    }
  }
}
