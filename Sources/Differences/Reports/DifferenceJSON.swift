import Traces
import Turns

/// Writes a difference for programs: one object per line, whose first key is its kind and whose second is the version
/// of this schema.
///
/// The first line is the `diff` with the runs that were compared, then come the `finding`s in order, the `tally`s, and
/// last the `verdict`. A step is written as its numbers in both runs, `[3,3]`, with null for a run that lacks it; a
/// reaction as kind, name, time since the stimulus, old value and payload. Secrets are `{"#secret":1}`.
package enum DifferenceJSON {
  package static let version = 1

  /// The lines, without line ends.
  package static func lines(_ difference: TraceDifference) -> [String] {
    let values =
      [header(difference)] + difference.findings.map(finding) + difference.tallies.map(tally) + [verdict(difference)]
    return values.map(\.json)
  }

  private static func header(_ difference: TraceDifference) -> Value {
    let runs = DiffSide.allCases.map { side -> Value in
      let header = difference.headers[side]
      let members = [
        Member("machine", .string(header.machine)), Member("definition", .string(header.definition)),
        Member("case", .string(header.title)), Member("stimuli", .int(difference.stimuli[side])),
        Member("complete", .bool(difference.isComplete[side])),
      ]
      return .record(members + (header.seed.map { [Member("seed", .string(String($0)))] } ?? []))
    }
    let coarse = difference.coarse.map { Value.list([range($0.a), range($0.b)]) }
    return [
      "diff": .list(runs), "v": .int(version), "sameStimuli": .bool(difference.hasSameStimuli),
      "coarse": .list(coarse),
    ]
  }

  /// The first step of a stretch and the one behind its last.
  private static func range(_ steps: Range<Int>) -> Value { [.int(steps.lowerBound), .int(steps.upperBound)] }

  private static func tally(_ tally: TraceDifference.Tally) -> Value {
    [
      "tally": .string(tally.subject.kind.rawValue), "v": .int(version), "name": .string(tally.subject.name.text),
      "counts": [.int(tally.counts.a), .int(tally.counts.b)],
    ]
  }

  private static func verdict(_ difference: TraceDifference) -> Value {
    verdict(
      difference.verdict, difference.counts.flatMap { Array(repeating: $0.key, count: $0.count) },
      internals: difference.internalCount)
  }

  /// The last line of a comparison.
  ///
  /// - Parameters:
  ///   - verdict: Nil where nothing was found and not everything was searched.
  ///   - classes: The class of each difference.
  ///   - internals: How many differences were left out since nothing shows them.
  package static func verdict(_ verdict: Verdict?, _ classes: [DifferenceClass], internals: Int = 0) -> Value {
    let counts = DifferenceClass.allCases.compactMap { sort -> Member? in
      let count = classes.count { $0 == sort }
      return count == 0 ? nil : Member(sort.rawValue, .int(count))
    }
    let members = [
      Member("verdict", verdict.map { .string($0.rawValue) } ?? .null), Member("v", .int(version)),
      Member("differences", .int(classes.count)), Member("classes", .record(counts)),
    ]
    return .record(members + (internals == 0 ? [] : [Member("internal", .int(internals))]))
  }
}
