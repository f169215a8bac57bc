import Differences
import Testing
import Traces
import Turns

/// What a policy leaves out, and what it fails on.
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

  private static func policy(ignoring classes: Set<DifferenceClass> = [], _ paths: String...) -> DifferencePolicy {
    var policy = DifferencePolicy()
    (policy.ignoredClasses, policy.ignoredPaths) = (classes, paths)
    return policy
  }

  private func classes(_ policy: DifferencePolicy) -> [DifferenceClass] {
    policy.applied(to: Self.difference).findings.map(\.differenceClass)
  }

  @Test("without a policy everything is told and fails")
  func empty() {
    #expect(classes(DifferencePolicy()) == [.transition, .value, .timing, .text])
    #expect(DifferencePolicy().fails(Self.difference))
    let same = Self.run("on", 1, 10, "a")
    #expect(!DifferencePolicy().fails(TraceDifference(from: same, to: same)))
  }

  @Test(
    "what is ignored is not told",
    arguments: [
      (policy(ignoring: [.text]), [DifferenceClass.transition, .value, .timing]),
      (policy(ignoring: [.transition, .value]), [.timing, .text]),
      (policy("items"), [.transition, .timing, .text]),
      (policy("items[3].total"), [.transition, .timing, .text]),
      (policy("items[*].total"), [.transition, .timing, .text]),
      (policy("items[2]"), [.transition, .value, .timing, .text]),
      (policy("item"), [.transition, .value, .timing, .text]),
      (policy("total"), [.transition, .value, .timing, .text]),
    ])
  func ignored(_ policy: DifferencePolicy, _ rest: [DifferenceClass]) {
    #expect(classes(policy) == rest)
  }

  @Test("what is ignored in rows is left out of lists that are set as a whole")
  func lists() {
    let list = { (title: String, total: Value) -> Trace in
      let rows: Value = [["title": .string(title), "total": total]]
      return DiffFixture.trace([DiffFixture.user("tap", "b", .set(field: "items", old: [], new: rows))])
    }
    let difference = TraceDifference(from: list("a", 1), to: list("b", 2))
    let rest = { (policy: DifferencePolicy) in
      policy.applied(to: difference).findings.flatMap { DifferencePrinter().body(of: $0) }
    }
    #expect(rest(DifferencePolicy()).count == 4)
    for path in ["items[*].title", "items[0].title"] {
      #expect(rest(Self.policy(path)) == ["~ items[0].total  - 1", "                  + 2"])
    }
    #expect(rest(Self.policy("items[1].title")).count == 4)
    #expect(rest(Self.policy("items[*].title", "items[*].total")).isEmpty)
    #expect(rest(Self.policy("items[0]")).isEmpty)
  }

  @Test("a class fails with those that are graver", arguments: DifferenceClass.allCases)
  func failing(_ sort: DifferenceClass) {
    var policy = DifferencePolicy()
    policy.failing = sort
    #expect(policy.fails(Self.difference) == (sort >= .transition))
    policy.ignoredClasses = [.transition]
    #expect(policy.fails(policy.applied(to: Self.difference)) == (sort >= .value))
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
