import SeededRandom
import Testing
import Traces
import Turns

@testable import Differences

/// A difference says enough to make the second of what was compared from the first.
@Suite("what a difference says is all that differs")
struct DiffPatchTests {
  @Test("applying the changes of two values to the first gives the second", arguments: 0..<4)
  func values(part: UInt64) {
    var equal = 0
    for seed in part * 250..<part * 250 + 250 {
      var random = SplitMix64(seed: seed)
      let a = Self.value(depth: 3, &random)
      let b = Bool.random(using: &random) ? Self.edited(a, &random) : Self.value(depth: 3, &random)
      let changes = ValueComparison.changes(from: a, to: b)
      #expect(a.patched(changes)?.sorted == b.sorted, "seed \(seed)")
      #expect(changes.isEmpty == (a == b), "seed \(seed)")
      equal += a == b ? 1 : 0
    }
    #expect(equal < 200)
  }

  @Test("what a step's difference names on either side is all that the other side lacks")
  func steps() {
    for seed in UInt64(0)..<400 {
      let (first, second) = RandomRuns(seed: seed).pair()
      var states = Sides(a: RunState(), b: RunState())
      let runs = Sides(a: first, b: second).map { RunSteps($0) }
      for step in 0..<min(runs.a.steps.count, runs.b.steps.count) {
        let reactions = Sides(
          a: runs.a.reactions(of: step, from: &states.a), b: runs.b.reactions(of: step, from: &states.b))
        var named = Sides<[Value]>(a: [], b: [])
        for content in StepComparison(reactions).contents {
          switch content {
          case .only(let side, let reaction): named[side].append(reaction.identity)
          case .changed(let pair, _):
            named.a.append(pair.a.identity)
            named.b.append(pair.b.identity)
          case .shifted(let pairs):
            named.a += pairs.map(\.a.identity)
            named.b += pairs.map(\.b.identity)
          case .reordered, .step, .absent, .stimulus: break
          }
        }
        let all = reactions.map { $0.map(\.identity) }
        #expect(Self.counts(all.a, without: named.a) == Self.counts(all.b, without: named.b), "seed \(seed), \(step)")
      }
    }
  }

  @Test("turns of one instant that touch different things and change places differ in their order alone")
  func permuted() {
    var permuted = 0
    for seed in UInt64(0)..<300 {
      var random = SplitMix64(seed: seed)
      let turns = (0..<Int.random(in: 2...6, using: &random)).map { number -> Turn in
        let effects: [Effect] = [
          .set(field: "f\(number)", old: 0, new: .int(number + 1)), .output(subject: "o\(number)", value: .null),
          .moved(region: "r\(number)", from: "s", to: "t"),
        ]
        let chosen = effects.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
        return Turn(time: 100, cause: Cause(.hop, "work\(number)"), effects: Array(chosen))
      }
      let others = turns.shuffled(using: &random)
      let start = DiffFixture.user("tap", "b")
      let difference = TraceDifference(
        from: DiffFixture.trace([start] + turns), to: DiffFixture.trace([start] + others))
      let isSame = turns.map(\.cause.event) == others.map(\.cause.event)
      permuted += isSame ? 0 : 1
      #expect(difference.findings.isEmpty == isSame, "seed \(seed)")
      #expect(difference.findings.allSatisfy { $0.differenceClass == .order }, "seed \(seed)")
      #expect(difference.tallies.isEmpty, "seed \(seed)")
    }
    #expect(permuted > 150)
  }

  private static func counts(_ values: [Value], without others: [Value]) -> [Value: Int] {
    var counts: [Value: Int] = [:]
    for value in values { counts[value, default: 0] += 1 }
    for value in others { counts[value, default: 0] -= 1 }
    return counts.filter { $0.value != 0 }
  }

  // MARK: Random values

