import Testing
import Traces
import Turns

@testable import Differences

/// Fields that nothing shows are left out, and counted.
struct DiffInternalTests {
  private static func run(_ raw: Value, _ name: Value, shown: [Name]?) -> Trace {
    var trace = DiffFixture.trace([
      DiffFixture.user(
        "tap", "load", .set(field: "items[0].raw", old: .null, new: raw), .set(field: "name", old: "", new: name))
    ])
    trace.header.shown = shown
    return trace
  }

  private func text(_ a: Trace, _ b: Trace, by policy: DifferencePolicy = DifferencePolicy()) -> [String] {
    Array(DiffFixture.text(a, b, by: policy).split(separator: "\n").dropFirst(3).map(String.init))
  }

  @Test("a field that nothing shows is left out and counted; a policy that compares internals has it")
  func leftOut() {
    let runs = Sides(a: Self.run(1, "x", shown: ["name"]), b: Self.run(2, "x", shown: ["name", "total"]))
    #expect(
      text(runs.a, runs.b) == [
        "no differences in 1 stimulus: identical; omitted: 1 in internal fields ('--internal' includes them)"
      ])
    var policy = DifferencePolicy()
    policy.comparesInternals = true
    let lines = text(runs.a, runs.b, by: policy)
    #expect(lines.contains("  ~ items[0].raw  - nil -> 1"), "\(lines)")
    #expect(lines.last == "1 difference in 1 step (1 value): breaking")
    let difference = DifferencePolicy().applied(to: TraceDifference(from: runs.a, to: runs.b))
    #expect(
      DifferenceJSON.lines(difference).last
        == #"{"verdict":"identical","v":1,"differences":0,"classes":{},"internal":1}"#)
    #expect(difference.verdict == .identical && !DifferencePolicy().fails(difference))
  }

  @Test("what one of the two shows is compared, and so is everything where one of the two shows everything")
  func shown() {
    for shown in [Sides<[Name]?>(a: ["name"], b: ["raw"]), Sides(a: nil, b: ["name"]), Sides(a: [], b: nil)] {
      let lines = text(Self.run(1, "x", shown: shown.a), Self.run(2, "x", shown: shown.b))
      #expect(lines.contains("  ~ items[0].raw  - nil -> 1"), "\(lines)")
    }
    let lines = text(Self.run(1, "x", shown: []), Self.run(2, "y", shown: ["name"]))
    #expect(lines.contains("  ~ name  - \"\" -> \"x\"") && !lines.contains { $0.contains("raw") }, "\(lines)")
    #expect(lines.last?.hasSuffix(": breaking; omitted: 1 in internal fields ('--internal' includes them)") ?? false)
  }

  @Test(
    "a field is known by its name, wherever it stands",
    arguments: [
      ("name", true), ("page.name", true), ("home'2.cells[3].name", true), ("items[#a.b].name", true),
      ("detached items[#3].name", true), ("tags[4]", true), ("items[0].tags", true), ("a.b", true), ("x.a.b", true),
      ("b", false), ("a", false), ("surname", false), ("name.first", false), ("items[name]", false), ("items", false),
    ])
  func names(_ entry: (path: String, isShown: Bool)) {
    let names: [Name] = ["name", "tags", "a.b"]
    let fields = ShownFields(Sides(a: names, b: []))
    #expect(fields.contain(Reaction.Subject(.set, Name(entry.path))) == entry.isShown)
    #expect(fields.contain(Reaction.Subject(.notified, Name(entry.path))))
  }

  @Test("a trace says its seed, and two that differ are told")
  func seeds() throws {
    var (a, b) = (Self.run(1, "x", shown: nil), Self.run(1, "x", shown: nil))
    (a.header.seed, b.header.seed) = (.max, 0)
    #expect(DiffFixture.text(a, b).contains("\ndifferent seeds: 18446744073709551615 (a), 0 (b)\n"))
    b.header.seed = nil
    #expect(DiffFixture.text(a, b).contains("\ndifferent seeds: 18446744073709551615 (a), 0 (b)\n"))
    #expect(
      DifferenceJSON.lines(TraceDifference(from: a, to: b))[0].contains(
        #""complete":true,"seed":"18446744073709551615"}"#))
    a.header.seed = 0
    #expect(!DiffFixture.text(a, b).contains("seed"))
    for seed in [nil, 0, .max] as [UInt64?] {
      a.header.seed = seed
      #expect(try TraceFile.decode(Array(TraceFile.encode(a).utf8)).header.seed == seed)
    }
    for wrong in ["7", #""07""#, #""-1""#, #""18446744073709551616""#] {
      let text = TraceFile.encode(a).replacing(#""18446744073709551615""#, with: wrong)
      #expect(throws: TraceError.self) { try TraceFile.decode(Array(text.utf8)) }
    }
  }

  @Test("a trace says what is shown, and is read back")
  func stored() throws {
    for shown in [nil, [], ["name", "验证码"]] as [[Name]?] {
      let trace = Self.run(1, "x", shown: shown)
      let text = TraceFile.encode(trace)
      #expect(try TraceFile.decode(Array(text.utf8)).header.shown == shown)
      #expect(text.contains(#""shown":"#) == (shown != nil))
    }
    let wrong = TraceFile.encode(Self.run(1, "x", shown: ["name"])).replacing(#"["name"]"#, with: "[1]")
    #expect(throws: TraceError.self) { try TraceFile.decode(Array(wrong.utf8)) }
  }
}
