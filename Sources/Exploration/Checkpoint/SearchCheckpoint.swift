/// How far a search has come: the move that led to each state first, and what was found. Everything else follows from that, so it
/// is found again by making each of these moves once.
package struct SearchCheckpoint: Equatable, Sendable {
  /// A state behind the first, by its number.
  struct State: Equatable, Sendable {
    let parent: Int
    let drive: Drive
    /// Where time alone leads; -1 where that is nowhere, or not known yet.
    let later: Int
  }

  /// What was found first of a cause: in a state, or by a step out of it.
  struct Found: Equatable, Sendable {
    /// Without its script.
    let finding: Finding
    let count: Int
    let place: FindingPlace
  }

  /// From number 1 on.
  var states: [State] = []
  /// Where time alone leads from the first state; -1 as above.
  var firstLater = -1
  /// The moves of all states with a lower number were made.
  var followed = 0
  /// The first state that is one command deeper than those whose moves come next.
  var levelEnd = 0
  var depth = 0
  var steps = 0
  /// How many states were not followed, as the search told it last.
  var frontier = 0
  var findings: [Found] = []
  /// Of the keys of all states.
  var keys = ""

  init() {}
}

/// Where a finding was found first.
struct FindingPlace: Equatable, Sendable {
  let state: Int
  /// The step out of the state that shows it; nil when the state does.
  let drive: Drive?
}

/// Why a search cannot go on from a checkpoint.
package enum ResumptionFailure: Error, Hashable, Sendable {
  /// The machine does something else now, or the checkpoint is of another search.
  case leadsElsewhere
  /// More states are known than the bound lets be seen.
  case beyondStates(Int)
  /// Longer scripts are known than the bound lets be seen.
  case beyondDepth(Int)
}
