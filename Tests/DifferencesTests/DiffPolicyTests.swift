import Differences
import Testing
import Traces
import Turns

/// What a policy leaves out, what it fails on, and how it is read.
struct DiffPolicyTests {
  /// Two runs that differ in a state, a value of a row, a time and the words of an alert.
  private static func run(
    _ state: String, _ total: Int, _ delay: Int, _ words: String
  ) -> Trace {
    Trace(
      header: Trace.Header(machine: "m@v", definition: "0"),
      turns: [
        Turn(
          time: 0, cause: Cause(.user, "tap", on: "go"),
          effects: [
            .moved(region: "r", from: "idle", to: state), .set(field: "items[3].total", old: 0, new: .int(total)),
            .timerStarted(name: "t", delay: delay), .alertShown(title: "T", message: words, buttons: []),
          ])
      ], end: Trace.End(phase: [], time: 0))
  }

  private static let difference = TraceDifference(from: run("on", 1, 10, "a"), to: run("off", 2, 20, "b"))

  private func classes(_ text: String) throws -> [DifferenceClass] {
    try DifferencePolicy(text: text).applied(to: Self.difference).findings.map(\.differenceClass)
  }

  @Test("without a policy everything is told and fails")
  func empty() throws {
    #expect(try classes("") == [.transition, .value, .timing, .text])
    #expect(DifferencePolicy().fails(Self.difference))
    let same = Self.run("on", 1, 10, "a")
    #expect(!DifferencePolicy().fails(TraceDifference(from: same, to: same)))
  }

  @Test(
    "what is ignored is not told",
    arguments: [
      ("ignore text", [DifferenceClass.transition, .value, .timing]),
      ("ignore transition\nignore value", [.timing, .text]),
      ("ignore-path items", [.transition, .timing, .text]),
      ("ignore-path items[3].total", [.transition, .timing, .text]),
      ("ignore-path items[*].total", [.transition, .timing, .text]),
      ("ignore-path items[2]", [.transition, .value, .timing, .text]),
      ("ignore-path item", [.transition, .value, .timing, .text]),
      ("ignore-path total", [.transition, .value, .timing, .text]),
      ("# ignore text\n\n  ignore   timing  ", [.transition, .value, .text]),
    ])
  func ignored(_ entry: (text: String, rest: [DifferenceClass])) throws {
    #expect(try classes(entry.text) == entry.rest)
  }

  @Test("what is ignored in rows is left out of lists that are set as a whole")
  func lists() throws {
    let list = { (title: String, total: Value) -> Trace in
      let rows: Value = [["title": .string(title), "total": total]]
      return DiffFixture.trace([DiffFixture.user("tap", "b", .set(field: "items", old: [], new: rows))])
    }
    let difference = TraceDifference(from: list("a", 1), to: list("b", 2))
    let rest = { (text: String) in
      try DifferencePolicy(text: text).applied(to: difference).findings.flatMap { DifferencePrinter().body(of: $0) }
    }
    #expect(try rest("").count == 4)
    for path in ["items[*].title", "items[0].title"] {
      #expect(try rest("ignore-path \(path)") == ["~ items[0].total  - 1", "                  + 2"])
    }
    #expect(try rest("ignore-path items[1].title").count == 4)
    #expect(try rest("ignore-path items[*].title\nignore-path items[*].total").isEmpty)
    #expect(try rest("ignore-path items[0]").isEmpty)
  }

  @Test("a class fails with those that are graver", arguments: DifferenceClass.allCases)
  func failing(_ sort: DifferenceClass) throws {
    var policy = try DifferencePolicy(text: "fail-on \(sort.rawValue)")
    #expect(policy.fails(Self.difference) == (sort >= .transition))
    policy.ignoredClasses = [.transition]
    #expect(policy.fails(policy.applied(to: Self.difference)) == (sort >= .value))
  }

  @Test(
    "a line that cannot be followed is told by its number",
    arguments: [
      ("ignore", 1, "is followed by exactly one word"), ("ignore text order", 1, "is followed by exactly one word"),
      ("ignore text\nskip it", 2, "'skip' is none of"), ("\n\nfail-on nothing", 3, "'nothing' is no class"),
      ("key items", 1, "'items' is no list"), ("key =id", 1, "is no list"), ("tolerance f=-1", 1, "'f=-1' is no field"),
      ("tolerance f=inf", 1, "is no field"), ("tolerance f=nan", 1, "is no field"), ("tolerance f=x", 1, "is no field"),
    ])
  func mistakes(_ entry: (text: String, line: Int, sentence: String)) {
    let problem = #expect(throws: DifferencePolicy.Problem.self) { try DifferencePolicy(text: entry.text) }
    #expect(problem?.line == entry.line && problem?.sentence.contains(entry.sentence) ?? false)
  }

  @Test("a comment has a row and a script for each cause, and nothing in it is read as Markdown")
  func markdown() {
    var (a, b) = (Self.run("on", 1, 10, "a"), Self.run("on", 1, 10, "</pre></details>|@all `x` $a$\n\n# b"))
    a.header.title = "one | two"
    b.header.title = "one | two"
    let difference = TraceDifference(from: a, to: b)
    let lines = DifferenceMarkdown().lines([difference], of: [Sides(a: a, b: b)])
    #expect(lines[0] == "### <code>m&#64;v</code> → <code>m&#64;v</code>: breaking")
    let row = lines[4]
    #expect(row.hasPrefix("| 1 | <code>alert") && row.hasSuffix(" | 1 |"))
    #expect(row.split(separator: "|").count == 5)
    #expect(["@", "`", "</pre>", "$", "# "].allSatisfy { !row.contains($0) } && !lines.contains { $0.contains("\n") })
    #expect(lines.contains("<details><summary>Script of 1</summary>") && lines.contains("tap go"))
    let same = DifferenceMarkdown().lines([TraceDifference(from: a, to: a)], of: [Sides(a: a, b: a)])
    #expect(same[0].hasSuffix(": identical") && same.count == 3)
  }
}
