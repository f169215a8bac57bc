import Statecharts
import ViewModels

/// A fault of an answer.
package enum ServiceFault: String, Hashable, Sendable, CaseIterable {
  case fail
  case error
  case never
  /// It arrives a millisecond after the service's time-out.
  case late
  /// It arrives twice at one instant.
  case twice
}

/// Where a script continues, relative to an instant with due work.
package enum TimerEdge: String, Hashable, Sendable, CaseIterable {
  /// A millisecond before.
  case before
  /// At the instant, before the due work runs.
  case held
  /// At the instant, after the due work ran.
  case at
  /// A millisecond after.
  case after
}

package struct SweepReport: Sendable {
  package enum Cell: Hashable, Sendable {
    case recorded
    case impossible
    case untried
    /// Nothing new was found.
    case green
    /// Indices of findings.
    case red([Int])
  }

  package struct Request: Sendable {
    package let name: String
    /// From 1; nil for requests made by the opening.
    package let command: Int?
    package internal(set) var cells: [Cell]
  }

  package struct Instant: Sendable {
    /// From 1.
    package let command: Int
    package let offset: Int
    package let work: [String]
    package internal(set) var cells: [Cell]
  }

  package enum Change: Hashable, Sendable {
    case order([String])
    /// `request` is an index.
    case fault(ServiceFault, request: Int)
    /// `instant` is an index.
    case edge(TimerEdge, instant: Int)
  }

  /// The findings of the unchanged script; they make no cell red.
  package internal(set) var recorded: [Finding] = []
  /// One per cause, with the first change that shows it.
  package private(set) var findings: [(finding: Finding, change: Change)] = []
  package internal(set) var requests: [Request] = []
  package internal(set) var instants: [Instant] = []
  /// The number of requests open at the same time as another.
  package internal(set) var overlapping = 0
  /// The orders tried, and how many of them had findings.
  package internal(set) var orders = 0
  package internal(set) var redOrders = 0
  package internal(set) var runs = 0
  /// Nil if everything was tried.
  package internal(set) var bound: SearchBound?

  package var isComplete: Bool { bound == nil }

  /// - Parameter known: More findings that count as known.
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
