import Statecharts
import ViewModels

/// What a search saw.
package struct SearchReport: Equatable, Sendable {
  /// One for each cause, in the order in which they were found.
  package var findings: [Finding] = []
  /// How often each was met, in the same order.
  package var counts: [Int] = []
  /// Distinct states.
  package var states = 0
  /// Steps that were made.
  package var steps = 0
  /// The most commands after which every state has been seen with all that follows from it.
  package var completeDepth = 0
  /// How many states were found whose moves were not made.
  package var frontier = 0
  /// What grew along the way to the state that was found last, when a bound came first.
  package var growth: [Growth] = []
  /// What came nearer or was put off along that way.
  package var countdowns: [Countdown] = []
  /// What it did not try, reach or test: as far as it was, where a bound came first.
  package var untried = Untried()
  /// What ended the search; nil when everything was searched.
  package var bound: SearchBound?

  /// What was not looked at when the search had ended, since no time was left.
  package var unlooked: [Unlooked] = []

  package enum Unlooked: Hashable, Sendable {
    /// Whether time alone goes round, in one circle at least.
    case circles
    /// Whether a promise is kept, by its name.
    case promise(String)
    /// Whether something can come about again, by its name.
    case recurrence(String)
    /// What makes the states endless, or many.
    case growth
  }

  package var isComplete: Bool { bound == nil }

  /// How likely it is at most that a step led to a new state that was taken for a known one: d·(g−d)/2¹²⁸.
  package var collisionBound: Double {
    Double(states) * Double(max(0, steps - states)) / 3.402823669209385e38
  }

  /// Where the finding of a cause stands.
  private var places: [Finding.Group: Int] = [:]

  package init() {}

  /// Whether something of the same cause was found.
  func knows(_ finding: Finding) -> Bool { places[finding.group] != nil }

  /// Takes a finding in; the script is made for the first of a cause.
  ///
  /// - Parameter script: Answers nil when no time is left to make it.
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

/// Searches that together see what one alone does not, the cheapest first: services answer as they are defined; any answer
/// comes at any time, or none, so that time-outs do; the program acts past the screen; a command comes between a turn and what
/// it made due.
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
  /// Lets every request wait, be answered with every outcome at any time, or end by its time-out where its service has one.
  ///
  /// Every script begins with that: the services with a time-out are silent, the others wait for a typed answer.
  package mutating func answerAtAnyTime(_ machine: Machine) {
    domain.answersRequests = true
    let program = machine.program
    for (index, service) in program.services.enumerated() where program.serviceIndex(named: service.name) == index {
      let answer: ServiceBehaviour.Answer = service.timeout == nil ? .manual : .never
      preparation.append(.service(name: service.name.text, ServiceBehaviour(answer: answer)))
    }
  }
}
