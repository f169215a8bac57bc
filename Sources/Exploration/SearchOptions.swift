import Statecharts
import ViewModels

/// What a search looks at, and where it ends.
package struct SearchOptions: Sendable {
  /// The values that are tried, and how far the outside reaches.
  package var domain = MoveDomain()
  /// What is done before the search begins; every script begins with it.
  package var preparation: [Stimulus] = []
  /// How many stimuli may come, one after the other, between a turn and the work that it made due. Without a bound, stimuli
  /// that each make work due may give ever new states.
  package var between = Int.max
  /// Whether work of several sources that is due at one instant runs in every order.
  package var ties = true
  /// The most commands of a script.
  package var depth = Int.max
  /// The most states.
  package var states = 1_000_000
  /// The most steps; the state that exceeds them is followed to its end.
  package var steps = Int.max
  /// The most bytes that states and what waits to be followed may hold; what snapshots share is counted for each, and of so many
  /// states one is measured for all.
  package var memory = 1_000_000_000
  /// How many threads make moves, at most 16; what is found does not depend on it. What is measured is measured by one.
  package var workers = 1
  /// What ends the search from outside; nil as long as nothing does. Asked before each state and each move, since a state with many
  /// moves takes long: a worker drops it then. Once it is something it stays so.
  package var interruption: @Sendable () -> SearchBound? = { nil }
  /// Whether no time is left: for scripts, and for what is looked for on all steps together when the search has ended. Asked again
  /// and again there; once it is so it stays so.
  package var isOver: @Sendable () -> Bool = { false }
  /// What every state is held to, besides the properties of the machine.
  package var laws: [StateLaw] = []
  /// What has to come after something.
  package var promises: [Promise] = []
  /// What has to be possible again and again.
  package var recurrences: [Recurrence] = []
  /// Whether every step is kept, with its command and what it breaks; 24 bytes for each then.
  package var keepsSteps = false
  /// Whether it is found how everything that the machine declares is first taken; every step costs more then.
  package var measures = false
  /// Which of what can be taken ends the search when it was taken, all of it; nil when nothing does.
  package var goals: [CoverageItem]?
  /// Whether one of the goals is enough.
  package var endsAtFirstGoal = false
  /// The move that is looked for, and where it is to be made.
  package var wanted: (@Sendable (Stimulus, Snapshot) -> Bool)?

  package init() {}

  /// Where a search ends that has no bound: about ten seconds on the machines of 2026. A number of steps, so that it is the same
  /// on every machine.
  package static let stepsWithoutBound = 300_000

  /// Whether a stimulus may come between a turn and the work that it made due.
  package var races: Bool {
    get { between > 0 }
    set { between = newValue ? .max : 0 }
  }
}

/// What a state is held to, or what is looked for among the states.
package struct StateLaw: Sendable {
  package enum Kind: Sendable {
    /// Where it does not hold, it is broken.
    case law
    /// Where it holds, the search has found what was wanted.
    case goal
  }

  /// As it was written.
  package var name: String
  package var kind: Kind
  package var holds: @Sendable (Snapshot) -> Bool

  package init(_ name: String, _ kind: Kind, _ holds: @escaping @Sendable (Snapshot) -> Bool) {
    self.name = name
    self.kind = kind
    self.holds = holds
  }
}

/// What ended a search before everything was searched.
package enum SearchBound: Hashable, Sendable {
  case depth(Int)
  case states(Int)
  /// Where a search ends that has no bound.
  case steps(Int)
  /// Seconds of the clock on the wall; whoever runs the search measures them.
  case time(Int)
  /// Bytes.
  case memory(Int)
  /// Scripts that were driven.
  case runs(Int)
  /// What was wanted is found.
  case reached
  /// Whoever runs the search ended it.
  case interrupted
  /// The code of the machine ended too often by a trap.
  case traps
}

/// A driving command of a script.
package struct DrivenStimulus: Hashable, Sendable {
  package var stimulus: Stimulus
  package var isHeld: Bool

  package init(_ stimulus: Stimulus, isHeld: Bool = false) {
    self.stimulus = stimulus
    self.isHeld = isHeld
  }
}
