import Differences
import Testing
import Traces
import Turns

@Suite("the causes of a difference")
struct DiffCauseTests {
  private func lines(_ a: [Trace], _ b: [Trace]) -> [String] {
    DifferencePrinter().causes(zip(a, b).map { TraceDifference(from: $0, to: $1) })
  }

  private func causes(_ a: [Turn], _ b: [Turn]) -> [DifferenceCause] {
    DifferenceSummary([TraceDifference(from: DiffFixture.trace(a), to: DiffFixture.trace(b))]).causes
  }

  /// One submission: typed, tapped, answered.
  private func submission(_ number: Int, at time: Int, isAnswered: Bool = true) -> [Turn] {
    let name = Value.string("n\(number)")
    return [
      DiffFixture.user(
        "set", "name", value: name, at: time, .set(field: "name", old: .string("n\(number - 1)"), new: name))
    ]
      + (isAnswered
        ? [
          DiffFixture.user(
            "tap", "login", at: time, .moved(region: "login", from: "idle", to: "executing"),
            .requested(service: "authenticate", input: name)),
          DiffFixture.user("advance", "", value: 1_000, at: time),
          DiffFixture.reply(
            at: time + 1_000, .replied(service: "authenticate", outcome: .ok, value: "s"),
            .moved(region: "login", from: "executing", to: "idle"), .output(subject: "success", value: "s")),
          DiffFixture.hop(at: time + 1_000, .pushed(page: "home")),
          DiffFixture.user("back", "", at: time + 1_000, .popped(page: "home")),
        ]
        : [
          DiffFixture.user("tap", "login", at: time),
          DiffFixture.user("advance", "", value: 1_000, at: time),
          DiffFixture.user("back", "", at: time + 1_000, .refused(name: "back", reason: "this is the first page")),
        ])
  }

  @Test("one planted change in 10,000 steps is one cause, also when its reply and what came of it are gone with it")
  func planted() throws {
    let whole = (1...2_500).flatMap { submission($0, at: $0 * 1_000) }
    let changed = (1...2_500).flatMap { submission($0, at: $0 * 1_000, isAnswered: $0 != 1_200) }
    let causes = causes(whole, changed)
    #expect(causes.count == 1)
    let cause = try #require(causes.first)
    #expect(cause.count == 1)
    #expect(cause.lead.place == Sides(a: 4_798, b: 4_798))
    // The request goes with the move. The answer with its output, the page, and both sides of 'back' follow; the
    // region's way back is carried.
    #expect(cause.companions == 1)
    #expect(cause.followers == 5)
  }

