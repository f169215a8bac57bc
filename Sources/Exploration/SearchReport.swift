import Statecharts
import ViewModels

package struct SearchReport: Equatable, Sendable {
  /// One per cause, in the order found.
  package var findings: [Finding] = []
  package var counts: [Int] = []
  package var states = 0
  package var steps = 0
  /// All scripts with at most this many commands were tried.
  package var completeDepth = 0
  /// The number of states found but not expanded.
  package var frontier = 0
  /// What grew on the path to the last state found; only after a bound.
  package var growth: [Growth] = []
  /// The work whose remaining time changed on the path to the last state found.
  package var countdowns: [Countdown] = []
  /// What was not tried, reached or tested so far.
  package var untried = Untried()
  /// Nil when everything was searched.
  package var bound: SearchBound?

  package var unlooked: [Unlooked] = []
  /// Whether each history of an object counted as a state.
  package internal(set) var countsHistories = false

  package enum Unlooked: Hashable, Sendable {
    case circles
    case promise(String)
    case recurrence(String)
    case growth
  }

  package var isComplete: Bool { bound == nil }

  /// An upper bound of the probability that a new state was taken for a known one: d·(g−d)/2¹²⁸ for d states and g
  /// steps.
  package var collisionBound: Double {
    Double(states) * Double(max(0, steps - states)) / 3.402823669209385e38
  }

  private var places: [Finding.Group: Int] = [:]

  package init() {}

  /// Where findings has the group of a finding; nil if it has none.
  func place(of finding: Finding) -> Int? { places[finding.group] }

  /// Counts a finding; makes the script only for the first of a cause.
  ///
  /// - Parameter script: Returns nil when time is up.
  mutating func add(_ finding: Finding, times: Int = 1, script: () -> [DrivenStimulus]?) {
    let group = finding.group
    if let place = places[group] { return counts[place] += times }
    places[group] = findings.count
    var finding = finding
    let made = script()
    (finding.script, finding.lacksScript) = (made ?? [], made == nil)
    findings.append(finding)
    counts.append(times)
  }
}

/// Searches to run in turn, the cheapest first, because none alone sees everything. Services answer as defined;
/// answers come at any time or never; the program acts past the screen; commands come between a turn and its due
/// work.
enum SearchWay: CaseIterable {
  case asDefined
  case withAnyAnswer
  case pastTheScreen
  case withRaces

  func isAllowed(_ options: SearchOptions) -> Bool {
    switch self {
    case .asDefined, .withAnyAnswer: true
    case .withRaces: options.races
    case .pastTheScreen: options.domain.isPastTheScreen
    }
  }

  func options(_ base: SearchOptions, _ machine: Machine) -> SearchOptions {
    var options = base
    (options.races, options.ties) = (self == .withRaces, self == .withRaces && base.ties)
    options.domain.isPastTheScreen = self == .pastTheScreen
    if self == .withAnyAnswer { options.answerAtAnyTime(machine) }
    return options
  }
}

extension SearchOptions {
  /// Every request may wait, get any answer, or time out: the preparation makes services with a time-out silent and
  /// the others manual.
  package mutating func answerAtAnyTime(_ machine: Machine) {
    domain.answersRequests = true
    let program = machine.program
    for (index, service) in program.services.enumerated() where program.serviceIndex(named: service.name) == index {
      let answer: ServiceBehaviour.Answer = service.timeout == nil ? .manual : .never
      preparation.append(.service(name: service.name.text, ServiceBehaviour(answer: answer)))
    }
  }
}
