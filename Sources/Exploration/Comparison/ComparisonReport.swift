import Traces
import ViewModels

/// What a comparison looks at, and where it ends.
package struct ComparisonOptions: Sendable {
  /// The values that are tried, and how far the outside reaches.
  package var domain = MoveDomain()
  /// Whether a command may come between a turn and the work that it made due, once between two rests.
  package var races = false
  /// Whether the search goes on behind a difference.
  package var goesThrough = false
  /// The most commands of a script.
  package var depth = Int.max
  /// The most pairs of states.
  package var pairs = 20_000

  package init() {}
}

/// What a comparison saw.
package struct ComparisonReport: Sendable {
  /// A difference with a shortest script that shows it.
  package struct Cause: Sendable {
    package let difference: StepDifference
    /// What is done from where the search begins; the last shows it.
    package let script: [DrivenStimulus]
    /// In how many steps it was met.
    package fileprivate(set) var count = 1
  }

  /// In what the two differ where the search begins; nil for nothing.
  package var opening: StepDifference?
  /// One for each difference, the shortest script first.
  package private(set) var causes: [Cause] = []
  private var places: [StepDifference.Cause: Int] = [:]
  /// Distinct pairs of states.
  package var pairs = 0
  /// Steps that both made.
  package var steps = 0
  /// The most commands after which every pair has been seen with all that follows from it.
  package var completeDepth = 0
  /// How many pairs were found whose stimuli were not given.
  package var frontier = 0
  /// What ended the search; nil when everything was seen.
  package var bound: SearchBound?

  package var isComplete: Bool { bound == nil }
  package var isEqual: Bool { causes.isEmpty && opening == nil }

  func knows(_ difference: StepDifference) -> Bool { places[difference.cause] != nil }

  mutating func add(_ difference: StepDifference, after script: [DrivenStimulus]) {
    places[difference.cause] = causes.count
    causes.append(Cause(difference: difference, script: script))
  }

  mutating func count(_ difference: StepDifference) {
    if let place = places[difference.cause] { causes[place].count += 1 }
  }
}
