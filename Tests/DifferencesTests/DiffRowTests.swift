import SeededRandom
import Testing
import Traces
import Turns

@testable import Differences

/// What is set in one row of a list, compared row by row.
@Suite("rows that are set one by one")
struct DiffRowTests {
  private static func row(_ id: Value, _ total: Value = 1) -> Value { ["id": id, "total": total] }

  /// A run with a step for each effect; the old values are what nobody looks at.
  private static func run(_ sets: [(field: String, value: Value)], opening: [Member] = [Member("items", [])]) -> Trace {
    DiffFixture.trace(
      sets.map { DiffFixture.user("tap", "b", .set(field: Name($0.field), old: .null, new: $0.value)) }, fields: opening
    )
  }

  /// What differs on machines that declare keys.
  private func difference(_ a: Trace, _ b: Trace, by keys: [Name: Name] = ["items": "id"]) -> TraceDifference {
    var (a, b) = (a, b)
    (a.header.keys, b.header.keys) = (keys, keys)
    return TraceDifference(from: a, to: b)
  }

  private func texts(_ difference: TraceDifference) -> [String] {
    difference.findings.flatMap { DifferencePrinter().body(of: $0) }
  }

  @Test("where rows are folded, what differs alike in several of them is one line with their number")
  func folded() {
    func tap(_ effects: [Effect]) -> Trace {
      DiffFixture.trace([Turn(time: 0, cause: Cause(.user, "tap", on: "b"), effects: effects)])
    }
    let totals = (0..<3).map { Effect.set(field: Name("items[\($0)].total"), old: .null, new: .int($0)) }
    let done = Effect.output(subject: "done", value: .null)
    let only = TraceDifference(from: tap([totals[0], done] + totals[1...]), to: tap([]))
    #expect(DifferencePrinter().folded(only.findings) == ["- items[0].total nil -> 0  (3 rows)", "- done"])
    let lists = [1, 2].map { total in
      tap([.set(field: "items", old: [], new: [Self.row(1, .int(total)), Self.row(2, .int(total)), Self.row(3, 9)])])
    }
    let changed = TraceDifference(from: lists[0], to: lists[1])
    #expect(
      DifferencePrinter().folded(changed.findings) == ["~ items[0].total  - 1  (2 rows)", "                  + 2"])
    #expect(
      texts(changed) == [
        "~ items[0].total  - 1", "                  + 2", "~ items[1].total  - 1", "                  + 2",
      ])
  }

  @Test("a row is compared with the one of its key, though another was put in before it")
  func inserted() throws {
    let rows = [Self.row(1), Self.row(2), Self.row(3)]
    let a = Self.run([("items", .list(rows)), ("items[1].total", 5), ("items[2].total", 6)])
    let b = Self.run([("items", .list([Self.row(0)] + rows)), ("items[2].total", 5), ("items[3].total", 7)])
    #expect(
      texts(difference(a, b)) == [
        "~ items[0]  + {id: 0, total: 1}", "~ items[#3].total  - 1 -> 6", "                   + 1 -> 7",
      ])
    #expect(texts(difference(a, b, by: [:])).contains { $0.contains("items[1].total") })
  }

  @Test(
    "what both machines declare names rows, wherever their list is; what one declares alone does not"
  )
  func declared() throws {
    let rows = [Self.row(1), Self.row(2)]
    var a = Self.run([("page.items", .list(rows)), ("page.items[1].total", 5)])
    var b = Self.run([("page.items", .list([Self.row(0)] + rows)), ("page.items[2].total", 6)])
    let names = {
      TraceDifference(from: a, to: b).findings.flatMap { finding -> [String] in
        switch finding.content {
        case .only(_, let reaction): [reaction.subject.name.text]
        case .changed(let reactions, _): [reactions.a.subject.name.text]
        default: []
        }
      }
    }
    a.header.keys = ["items": "id", "others": "n"]
    #expect(names().contains("page.items[1].total"))
    b.header.keys = ["items": "total"]
    #expect(names().contains("page.items[1].total"))
    b.header.keys = ["items": "id"]
    #expect(names() == ["page.items", "page.items[#2].total"])
    for trace in [a, b] { #expect(try TraceFile.decode(Array(TraceFile.encode(trace).utf8)).header == trace.header) }
  }

  @Test("the second row of a key has a number, and one without a usable key goes by its place")
  func names() throws {
    let rows = [Self.row(7), Self.row(7), Self.row(["x": 1]), Self.row("a]b"), Self.row("甲"), 3]
    let a = Self.run([("items", .list(rows))] + (0..<5).map { ("items[\($0)].total", 2) })
    let b = Self.run([("items", .list(rows))] + (0..<5).map { ("items[\($0)].total", 3) })
    let subjects = difference(a, b).findings.compactMap { finding -> String? in
      guard case .changed(let reactions, _) = finding.content else { return nil }
      return reactions.a.subject.name.text
    }
    #expect(
      subjects == [
        "items[#7].total", "items[#7'2].total", "items[2].total", "items[3].total", "items[#甲].total",
      ])
  }

  @Test("a row that gets another key is another row from then on")
  func renamed() throws {
    let list: Value = [Self.row(1), Self.row(2)]
    let a = Self.run([("items", list), ("items[0].id", 3), ("items[0].total", 5)])
    let b = Self.run([("items", list), ("items[0].id", 3), ("items[0].total", 6)])
    let found = difference(a, b)
    #expect(texts(found).first == "~ items[#3].total  - 1 -> 5")
    #expect(difference(a, a).findings.isEmpty)
  }

  @Test("lists in rows have keys of their own")
  func nested() throws {
    let list = { (ids: [Int]) -> Value in .list(ids.map { Self.row(.int($0)) }) }
    let a = Self.run(
      [
        ("items", [["id": 1, "parts": list([8, 9])]]), ("items[0].parts[1].total", 5), ("items[0].parts", list([9])),
        ("items[0].parts[0].total", 6),
      ])
    let b = Self.run(
      [
        ("items", [["id": 2, "parts": []], ["id": 1, "parts": list([9, 8])]]), ("items[1].parts[0].total", 5),
        ("items[1].parts", list([9])), ("items[1].parts[0].total", 7),
      ])
    let found = difference(a, b, by: ["items": "id", "parts": "id"])
    let names = found.findings.compactMap { finding -> String? in
      guard case .changed(let reactions, _) = finding.content else { return nil }
      return reactions.a.subject.name.text
    }
    #expect(names == ["items", "items[#1].parts[#9].total"])
  }

  /// The totals of the old rows are no values of the new ones.
  @Test("a list that is set anew says what its rows are")
  func replaced() throws {
    let lists = [("items", [Self.row(1)] as Value), ("items[0].total", 5), ("items", [Self.row(2, 3)])]
    let a = Self.run(lists + [("items[0].total", 5)])
    let b = Self.run(lists + [("items[0].total", 4)])
    for keys in [[:], ["items": "id"]] as [[Name: Name]] {
      #expect(difference(a, b, by: keys).findings.count == 1)
      let found = difference(Self.run(lists + [("name", 1)]), Self.run(lists + [("items[0].total", 5)]), by: keys)
      #expect(texts(found).contains { $0.hasSuffix(".total 3 -> 5") }, "\(texts(found))")
    }
  }

  @Test("rows that differ agree again when both lists are set to the same")
  func agreement() throws {
    let rows: Value = [Self.row(1), Self.row(2)]
    let a = Self.run([("items", rows), ("items[0].total", 5), ("name", 1), ("items", [Self.row(3)]), ("name", 2)])
    let b = Self.run([("items", rows), ("items[0].total", 6), ("name", 1), ("items", [Self.row(3)]), ("name", 2)])
    for keys in [[:], ["items": "id"]] as [[Name: Name]] {
      let found = difference(a, b, by: keys).findings
      #expect(found.count == 1)
      #expect(found.first?.carries.map(\.reconverges) == [Sides(a: 4, b: 4)])
      #expect(found.first?.carries.map(\.laterSteps) == [1])
    }
  }

  /// What is done to rows, each known by its key.
  private enum Act {
    case list([(id: Int, total: Int)])
    case total(id: Int, Int)
  }

  /// The acts as a run in which every list stands in an order of its own.
  private static func run(_ acts: [Act], shuffledBy seed: UInt64?) -> Trace {
    var random = SplitMix64(seed: seed ?? 0)
    var order: [Int] = []
    return run(
      acts.map { act in
        switch act {
        case .list(var rows):
          if seed != nil { rows.shuffle(using: &random) }
          order = rows.map(\.id)
          return ("items", .list(rows.map { Self.row(.int($0.id), .int($0.total)) }))
        case .total(let id, let total): return ("items[\(order.firstIndex(of: id)!)].total", .int(total))
        }
      })
  }

  private static func acts(_ random: inout SplitMix64) -> [Act] {
    var ids: [Int] = []
    return (0..<12).map { step in
      if step == 0 || Int.random(in: 0..<4, using: &random) == 0 {
        ids = Array((0..<Int.random(in: 2...6, using: &random)).shuffled(using: &random))
        return .list(ids.map { (id: $0, total: Int.random(in: 0...3, using: &random)) })
      }
      return .total(id: ids.randomElement(using: &random)!, Int.random(in: 0...3, using: &random))
    }
  }

  @Test(
    "lists in another order differ in it alone, whatever is set in their rows; a total that differs is told by its key")
  func permuted() throws {
    for seed in UInt64(0)..<200 {
      var random = SplitMix64(seed: seed)
      var acts = Self.acts(&random)
      let (a, b) = (Self.run(acts, shuffledBy: nil), Self.run(acts, shuffledBy: seed))
      #expect(difference(a, b).findings.allSatisfy { $0.differenceClass == .order }, "seed \(seed)")
      guard let place = acts.indices.last(where: { if case .total = acts[$0] { true } else { false } }),
        case .total(let id, _) = acts[place]
      else { continue }
      acts[place] = .total(id: id, 9)
      let planted = difference(a, Self.run(acts, shuffledBy: seed)).findings.filter { $0.differenceClass != .order }
      #expect(planted.compactMap(\.causeKey.subject?.name).allSatisfy { $0 == "items[*].total" }, "seed \(seed)")
      #expect(planted.count >= 1 && planted.first?.place.a == place + 1, "seed \(seed)")
    }
  }

  @Test("trace files are compared alike")
  func files() throws {
    for seed in UInt64(0)..<200 {
      var random = SplitMix64(seed: seed)
      let acts = Self.acts(&random)
      let others = acts.map { act in
        if case .total(let id, _) = act, Int.random(in: 0..<4, using: &random) == 0 { return Act.total(id: id, 8) }
        return act
      }
      for keys in [[:], ["items": "id"]] as [[Name: Name]] {
        let texts = [Self.run(acts, shuffledBy: nil), Self.run(others, shuffledBy: seed)].map { run in
          var run = run
          run.header.keys = keys
          return TraceFile.encode(run)
        }
        let read = try texts.map { try TraceFile.decode(Array($0.utf8)) }
        let reference = TraceDifference(from: read[0], to: read[1])
        let found = Array(texts[0].utf8).withUnsafeBufferPointer { a in
          Array(texts[1].utf8).withUnsafeBufferPointer { TraceDifference(files: a, $0) }
        }
        let report = { (difference: TraceDifference) in
          DifferencePrinter().lines(difference) + DifferenceJSON.lines(difference)
        }
        #expect(found.map(report) == report(reference), "seed \(seed)")
      }
    }
  }
}
