import ViewModels

/// What a search looks at, and where it ends.
package struct SearchOptions: Sendable {
  /// The values that are tried, and how far the outside reaches.
  package var domain = MoveDomain()
  /// What is done before the search begins; every script begins with it.
  package var preparation: [Stimulus] = []
  /// Whether a stimulus may come between a turn and the work that it made due.
  package var races = true
  /// Whether work of several sources that is due at one instant runs in every order.
  package var ties = true
  /// The most commands of a script.
  package var depth = Int.max
  /// The most states.
  package var states = 1_000_000

  package init() {}
}

/// What ended a search before everything was seen.
package enum SearchBound: Hashable, Sendable {
  case depth(Int)
  case states(Int)
  /// Whoever runs the search ended it.
  case interrupted
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
