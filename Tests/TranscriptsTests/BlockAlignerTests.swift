import Testing
import Traces
import Turns

@testable import Transcripts

struct BlockAlignerTests {
  /// What the names of a block are bound to; nil when it does not hold.
  private static func match(_ block: String, _ actual: [String]) throws -> Bindings? {
    let block = try transcript(block + "\n").cases[0].opening
    var bindings = Bindings()
    let outcome = BlockComparison(names: NamedValues()).compare(block, actual.map(LineFields.init), &bindings)
    if case .held = outcome { return bindings }
    return nil
  }

  static let holding: [(String, [String])] = [
    ("| a\n|? b\n| c", ["a", "c"]), ("| a\n|? b\n| c", ["a", "b", "c"]),
    ("|*\n| c", ["c"]), ("|*\n| c", ["a", "c", "c"]), ("| c\n|*", ["c", "a"]),
    ("|* request\n| c", ["request a 1", "+5ms request b", "c"]),
    ("|* request a …\n| c", ["request a 1", "request a", "c"]),
    ("|& a\n|& b\n|& c", ["c", "a", "b"]), ("| x\n|& a\n|& b\n| y", ["x", "b", "a", "y"]),
    ("|& <any>\n|& a", ["a", "b"]), ("|& <any>\n|& a", ["b", "a"]),
    ("|? a\n|? a\n| a", ["a"]), ("|*\n|? a\n| b\n|*\n| b", ["b", "b"]),
    ("|& a\n\n|& b", ["a", "b"]),
    ("| a <int as n>\n| b <=n>", ["a 1", "b 1"]),
    ("|*\n| a <int as n>\n| b <=n>", ["a 2", "c", "a 1", "b 1"]),
    ("| x\n|/ a\n|/ b\n| y", ["x", "a", "y"]), ("| x\n|/ a\n|/ b\n| y", ["x", "b", "y"]),
    ("|/ a\n\n|/ b", ["a", "b"]), ("|/ a\n|! c\n|/ b", ["a", "b"]), ("|? a\n|/ a\n|/ b", ["a"]),
    ("|! request\n|*", ["push a", "pop a"]), ("|! request", []), ("| a\n|! b 2 …\n|*", ["a", "b 1"]),
    ("|! a <int>\n|*", [#"a "b""#]), ("|& a\n|! c\n|& b", ["a", "b"]),
  ]

  static let differing: [(String, [String])] = [
    ("| a", []), ("| a\n| b", ["b", "a"]), ("|? a", ["b"]), ("|* request\n| c", ["push a", "c"]),
    ("|& a\n|& b", ["a", "a"]), ("|& a\n|& b", ["a", "x", "b"]), ("|& a\n\n|& b", ["b", "a"]),
    ("|/ a\n|/ b", ["a", "b"]), ("|/ a\n|/ b", []), ("|/ a\n|/ b", ["c"]), ("|/ a\n\n|/ b", ["a"]),
    ("|! request\n|*", ["push a", "+5ms request b"]), ("|*\n|! request", ["request b 1"]), ("|!", ["a"]),
    ("|! a", ["b"]), ("|& a\n|! c\n|& b", ["b", "a"]),
    ("| a <int as n>\n| b <=n>", ["a 1", "b 2"]),
  ]

  @Test("a block holds for its output", arguments: holding.indices)
  func holds(_ index: Int) throws {
    #expect(try Self.match(Self.holding[index].0, Self.holding[index].1) != nil)
  }

  @Test("a block does not hold for other output", arguments: differing.indices)
  func differs(_ index: Int) throws {
    #expect(try Self.match(Self.differing[index].0, Self.differing[index].1) == nil)
  }

  @Test("of several ways to match, names are bound by the earliest lines")
  func earliest() throws {
    let open = try #require(try Self.match("|*\n| a <int as n>\n|*\n| b", ["a 1", "a 2", "b"]))
    #expect(open["n"] == .value(.value(1)))
    let forced = try #require(try Self.match("|*\n| a <int as n>\n| b", ["a 1", "a 2", "b"]))
    #expect(forced["n"] == .value(.value(2)))
    let run = try #require(try Self.match("|& a 1\n|& a <int as n>\n|& a <int as m>", ["a 3", "a 1", "a 2"]))
    #expect(run["n"] == .value(.value(3)))
    #expect(run["m"] == .value(.value(2)))
    let optional = try #require(try Self.match("|? a <int as n>\n|*", ["a 7"]))
    #expect(optional["n"] == .value(.value(7)))
  }

  @Test("two hundred open lines against two thousand cost their product")
  func manyOpenLines() throws {
    let body = String(repeating: "|* a <any>\n|*\n", count: 100) + "| end\n"
    let block = try transcript(body).cases[0].opening
    let lines = (0..<2_000).map { LineFields("a \($0)") }
    var failing = BlockAligner(block, lines, names: NamedValues(), bindings: Bindings())
    #expect(try !failing.canHold())
    #expect(failing.steps <= 2_000)
    var holding = BlockAligner(block, lines + [LineFields("end")], names: NamedValues(), bindings: Bindings())
    #expect(try holding.canHold())
    #expect(holding.steps <= 3 * 201 * 2_001)
  }

  @Test("optional lines and runs of any order stay polynomial")
  func manyChoices() throws {
    let optional = String(repeating: "|? a <any>\n", count: 200) + "| end\n"
    var choices = BlockAligner(
      try transcript(optional).cases[0].opening, (0..<150).map { LineFields("a \($0)") } + [LineFields("end")],
      names: NamedValues(), bindings: Bindings())
    #expect(try choices.canHold())
    #expect(choices.steps <= 2 * 201 * 151 * BlockAligner.fieldCost)
    let run = (0..<60).map { $0 < 59 ? "|& a <any>\n" : "|& b\n" }.joined()
    var impossible = BlockAligner(
      try transcript(run).cases[0].opening, (0..<60).map { LineFields("a \($0)") }, names: NamedValues(),
      bindings: Bindings())
    #expect(try !impossible.canHold())
    #expect(impossible.steps <= 60 * 60 * 60)
  }

  @Test("a run of two thousand lines costs as much as it is long")
  func longRun() throws {
    let block = try transcript((0..<2_000).map { "|& a \($0)\n" }.joined()).cases[0].opening
    let lines = (0..<2_000).map { LineFields("a \(1_999 - $0)") }
    var aligner = BlockAligner(block, lines, names: NamedValues())
    #expect(try aligner.canHold())
    #expect(aligner.steps <= 10_000)
    var moving = BlockAligner(
      try transcript("|*\n" + String(repeating: "|& a <int>\n", count: 300)).cases[0].opening, Array(lines[..<600]),
      names: NamedValues())
    #expect(try moving.canHold())
    #expect(moving.steps <= 600 * (2 + BlockAligner.fieldCost) * 3)
  }

  @Test("a line of a long run that differs is beside the output line that is nearest")
  func longRunDiffers() throws {
    let block = try transcript((0..<1_000).map { "|& a \($0)\n" }.joined()).cases[0].opening
    let lines = (0..<1_000).reversed().map { LineFields($0 == 500 ? "a x" : "a \($0)") }
    var aligner = BlockAligner(block, lines, names: NamedValues())
    let alignment = try aligner.align()
    #expect(!alignment.isCoarse)
    #expect(alignment.rows.filter(\.isDifference) == [.differs(expectation: 500, actual: 499)])
    #expect(alignment.rows.count == 1_000)
  }

  @Test("lines of a run that bind names give way to lines that fit only there")
  func displaced() throws {
    let forced = try #require(try Self.match("|& a <any as n>\n|& <any> 1\n|& a 2", ["a 1", "a 2", "a 3"]))
    #expect(forced["n"] == .value(.value(3)))
    #expect(try Self.match("| s\n|*\n|& a <any>\n|& a 2\n| e", ["s", "a 1", "a 2", "a 3", "e"]) != nil)
  }

  @Test("very many alternatives beside much output are compared in bounded time, and told as a whole")
  func manyAlternatives() throws {
    let block = try transcript((0..<80_000).map { "|/ a \($0)\n" }.joined()).cases[0].opening
    let lines = (0..<1_200).map { LineFields("b \($0)") }
    var bindings = Bindings()
    guard case .differs(let alignment) = BlockComparison(names: NamedValues()).compare(block, lines, &bindings) else {
      Issue.record("expected a difference")
      return
    }
    #expect(alignment.isCoarse)
    #expect(alignment.rows.count == 81_200)
  }

  @Test("a block beyond the limit is undecided, not wrong")
  func limit() throws {
    let block = try transcript("|*\n|* a\n| b\n").cases[0].opening
    let lines = (0..<50).map { LineFields("a \($0)") } + [LineFields("b")]
    var bindings = Bindings()
    let outcome = BlockComparison(names: NamedValues(), limit: MatchLimit(steps: 20)).compare(block, lines, &bindings)
    guard case .undecided(let limit) = outcome else {
      Issue.record("expected an undecided block, got \(outcome)")
      return
    }
    #expect(
      limit.sentence == "limit match-steps: comparing this block takes more than 20 steps; split the command's block")
  }
}
