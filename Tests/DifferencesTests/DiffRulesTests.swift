import Differences
import SeededRandom
import Testing
import Traces
import Turns

@Suite("what counts as the same value")
struct DiffRulesTests {
  private func changes(_ a: Value, _ b: Value, _ policy: String) throws -> [String] {
    let rules = try DifferencePolicy(text: policy).rules
    let difference = TraceDifference(
      from: Self.run([a], "items"), to: Self.run([b], "items"), by: rules)
    return difference.findings.flatMap { DifferencePrinter().body(of: $0) }
  }

  /// A run that sets a field to one value after the other, a step each; nil where it does not.
  private static func run(_ values: [Value?], _ field: String) -> Trace {
    var old: Value = 0
    let turns = values.map { value -> Turn in
      // A file has no line for a turn without an effect.
      var turn = DiffFixture.user("tap", "b", .output(subject: "o", value: .null))
      if let value {
        turn.effects.append(.set(field: field, old: old, new: value))
        old = value
      }
      return turn
    }
    return DiffFixture.trace(turns, fields: [Member(field, 0)])
  }

  private static func row(_ id: Int, _ total: Value = 1) -> Value { ["id": .int(id), "total": total] }

  @Test("elements of one key are compared wherever they stand")
  func keys() throws {
    let a: Value = [Self.row(1), Self.row(2), Self.row(3)]
    let b: Value = [Self.row(3), Self.row(1, 5), Self.row(4)]
    #expect(
      try changes(a, b, "key items=id") == [
        "~ items[0 -> 1].total  - 1", "                       + 5", "~ items[1]  - {id: 2, total: 1}",
        "~ items[2]  + {id: 4, total: 1}", "~ items[*].id  - [1, 3]", "               + [3, 1]",
      ])
    #expect(try changes(a, b, "key items=id\ntolerance items[*].total=4").count == 4)
  }

  @Test("without a key in each element, or with one twice, elements are compared as without the rule")
  func fallback() throws {
    for (a, b) in [
      ([Self.row(1), 2], [2, Self.row(1)]), ([Self.row(1), Self.row(1, 2)], [Self.row(1, 2), Self.row(1)]),
    ] {
      let (a, b) = (Value.list(a), Value.list(b))
      #expect(try changes(a, b, "key items=id") == changes(a, b, ""))
    }
  }

  @Test("a list whose elements change places differs in its order alone")
  func permuted() throws {
    let rules = try DifferencePolicy(text: "key items=id").rules
    for seed in UInt64(0)..<200 {
      var random = SplitMix64(seed: seed)
      let rows = (0..<Int.random(in: 2...9, using: &random)).map { Self.row($0) }
      let others = rows.shuffled(using: &random)
      let difference = TraceDifference(
        from: Self.run([.list(rows)], "items"), to: Self.run([.list(others)], "items"), by: rules)
      #expect(difference.findings.map(\.differenceClass) == (rows == others ? [] : [.order]), "seed \(seed)")
    }
  }

  @Test(
    "numbers that are near enough are equal",
    arguments: [
      (1.0, 1.01, "0.01", true), (1.0, 1.02, "0.01", false), (1, 1.5, "0.5", true), (1, 3, "1", false),
      (7, 7.0, "0", true),
      (.int(.min), .int(.max), "1e18", false), (.int(.min), .int(.max), "2e19", true), (.double(.nan), 1, "9", false),
      (.double(.infinity), 1e308, "1e308", false), (1e300, .double(1e300.nextUp), "1", false), ("1", 1, "9", false),
    ] as [(Value, Value, String, Bool)])
  func near(_ entry: (a: Value, b: Value, distance: String, isEqual: Bool)) throws {
    for (a, b) in [(entry.a, entry.b), (entry.b, entry.a)] {
      #expect(try changes(a, b, "tolerance items=\(entry.distance)").isEmpty == entry.isEqual)
      #expect(try changes([["n": a]], [["n": b]], "tolerance items[*].n=\(entry.distance)").isEmpty == entry.isEqual)
      #expect(try !changes(a, b, "tolerance item=\(entry.distance)").isEmpty)
    }
  }

  @Test("small steps of one run alone are told as soon as the runs are too far apart, and not before")
  func drift() throws {
    let rules = try DifferencePolicy(text: "tolerance f=2").rules
    let a = Self.run([10, nil, nil, nil, nil, nil], "f")
    let b = Self.run([10, 11, 12, 13, 12, nil], "f")
    let difference = TraceDifference(from: a, to: b, by: rules)
    #expect(difference.findings.map(\.place) == [Sides(a: 4, b: 4)])
    #expect(difference.findings.first?.carries.map(\.reconverges) == [Sides(a: 5, b: 5)])
    #expect(TraceDifference(from: a, to: b).findings.count > 1)
  }

  @Test("wherever values begin to be too far apart, something is told; a run differs from itself under no rule")
  func randomDrift() throws {
    let rules = try DifferencePolicy(text: "tolerance f=2\nkey f=id").rules
    var told = 0
    for seed in UInt64(0)..<400 {
      var random = SplitMix64(seed: seed)
      func values() -> [Value?] {
        var value = 0
        return (0..<10).map { _ in
          let step = Int.random(in: -1...1, using: &random)
          value += step
          return step == 0 ? nil : .int(value)
        }
      }
      let (first, second) = (values(), values())
      let (a, b) = (Self.run(first, "f"), Self.run(second, "f"))
      #expect(TraceDifference(from: a, to: a, by: rules).findings.isEmpty)
      let places = TraceDifference(from: a, to: b, by: rules).findings.compactMap(\.place.a)
      var state = (a: Value.int(0), b: Value.int(0))
      let far = (0..<10).first { step in
        state = (first[step] ?? state.a, second[step] ?? state.b)
        guard case (.int(let left), .int(let right)) = state else { return false }
        return abs(left - right) > 2
      }
      #expect(places.min() == far.map { $0 + 1 }, "seed \(seed)")
      told += far == nil ? 0 : 1
      let texts = Sides(a: a, b: b).map { Array(TraceFile.encode($0).utf8) }
      let stored = texts.a.withUnsafeBufferPointer { a in
        texts.b.withUnsafeBufferPointer { TraceDifference(files: a, $0, by: rules) }
      }
      #expect(stored?.findings.compactMap(\.place.a) == places, "seed \(seed)")
    }
    #expect(told > 50 && told < 390)
  }

  private struct Everything: StepDifference.Scope {
    func contains(_ subject: Reaction.Subject) -> Bool { true }
    func contains(state: String, of region: Reaction.Subject) -> Bool { true }
  }

  @Test("in a step of two machines, what both set may lie apart, and what one alone sets is told")
  func steps() throws {
    let rules = try DifferencePolicy(text: "tolerance f=2").rules
    func difference(_ a: Int?, _ b: Int?) -> StepDifference? {
      let runs = Sides(a: a, b: b).map { Self.run([$0.map { .int($0) }], "f").turns }
      return StepDifference(runs, in: Everything(), by: rules)
    }
    #expect(difference(10, 12) == nil && difference(10, 13)?.findings.count == 1)
    #expect(difference(nil, 1)?.findings.count == 1)
  }
}
