import Sequences
import Traces
import Turns

/// The differences between two runs, with their repetitions and consequences.
///
/// Times are relative to each step's stimulus; the times of the stimuli are not compared.
package struct TraceDifference: Sendable {
  /// Different numbers of occurrences over the whole runs.
  package struct Tally: Hashable, Sendable {
    /// Without ordinals; pages are counted by name.
    package var subject: Reaction.Subject
    package var counts: Sides<Int>
  }

  /// Steps that a longer search might pair better.
  package typealias CoarseStretch = Sides<Range<Int>>

  package var headers: Sides<Trace.Header>
  /// False for a truncated trace.
  package var isComplete: Sides<Bool>
  package var stimuli: Sides<Int>
  package var hasSameStimuli: Bool
  package var coarse: [CoarseStretch]
  package var findings: [Divergence]
  package private(set) var internalCount = 0
  /// Most severe first.
  package var tallies: [Tally]
  /// By kind and name, without rows and ordinals.
  var subjects: Sides<Set<Reaction.Subject>>

  /// Linear for similar runs; otherwise the alignment's cap bounds the cost.
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

  mutating func leaveOutInternals() {
    let shown = ShownFields(headers.map(\.shown))
    let isInternal = { (subject: Reaction.Subject) in !shown.contain(subject) }
    internalCount += findings.filter { $0.isAbout(isInternal) }.reduce(0) { $0 + $1.count }
    findings.removeAll { $0.isAbout(isInternal) }
    for index in findings.indices { findings[index].carries.removeAll { isInternal($0.subject) } }
    tallies.removeAll { isInternal($0.subject) }
  }

  /// Includes repetitions; most severe class first.
  package var counts: [(key: DifferenceClass, count: Int)] {
    DifferenceClass.allCases.compactMap { sort in
      let count = findings.filter { $0.differenceClass == sort }.reduce(0) { $0 + $1.count }
      return count == 0 ? nil : (sort, count)
    }
  }
}
