import Traces
import Turns

extension DifferenceJSON {
  /// What differs, without where.
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

  /// Both stimuli where they differ, else the one that there is.
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

  /// A side that has nothing at the path has no key.
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

extension Divergence.Content {
  /// The kind of the finding.
  fileprivate var word: String {
    switch self {
    case .step: "step"
    case .absent: "absent"
    case .stimulus: "stimulus"
    case .only: "only"
    case .changed: "changed"
    case .shifted: "shifted"
    case .reordered: "reordered"
    }
  }
}
