import Differences
import Traces
import ViewModels

/// What a comparison looks at, and where it ends.
package struct ComparisonOptions: Sendable {
  /// The values that are tried, and how far the outside reaches.
  package var domain = MoveDomain()
  /// Whether a command may come between a turn and the work that it made due, once between two rests.
  package var races = false
  /// What counts. What is ignored is no difference; behind what does not fail everything counts.
  package var policy = DifferencePolicy()
  /// The most commands of a script.
  package var depth = Int.max
  /// The most pairs of states.
  package var pairs = Int.max
  /// The most steps.
  package var steps = Int.max
  /// About how many steps are made behind differences.
  package var stepsBehind = 1_000

  package init() {}

  /// The bounds that were given. Without one the search ends as one for findings does.
  package init(depth: Int?, pairs: Int? = nil) {
    if depth == nil, pairs == nil { steps = SearchOptions.stepsWithoutBound }
    self.depth = depth ?? self.depth
    self.pairs = pairs ?? self.pairs
  }
}

/// What a comparison saw.
package struct ComparisonReport: Sendable {
  /// A difference with a shortest script that shows it.
  package struct Cause: Sendable {
    package let difference: StepDifference
    /// What is done from where the search begins; the last shows it.
    package let script: [DrivenStimulus]
    /// The place of the cause that its script passes and behind which it is; nil for one before every other.
    package let behind: Int?
    /// In how many steps it was met.
    package fileprivate(set) var count = 1
  }

  /// In what the two differ where the search begins; nil for nothing.
  package internal(set) var opening: StepDifference? {
    didSet { if let opening { verdict = verdict.combined(with: opening.verdict) } }
  }
  /// One for each difference, the shortest script first.
  package private(set) var causes: [Cause] = []
  private var places: [StepDifference.Cause: Int] = [:]
  /// What every difference that was met means, those that are counted with another too.
  package private(set) var verdict = Verdict.identical
  /// Distinct pairs of states.
  package var pairs = 0
  /// Steps that both made.
  package var steps = 0
  /// Steps behind a difference, of which only broken laws and crashes count.
  package var stepsBehind = 0
  /// The laws that broke and the machines that crashed on one side alone.
  private(set) var faults: Set<Reaction.Subject> = []
  /// The most commands after which every pair has been seen with all that follows from it.
  package var completeDepth = 0
  /// In how many steps something differed that nothing shows.
  package private(set) var internalSteps = 0
  /// How many pairs were found whose stimuli were not given.
  package var frontier = 0
  /// What was not tried or reached of each; nil of one that cannot say.
  package var untried = Sides<Untried?>(a: nil, b: nil)
  /// What ended the search; nil when everything was searched.
  package var bound: SearchBound?

  package var isComplete: Bool { bound == nil }
  package var isEqual: Bool { causes.isEmpty && opening == nil }
  /// The differences, the one where the search begins first.
  package var differences: [StepDifference] { [opening].compactMap(\.self) + causes.map(\.difference) }

  /// Returns a difference without what nothing shows, and counts the step if that is something.
  ///
  /// - Parameter shown: Nil where everything counts.
  mutating func counting(_ difference: StepDifference, _ shown: ShownFields?) -> StepDifference? {
    guard let shown else { return difference }
    let seen = difference.seen(shown)
    if seen?.findings.count != difference.findings.count { internalSteps += 1 }
    return seen
  }

  /// Whether a difference has a cause that is known.
  func knows(_ difference: StepDifference) -> Bool { places[difference.cause] != nil }

  /// Takes in a difference: with the known one of its cause, or as the first of a new one.
  ///
  /// - Parameters:
  ///   - origin: The place of the cause from which it follows; nil for a difference of its own.
  ///   - behind: The place of the cause behind which it is.
  ///   - script: What shows it; of a cause that is known it does not count.
  /// - Returns: The place of the cause.
  mutating func add(
    _ difference: StepDifference, of origin: Int?, behind: Int?, after script: [DrivenStimulus]
  ) -> Int {
    verdict = verdict.combined(with: difference.verdict)
    faults.formUnion(difference.faults)
    if let place = origin ?? places[difference.cause] {
      if origin == nil { causes[place].count += 1 }
      return place
    }
    places[difference.cause] = causes.count
    causes.append(Cause(difference: difference, script: script, behind: behind))
    return causes.count - 1
  }
}

/// The two machines of a report, one of which may be of another process.
package struct ComparedMachines: Sendable {
  /// What a report tells of one of them.
  package struct Facts: Sendable {
    /// What it is called there.
    package var title: Name
    package var definitionHash: String
    package var parts: [DefinitionPart]

    package init(title: Name, definitionHash: String, parts: [DefinitionPart]) {
      self.title = title
      self.definitionHash = definitionHash
      self.parts = parts
    }
  }

  package let facts: Sides<Facts>
  /// Those of this process, which can spell commands.
  package let present: [Machine]

  package init(_ machines: Sides<Machine>) {
    facts = machines.map { Facts(title: $0.title, definitionHash: $0.definitionHash, parts: $0.parts) }
    present = [machines.a, machines.b]
  }

  /// - Parameter base: The one of another process.
  package init(base: Facts, own: Machine) {
    facts = Sides(
      a: base, b: Facts(title: own.title, definitionHash: own.definitionHash, parts: own.parts))
    present = [own]
  }

  package var titles: Sides<Name> { facts.map(\.title) }
  package var definitions: DefinitionDifference { DefinitionDifference(facts.map(\.parts)) }
}
