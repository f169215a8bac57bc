import Differences
import SeededRandom
import Testing
import Traces
import Turns

@Suite("elements of lists by their keys")
struct DiffKeyTests {
  private func changes(_ a: Value, _ b: Value, by keys: [Name: Name]) -> [String] {
    let difference = TraceDifference(from: Self.run(a, by: keys), to: Self.run(b, by: keys))
    return difference.findings.flatMap { DifferencePrinter().body(of: $0) }
  }

  /// A run that sets the field `items`, of a machine that declares keys.
  private static func run(_ value: Value, by keys: [Name: Name]) -> Trace {
    var trace = DiffFixture.trace(
      [DiffFixture.user("tap", "b", .set(field: "items", old: 0, new: value))], fields: [Member("items", 0)])
    trace.header.keys = keys
    return trace
  }

  private static func row(_ id: Int, _ total: Value = 1) -> Value { ["id": .int(id), "total": total] }

  @Test("elements of one key are compared wherever they stand")
  func keys() {
    let a: Value = [Self.row(1), Self.row(2), Self.row(3)]
    let b: Value = [Self.row(3), Self.row(1, 5), Self.row(4)]
    #expect(
      changes(a, b, by: ["items": "id"]) == [
        "~ items[0 -> 1].total  - 1", "                       + 5", "~ items[1]  - {id: 2, total: 1}",
        "~ items[2]  + {id: 4, total: 1}", "~ items[*].id  - [1, 3]", "               + [3, 1]",
      ])
  }

  @Test("without a key in each element, or with one twice, elements are compared as without it")
  func fallback() {
    for (a, b) in [
      ([Self.row(1), 2], [2, Self.row(1)]), ([Self.row(1), Self.row(1, 2)], [Self.row(1, 2), Self.row(1)]),
    ] {
      let (a, b) = (Value.list(a), Value.list(b))
      #expect(changes(a, b, by: ["items": "id"]) == changes(a, b, by: [:]))
    }
  }

  @Test("a list whose elements change places differs in its order alone")
  func permuted() {
    let keys: [Name: Name] = ["items": "id"]
    for seed in UInt64(0)..<200 {
      var random = SplitMix64(seed: seed)
      let rows = (0..<Int.random(in: 2...9, using: &random)).map { Self.row($0) }
      let others = rows.shuffled(using: &random)
      let difference = TraceDifference(
        from: Self.run(.list(rows), by: keys), to: Self.run(.list(others), by: keys))
      #expect(difference.findings.map(\.differenceClass) == (rows == others ? [] : [.order]), "seed \(seed)")
    }
  }
}