  @Test("a broken property comes before all but a crash, whatever else its turn did")
  func gravest() {
    let a = [
      DiffFixture.user(
        "tap", "x", .moved(region: "login", from: "idle", to: "failed"), .output(subject: "fail", value: "no")),
      DiffFixture.user("tap", "y", .broken(property: "one page")),
      DiffFixture.user("tap", "z", .crashed("nil appended")),
    ]
    let b = ["x", "y", "z"].map { DiffFixture.user("tap", $0) }
    let kinds = causes(a, b).map { $0.lead.differenceClass }
    #expect(kinds == [.fault, .fault, .transition])
    #expect(
      Array(lines([DiffFixture.trace(a)], [DiffFixture.trace(b)]).dropFirst(3).prefix(5)) == [
        "", "1  crash: nil appended, only in a  (step 3: tap z)",
        "2  broken \"one page\", only in a  (step 2: tap y)",
        "3  login idle -> failed, only in a  (step 1: tap x; carried by 2 steps)",
        "only a has: fail",
      ])
  }

  @Test("equal causes over cases are one, with the first place and how often")
  func overCases() {
    func run(_ title: String, _ value: String) -> Trace {
      DiffFixture.trace(
        [DiffFixture.user("tap", "x", .set(field: "name", old: "", new: .string(value)))], case: title)
    }
    let lines = lines(
      [run("one", "a"), run("two", "a"), run("three", "c")], [run("one", "b"), run("two", "b"), run("three", "c")])
    #expect(
      lines == [
        "- a  login@fixed", "+ b  login@fixed", "",
        "1  name  - \"\" -> \"a\"  + \"\" -> \"b\"  (case 'one', step 1: tap x; ×2 in 2 cases)", "",
        "3 cases: 1 identical, 2 different (2 differences): breaking; '--all' lists them",
      ])
  }

  @Test("what one side lacks altogether is one line, not a cause at each of its places")
  func lacking() {
    let taps = (0..<9).map { number in
      DiffFixture.user(
        "tap", "x", .set(field: "items[\(number)].total", old: 0, new: 1), .output(subject: "done", value: .null))
    }
    let lines = lines(
      [DiffFixture.trace(taps)], [DiffFixture.trace(taps.map { Turn(time: $0.time, cause: $0.cause) })])
    #expect(lines.dropFirst(3).dropLast(2) == ["", "only a has: items[*].total (9), done (9)"])
  }

  /// A service that was given another time, and what a bare `advance` leads to then.
  private func answered(after delay: Int, isSaid: Bool) -> [Turn] {
    (isSaid
      ? [DiffFixture.user("service", "authenticate", value: .enumeration("defined", [Member("after", .int(delay))]))]
      : [])
      + [
        DiffFixture.user("tap", "login", .requested(service: "authenticate", input: .null)),
        DiffFixture.user("advance", ""),
        DiffFixture.reply(
          at: delay, .replied(service: "authenticate", outcome: .ok, value: "s"),
          .output(subject: "success", value: "s")),
      ]
  }

  @Test(
    "that a bare advance leads to another instant follows from what changed the time, and is a cause where nothing did")
  func dueTime() {
    let said = causes(answered(after: 1_000, isSaid: true), answered(after: 2_000, isSaid: true))
    #expect(said.map { $0.lead.differenceClass } == [.stimulus])
    // The reply and the output are shifted together, as one finding.
    #expect(said.map(\.followers) == [1])
    let unsaid = causes(answered(after: 1_000, isSaid: false), answered(after: 2_000, isSaid: false))
    #expect(unsaid.map { $0.lead.differenceClass } == [.timing] && unsaid.map(\.followers) == [0])
  }

  @Test("a bare advance that is refused on one side follows from the difference before it")
  func nothingDue() {
    let a = [
      DiffFixture.user("tap", "login", .moved(region: "login", from: "idle", to: "executing")),
      DiffFixture.user("advance", "", .refused(name: "advance", reason: "nothing is due")),
    ]
    let b = [
      DiffFixture.user("tap", "login", .moved(region: "login", from: "idle", to: "failed")),
      DiffFixture.user("advance", ""),
    ]
    let causes = causes(a, b)
    #expect(causes.map { $0.lead.differenceClass } == [.transition] && causes.map(\.followers) == [1])
  }

  @Test("objects that are made again are one cause, whatever their ordinals")
  func ordinals() {
    func loads(_ state: String) -> [Turn] {
      ["load", "load'2", "load'3"].map {
        DiffFixture.user("tap", "x", .moved(region: Name("\($0).totals"), from: "idle", to: state))
      }
    }
    #expect(causes(loads("done"), loads("failed")).map(\.count) == [3])
  }

  @Test("a report has at most five causes, and no line is wider than 100 columns")
  func bounds() {
    let fields = (0..<20).map { "字段\($0)" }
    func run(_ value: String) -> [Turn] {
      fields.map { field in
        DiffFixture.user(
          "tap", "x",
          .set(field: Name(field), old: "", new: .string(String(repeating: value, count: 80))))
      }
    }
    let lines = lines([DiffFixture.trace(run("甲"))], [DiffFixture.trace(run("乙"))])
    #expect(lines.last?.contains("; 15 more causes: '--all' lists them") ?? false)
    #expect(lines.count == 3 + 1 + 10 + 2)
    #expect(lines.allSatisfy { $0.displayWidth <= 100 })
  }

  @Test("runs that agree have no causes")
  func none() {
    #expect(causes(submission(1, at: 0), submission(1, at: 0)).isEmpty)
    #expect(
      lines([DoublePush.fixed], [DoublePush.fixed]).last == "no differences in 4 stimuli: identical")
  }
}
