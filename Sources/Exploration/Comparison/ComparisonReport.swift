import Differences
import Traces
import ViewModels

package struct ComparisonOptions: Sendable {
  package var domain = MoveDomain()
  /// Whether one command may come between a turn and its due work.
  package var races = false
  /// What counts. What is ignored is no difference; behind what does not fail everything counts.
  package var policy = DifferencePolicy()
  package var depth = Int.max
  package var pairs = Int.max
  package var steps = Int.max
  /// About how many steps are made behind differences.
  package var stepsBehind = 1_000
  /// Whether what is offered last is tried first.
  package var isBackward = false

  package init() {}

  /// Nil bounds are unlimited; without any, the search has the default step bound.
  package init(depth: Int?, pairs: Int? = nil) {
    if depth == nil, pairs == nil { steps = SearchOptions.stepsWithoutBound }
    self.depth = depth ?? self.depth
    self.pairs = pairs ?? self.pairs
  }
}

package struct ComparisonReport: Sendable {
  package struct Cause: Sendable {
    package let difference: StepDifference
    /// The last command shows the difference.
    package let script: [DrivenStimulus]
    /// The place of the cause that its script passes and behind which it is; nil for one before every other.
    package let behind: Int?
    package fileprivate(set) var count = 1
  }

  package internal(set) var opening: StepDifference? {
    didSet { if let opening { verdict = verdict.combined(with: opening.verdict) } }
  }
  package private(set) var causes: [Cause] = []
  private var places: [StepDifference.Cause: Int] = [:]
  /// The verdict over all differences, including those counted with an earlier one.
  package private(set) var verdict = Verdict.identical
  package var pairs = 0
  package var steps = 0
  /// Steps behind a difference, of which only broken laws and crashes count.
  package var stepsBehind = 0
  /// The laws that broke and the machines that crashed on one side alone.
  private(set) var faults: Set<Reaction.Subject> = []
  /// All scripts with at most this many commands were tried.
  package var completeDepth = 0
  /// The number of steps that differed only in internal fields.
  package private(set) var internalSteps = 0
  /// The number of pairs found but not expanded.
  package var frontier = 0
  /// Nil if unknown.
  package var untried = Sides<Untried?>(a: nil, b: nil)
  package var bound: SearchBound?

  package var isComplete: Bool { bound == nil }
  package var isEqual: Bool { causes.isEmpty && opening == nil }
  /// The difference at the start comes first.
  package var differences: [StepDifference] { [opening].compactMap(\.self) + causes.map(\.difference) }

  /// Removes internal fields from a difference, and counts the step if that changes it.
  ///
  /// - Parameter shown: Nil if every field counts.
  mutating func counting(_ difference: StepDifference, _ shown: ShownFields?) -> StepDifference? {
    guard let shown else { return difference }
    let seen = difference.seen(shown)
    if seen?.findings.count != difference.findings.count { internalSteps += 1 }
    return seen
  }

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

package struct ComparedMachines: Sendable {
  package struct Facts: Sendable {
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
  /// The machines of this process, which can print commands.
  package let present: [Machine]

  /// - Parameter names: Of a diagram that is compared with the machine b.
  package init(_ machines: Sides<Machine>, design names: DesignNames? = nil) {
    var facts = machines.map { Facts(title: $0.title, definitionHash: $0.definitionHash, parts: $0.parts) }
    if let names { (facts.a.parts, facts.b.parts) = (names.parts.a, names.parts.b) }
    self.facts = facts
    present = [machines.a, machines.b]
  }

  /// - Parameter base: The machine of another process.
  package init(base: Facts, own: Machine) {
    facts = Sides(
      a: base, b: Facts(title: own.title, definitionHash: own.definitionHash, parts: own.parts))
    present = [own]
  }

  package var titles: Sides<Name> { facts.map(\.title) }
  package var definitions: DefinitionDifference { DefinitionDifference(facts.map(\.parts)) }
}
