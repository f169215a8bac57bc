import Traces
import Turns

/// Writes JSON lines: `diff` with the compared runs, `finding`s, `tally`s, `verdict`. The second key is the schema
/// version.
///
/// A step is its numbers in both runs, with null for a missing step. Secrets are `{"#secret":1}`.
package enum DifferenceJSON {
  package static let version = 1

  /// Without line ends.
  package static func lines(_ difference: TraceDifference) -> [String] { values(difference).map(\.json) }

  package static func values(_ difference: TraceDifference) -> [Value] {
    [header(difference)] + difference.findings.map(finding) + difference.tallies.map(tally) + [verdict(difference)]
  }

  private static func header(_ difference: TraceDifference) -> Value {
    let runs = DiffSide.allCases.map { side -> Value in
      let header = difference.headers[side]
      let members = [
        Member("machine", .string(header.machine.text)), Member("definition", .string(header.definition)),
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

  /// - Parameter verdict: Nil if nothing was found and the search was incomplete.
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

extension DifferenceJSON {
  package static func content(_ finding: Divergence) -> Value {
    let head = [
      Member("finding", .string(finding.content.word)), Member("class", .string(finding.differenceClass.rawValue)),
    ]
    return .record(head + content(finding.content))
  }

  static func finding(_ finding: Divergence) -> Value {
    var members = [
      Member("finding", .string(finding.content.word)), Member("v", .int(version)),
      Member("class", .string(finding.differenceClass.rawValue)), Member("step", place(finding.place)),
      Member("stimulus", stimulus(finding)),
    ]
    members += content(finding.content)
    if !finding.repetitions.isEmpty { members.append(Member("repeated", .list(finding.repetitions.map(place)))) }
    if !finding.carries.isEmpty { members.append(Member("carried", .list(finding.carries.map(carry)))) }
    return .record(members)
  }

  private static func place(_ place: Divergence.Place) -> Value {
    [place.a.map { .int($0) } ?? .null, place.b.map { .int($0) } ?? .null]
  }

  private static func stimulus(_ finding: Divergence) -> Value {
    let stimuli = finding.stimulus
    if case .stimulus = finding.content { return .list([cause(stimuli.a), cause(stimuli.b)]) }
    return cause(stimuli.a ?? stimuli.b)
  }

  private static func cause(_ cause: Cause?) -> Value {
    guard let cause else { return .null }
    var members = [Member("event", .string(cause.event)), Member("on", .string(cause.target))]
    if let value = cause.value { members.append(Member("value", value)) }
    if cause.isHeld { members.append(Member("held", true)) }
    return .record(members)
  }

  private static func content(_ content: Divergence.Content) -> [Member] {
    switch content {
    case .step(let side, let reactions):
      [Member("side", .string(side.rawValue)), Member("reactions", .list(reactions.map(reaction)))]
    case .absent(let side, let reason, let reactions):
      [
        Member("side", .string(side.rawValue)), Member("reason", .string(reason)),
        Member("reactions", .list(reactions.map(reaction))),
      ]
    case .stimulus: []
    case .only(let side, let reaction):
      [Member("side", .string(side.rawValue)), Member("reaction", self.reaction(reaction))]
    case .changed(let sides, let changes):
      [Member("reactions", pair(sides)), Member("changes", .list(changes.map(change)))]
    case .shifted(let pairs): [Member("reactions", .list(pairs.map(pair)))]
    case .reordered(let reaction, let side, let neighbour):
      [
        Member("reaction", self.reaction(reaction)), Member("firstOn", .string(side.rawValue)),
        Member("neighbour", self.reaction(neighbour)),
      ]
    }
  }

  private static func pair(_ sides: Sides<Reaction>) -> Value { [reaction(sides.a), reaction(sides.b)] }

  private static func reaction(_ reaction: Reaction) -> Value {
    var members = [
      Member("kind", .string(reaction.subject.kind.rawValue)), Member("name", .string(reaction.subject.name.text)),
      Member("at", .int(reaction.offset)),
    ]
    if let old = reaction.old { members.append(Member("old", old)) }
    return .record(members + [Member("values", .list(reaction.values))])
  }

  /// A side without a value has no key.
  private static func change(_ change: ValueChange) -> Value {
    let path = change.path.map { element -> Value in
      switch element {
      case .member(let name): .string(name.text)
      case .index(let places): place(places)
      }
    }
    let sides = DiffSide.allCases.compactMap { side in change.sides[side].map { Member(side.rawValue, $0) } }
    return .record([Member("path", .list(path))] + sides)
  }

  private static func carry(_ carry: Divergence.Carry) -> Value {
    [
      "kind": .string(carry.subject.kind.rawValue), "name": .string(carry.subject.name.text),
      "laterSteps": .int(carry.laterSteps), "reconverges": carry.reconverges.map(place) ?? .null,
    ]
  }
}
