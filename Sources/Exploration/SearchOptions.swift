import Statecharts
import ViewModels

package struct SearchOptions: Sendable {
  /// The values to try, and the kinds of moves.
  package var domain = MoveDomain()
  /// Done before the search; every script begins with it.
  package var preparation: [Stimulus] = []
  /// How many stimuli may come in a row between a turn and its due work. Without a bound, stimuli that create due
  /// work can give endless states.
  package var between = Int.max
  /// Whether work of several sources due at one instant runs in every order.
  package var ties = true
  /// Whether each history of an object counts as a state, since an object may hold more than its fields show.
  package var countsHistories = false
  package var depth = Int.max
  package var states = 1_000_000
  /// The most steps; the state that exceeds it is still expanded completely.
  package var steps = Int.max
  /// The most bytes of states and waiting work. Shared parts count for each snapshot; sizes are sampled.
  package var memory = 1_000_000_000
  /// At most 16 threads, or copies of the process for objects; the result does not depend on the number. Measuring
  /// uses one.
  package var workers = 1
  /// Called on every worker before each state and each move, because a state can have many moves. Once it returns a
  /// bound, it must keep returning one.
  package var interruption: @Sendable () -> SearchBound? = { nil }
  /// Whether the time for scripts and final checks is up. Once true, it must stay true.
  package var isOver: @Sendable () -> Bool = { false }
  package var laws: [StateLaw] = []
  package var promises: [Promise] = []
  package var recurrences: [Recurrence] = []
  /// Keeps every step with its command and findings; 24 bytes per step.
  package var keepsSteps = false
  /// What of each state `SearchedGraph.projections` keeps, such as its screen; needs `keepsSteps`.
  package var projection: (@Sendable (Snapshot) -> Fingerprint)?
  /// Measures how each coverage item is first reached; slows every step.
  package var measures = false
  /// The coverage goals; the search ends when all are reached. Nil for none.
  package var goals: [CoverageItem]?
  package var endsAtFirstGoal = false
  /// Whether this move, possible in this state, ends the search.
  package var wanted: (@Sendable (Stimulus, Snapshot) -> Bool)?

  package init() {}

  /// The default bound: about ten seconds on machines of 2026. Counted in steps, so that results are the same on
  /// all machines.
  package static let stepsWithoutBound = 300_000

  /// Whether a stimulus may come between a turn and its due work.
  package var races: Bool {
    get { between > 0 }
    set { between = newValue ? .max : 0 }
  }
}

package struct StateLaw: Sendable {
  package enum Kind: Sendable {
    /// It must hold in every state.
    case law
    /// A state where it holds ends the search.
    case goal
  }

  package var name: String
  package var kind: Kind
  package var holds: @Sendable (Snapshot) -> Bool

  package init(_ name: String, _ kind: Kind, _ holds: @escaping @Sendable (Snapshot) -> Bool) {
    self.name = name
    self.kind = kind
    self.holds = holds
  }
}

package enum SearchBound: Hashable, Sendable {
  case depth(Int)
  case states(Int)
  /// Also the default bound.
  case steps(Int)
  /// In seconds, measured by the caller.
  case time(Int)
  case memory(Int)
  /// Scripts driven.
  case runs(Int)
  case reached
  case interrupted
  /// The code of the machine ended too often by a trap.
  case traps
}

/// A driving command of a script. If held, it leaves the work it makes due waiting.
package struct DrivenStimulus: Hashable, Sendable {
  package var stimulus: Stimulus
  package var isHeld: Bool

  package init(_ stimulus: Stimulus, isHeld: Bool = false) {
    self.stimulus = stimulus
    self.isHeld = isHeld
  }

  static var nextInstant: DrivenStimulus { DrivenStimulus(.advance(milliseconds: nil)) }
}
