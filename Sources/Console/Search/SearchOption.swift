import ViewModels

/// A search option of the command line and the console.
package enum SearchOption: String, CaseIterable, Sendable {
  case domain = "--domain"
  case values = "--values"
  case never = "--never"
  case always = "--always"
  case services = "--services"
  case noRaces = "--no-races"
  case pastTheScreen = "--past-the-screen"
  case states = "--states"
  case leadsTo = "--leads-to"
  case again = "--again"
  case histories = "--histories"

  /// A random walk has no state bound and compares no runs.
  static let ofWalks = allCases.filter { ![.states, .leadsTo, .again, .histories].contains($0) }

  /// A search for one target checks no laws.
  package static let ofTargets = allCases.filter { ![.never, .always, .leadsTo, .again, .histories].contains($0) }

  /// The console's alternative to a command-line option.
  static func advice(instead option: String) -> String? {
    switch option {
    case "--depth": "write the most commands before the options: 'explore 4'"
    case "--seed": "write the seed before the options: 'fuzz 7'"
    case "--time", "--memory": "Ctrl-C ends a search"
    case "--accept-bound": "a search in the console has no exit code"
    case "--walks", "--steps", "--jobs", "--save", "--json", "--color":
      "'signalbox explore' and 'signalbox fuzz' begin where the machine is opened"
    default: nil
    }
  }

  /// The placeholder of its value.
  package var place: String? {
    switch self {
    case .domain: "name"
    case .values: "name=value,…"
    case .never, .always, .leadsTo: "expression"
    case .services: "services"
    case .states: "n"
    case .again: "target"
    case .noRaces, .pastTheScreen, .histories: nil
    }
  }

  var usage: String { place.map { "\(rawValue) \($0.uppercased())" } ?? rawValue }

  /// Empty if there is no fixed list.
  package var words: [String] {
    self == .services ? SearchDomain.Services.allCases.map(\.rawValue) : []
  }

  package var meaning: String {
    switch self {
    case .domain:
      "Search the domain that the machine declares under this name. Other options override it."
    case .values: "Use these values for a control, an input, a field or a service, instead of its samples."
    case .never: "Find a state in which this holds."
    case .always: "Find a state in which this does not hold."
    case .services:
      "How services answer: defined (as the machine says; the default) or any (each answer, and the time-out)."
    case .noRaces: "Run no command between a turn and the work that it made due."
    case .pastTheScreen: "Also call inputs and assign fields as the program does."
    case .states: "At most this many states."
    case .leadsTo:
      "Find a run on which P holds, but Q never holds from then on, or not within the time, although time passes and due work runs: P Q [within DURATION]."
    case .again:
      "Find a state from which TARGET can never be reached again. TARGET is a state, an expression, or 'tap CONTROL' ('tap *' for each control that is shown). It may be repeated."
    case .histories: "Count each history of a class as a state, since an object may hold more than its fields show."
    }
  }
}
