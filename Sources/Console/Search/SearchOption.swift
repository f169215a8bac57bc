import ViewModels

/// An option of a search: one word for the command line and for the console.
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

  /// Those of a walk at random: it looks at one state after the other, and neither bounds them nor compares ways.
  static let ofWalks = allCases.filter { ![.states, .leadsTo, .again].contains($0) }

  /// Those of a search for one target: it holds no state to a law.
  static let ofTargets = allCases.filter { ![.never, .always, .leadsTo, .again].contains($0) }

  /// What the console has in place of an option that only the command line has; nil for any other word.
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

  /// What stands behind it; nil where nothing does.
  package var place: String? {
    switch self {
    case .domain: "name"
    case .values: "name=value,…"
    case .never, .always, .leadsTo: "expression"
    case .services: "services"
    case .states: "n"
    case .again: "target"
    case .noRaces, .pastTheScreen: nil
    }
  }

  /// As help shows it: `--states N`.
  var usage: String { place.map { "\(rawValue) \($0.uppercased())" } ?? rawValue }

  /// The words of which one stands behind it; empty where anything else does.
  package var words: [String] {
    self == .services ? SearchDomain.Services.allCases.map(\.rawValue) : []
  }

  /// What it is for, in a sentence.
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
    }
  }
}
