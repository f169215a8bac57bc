import Statecharts
import ViewModels

/// What is wrong with the answer to a request.
package enum ServiceFault: String, Hashable, Sendable, CaseIterable {
  case fail
  case error
  /// It does not come.
  case never
  /// It comes a millisecond after the time-out of its service.
  case late
  /// It comes twice, at one instant.
  case twice
}

/// Where a script goes on, seen from the instant at which something comes due.
package enum TimerEdge: String, Hashable, Sendable, CaseIterable {
  /// A millisecond before.
  case before
  /// At that instant, with what is due left waiting.
  case held
  /// At that instant, when what was due has run.
  case at
  /// A millisecond after.
  case after
}

/// What the sweep of a recorded script saw.
package struct SweepReport: Sendable {
  /// What came of one change of the script.
  package enum Cell: Hashable, Sendable {
    /// The script is so already.
    case recorded
    /// There is no such change.
    case impossible
    /// It was not driven, because a bound came first.
    case untried
    /// Nothing new was found.
    case green
    /// What was found, by index.
    case red([Int])
  }

  /// A request of the script with each fault.
  package struct Request: Sendable {
    package let name: String
    /// The number of the command that leads to it; nil when opening the machine does.
    package let command: Int?
    /// In the order of the faults.
    package internal(set) var cells: [Cell]
  }

  /// An instant at which something comes due, with each of its edges.
  package struct Instant: Sendable {
    /// The number of the command that lets time pass.
    package let command: Int
    /// Milliseconds since that command.
    package let offset: Int
    /// What comes due.
    package let work: [String]
    /// In the order of the edges.
    package internal(set) var cells: [Cell]
  }

  /// What changed the script in which something was found.
  package enum Change: Hashable, Sendable {
    /// Answers in this order.
    case order([String])
    /// A fault, and the request by index.
    case fault(ServiceFault, request: Int)
    /// An edge, and the instant by index.
    case edge(TimerEdge, instant: Int)
  }

  /// What the recorded script shows as it is; nothing of it makes a cell red.
  package internal(set) var recorded: [Finding] = []
  /// One for each cause, with the first change that shows it.
  package private(set) var findings: [(finding: Finding, change: Change)] = []
  package internal(set) var requests: [Request] = []
  package internal(set) var instants: [Instant] = []
  /// How many requests of the script are open while another one is.
  package internal(set) var overlapping = 0
  /// In how many orders they were answered, and in how many of them something was found.
  package internal(set) var orders = 0
  package internal(set) var redOrders = 0
  /// Scripts that were driven.
  package internal(set) var runs = 0
  /// What ended the sweep; nil when everything was tried.
  package internal(set) var bound: SearchBound?

  package var isComplete: Bool { bound == nil }

  /// Takes in what a changed script shows.
  ///
  /// - Parameter known: What is nothing new, besides what the recorded script shows.
  mutating func add(_ run: ScriptRun, by change: Change, besides known: [Finding] = []) -> Cell {
    let new = run.findings.filter { finding in !(recorded + known).contains { $0.group == finding.group } }
    let places = new.map { finding in
      if let known = findings.firstIndex(where: { $0.finding.group == finding.group }) { return known }
      findings.append((finding, change))
      return findings.count - 1
    }
    return places.isEmpty ? .green : .red(places)
  }
}