  private static func value(depth: Int, _ random: inout SplitMix64) -> Value {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0, 1: return .int(Int.random(in: 0..<3, using: &random))
    case 2: return [.null, true, 1.5].randomElement(using: &random)!
    case 3, 4: return .string(["é", "e\u{301}", "a", ""].randomElement(using: &random)!)
    case 5: return .list((0..<Int.random(in: 0..<5, using: &random)).map { _ in value(depth: depth - 1, &random) })
    case 6: return .record(members(depth, &random))
    default: return .enumeration(["x", "y"].randomElement(using: &random)!, members(depth, &random))
    }
  }

  private static func members(_ depth: Int, _ random: inout SplitMix64) -> [Member] {
    ["k", "l", "m"].shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
      .map { Member($0, value(depth: depth - 1, &random)) }
  }

  /// The value with one part of it changed.
  private static func edited(_ value: Value, _ random: inout SplitMix64) -> Value {
    switch value {
    case .list(var values) where !values.isEmpty:
      let place = values.indices.randomElement(using: &random)!
      switch Int.random(in: 0..<3, using: &random) {
      case 0: values.remove(at: place)
      case 1: values.insert(Self.value(depth: 1, &random), at: place)
      default: values[place] = edited(values[place], &random)
      }
      return .list(values)
    case .record(var members) where !members.isEmpty:
      let place = members.indices.randomElement(using: &random)!
      if Bool.random(using: &random) {
        members.remove(at: place)
      } else {
        members[place].value = edited(members[place].value, &random)
      }
      return .record(members)
    default: return Self.value(depth: 1, &random)
    }
  }
}

extension Reaction {
  /// What an observer sees of it, with its time.
  fileprivate var identity: Value { .list([.int(offset), content]) }
}

extension Value {
  /// The value with changes applied; nil where they are not about it.
  fileprivate func patched(_ changes: some Collection<ValueChange>) -> Value? {
    if changes.isEmpty { return self }
    if let whole = changes.first(where: \.path.isEmpty) {
      return changes.count == 1 && whole.sides.a == self ? whole.sides.b : nil
    }
    var groups: [(element: ValueChange.PathElement, changes: [ValueChange])] = []
    for change in changes {
      var rest = change
      let element = rest.path.removeFirst()
      if let last = groups.last, last.element == element {
        groups[groups.count - 1].changes.append(rest)
      } else {
        groups.append((element, [rest]))
      }
    }
    switch self {
    case .record(let members): return members.patched(groups).map { .record($0) }
    case .enumeration(let name, let members): return members.patched(groups).map { .enumeration(name, $0) }
    case .list(let values): return values.patched(groups).map { .list($0) }
    default: return nil
    }
  }

  /// The value with the members of records in the order of their names, in which changes do not tell of a
  /// difference beside others.
  fileprivate var sorted: Value {
    switch self {
    case .record(let members):
      .record(members.map { Member($0.name, $0.value.sorted) }.sorted { $0.name < $1.name })
    case .enumeration(let name, let members): .enumeration(name, members.map { Member($0.name, $0.value.sorted) })
    case .list(let values): .list(values.map(\.sorted))
    default: self
    }
  }
}

extension [Member] {
  fileprivate func patched(
    _ groups: [(element: ValueChange.PathElement, changes: [ValueChange])]
  ) -> [Member]? {
    var result = self
    for (element, changes) in groups {
      guard case .member(let name) = element else { return nil }
      let place = result.firstIndex { $0.name == name }
      if let only = changes.first, changes.count == 1, only.path.isEmpty, only.sides.a == nil {
        guard place == nil, let value = only.sides.b else { return nil }
        result.append(Member(name, value))
      } else if let only = changes.first, changes.count == 1, only.path.isEmpty, only.sides.b == nil {
        guard let place, only.sides.a == result[place].value else { return nil }
        result.remove(at: place)
      } else {
        guard let place, let value = result[place].value.patched(changes) else { return nil }
        result[place].value = value
      }
    }
    return result
  }
}

extension [Value] {
  /// Elements that no change names fill the places that the changed and new ones leave.
  fileprivate func patched(
    _ groups: [(element: ValueChange.PathElement, changes: [ValueChange])]
  ) -> [Value]? {
    var gone: Set<Int> = []
    var placed: [Int: Value] = [:]
    for (element, changes) in groups {
      guard case .index(let places) = element else { return nil }
      if let left = places.a {
        guard indices.contains(left), gone.insert(left).inserted else { return nil }
      }
      guard let right = places.b else { continue }
      let value = places.a.map { self[$0].patched(changes) } ?? changes.first?.sides.b
      guard let value, placed.updateValue(value, forKey: right) == nil else { return nil }
    }
    var rest = indices.filter { !gone.contains($0) }.map { self[$0] }[...]
    return (0..<rest.count + placed.count).compactMap { placed[$0] ?? rest.popFirst() }
  }
}
