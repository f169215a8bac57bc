import Sequences
import Traces
import Turns

/// What differs between two runs: causes in order, with what follows from them folded under them.
///
/// Compared is behaviour: what each step did to regions, services, outputs, the screen, the store and the fields, what was
/// refused, and when, counted from the step's stimulus. `DifferencePolicy` leaves out what nobody sees. The moments of the stimuli themselves are
/// not compared: where time passes by a stimulus, the stimuli say so.
package struct TraceDifference: Sendable {
  /// How often something happened in each whole run, where the numbers differ.
  package struct Tally: Hashable, Sendable {
    /// The kind and name, without ordinals; pages are counted by name.
    package var subject: Reaction.Subject
    package var counts: Sides<Int>
  }

  /// The steps among which more could perhaps be paired: the search stopped at its cap.
  package typealias CoarseStretch = Sides<Range<Int>>

  package var headers: Sides<Trace.Header>
  /// Whether the runs were recorded to their ends.
  package var isComplete: Sides<Bool>
  /// How many stimuli the runs have.
  package var stimuli: Sides<Int>
  package var hasSameStimuli: Bool
  package var coarse: [CoarseStretch]
  /// In the order of the steps.
  package var findings: [Divergence]
  /// How many differences were left out since they are of fields that nothing shows.
  package private(set) var internalCount = 0
  /// Gravest first.
  package var tallies: [Tally]
  /// What each run has at all, by kind and name; rows and ordinals count as one.
  var subjects: Sides<Set<Reaction.Subject>>

  /// Compares two runs.
  ///
  /// Cost: linear for runs that are alike; where the stimuli differ in many places, bounded by the alignment's cap.
  package init(from a: Trace, to b: Trace) {
    let keys = RowKeys(commonTo: Sides(a: a.header.keys, b: b.header.keys))
    let runs = Sides(a: RunSteps(a), b: RunSteps(b))
    var numbers = Numbering<Value>()
    let numbered = runs.map { run in run.steps.map { numbers.number(of: $0.stimulus.identity) } }
    let alignment = StepAlignment(numbered: numbered, below: numbers.count) { runs[$1].steps[$0].stimulus }
    var comparison = TraceComparison(HeldSteps(runs: runs), by: keys)
    comparison.compare(alignment)
    self.init(
      headers: Sides(a: a.header, b: b.header), isComplete: Sides(a: a.end != nil, b: b.end != nil), alignment,
      comparison, stimuli: runs.map { $0.steps.count - 1 })
  }

  init(
    headers: Sides<Trace.Header>, isComplete: Sides<Bool>, _ alignment: StepAlignment,
    _ comparison: TraceComparison<some StepSource>, stimuli: Sides<Int>
  ) {
    self.headers = headers
    self.isComplete = isComplete
    self.stimuli = stimuli
    hasSameStimuli = alignment.hasSameStimuli
    coarse = alignment.coarse.map { Sides(a: $0.a, b: $0.b) }
    findings = comparison.findings
    tallies = comparison.tallies
    subjects = comparison.subjects
  }

  /// Leaves out what is of fields that nothing shows in either run.
  mutating func leaveOutInternals() {
    let shown = ShownFields(headers.map(\.shown))
    let isInternal = { (subject: Reaction.Subject) in !shown.contain(subject) }
    internalCount += findings.filter { $0.isAbout(isInternal) }.reduce(0) { $0 + $1.count }
    findings.removeAll { $0.isAbout(isInternal) }
    for index in findings.indices { findings[index].carries.removeAll { isInternal($0.subject) } }
    tallies.removeAll { isInternal($0.subject) }
  }

  /// How many differences there are of each class that has some, repetitions included; gravest class first.
  package var counts: [(key: DifferenceClass, count: Int)] {
    DifferenceClass.allCases.compactMap { sort in
      let count = findings.filter { $0.differenceClass == sort }.reduce(0) { $0 + $1.count }
      return count == 0 ? nil : (sort, count)
    }
  }
}
