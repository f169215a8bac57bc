import SeededRandom
import Testing
import Traces

@testable import Transcripts

struct LooseningTests {
  @Test(
    "the first field that differs stands for what was expected and for what came",
    arguments: [
      ("a 1 -> 2", "a 1 -> 3", "a 1 -> <int>"),
      ("a 1 -> 2", "a 5 -> 3", "a <int> -> 2"),
      ("a 1", "a 1.5", "a <number>"),
      ("a true", "a false", "a <bool>"),
      ("a true", "a 1", "a <any>"),
      (#"a "x""#, #"a "y""#, "a <string>"),
      (#"a "2025-03-01""#, #"a "2025-03-02T12:00:00Z""#, "a <date>"),
      (#"a "550e8400-e29b-41d4-a716-446655440000""#, #"a "550e8400-e29b-41d4-a716-446655440001""#, "a <uuid>"),
      (#"a {x: 1, y: ["p", 2]}"#, #"a {x: 1, y: ["q", 3]}"#, "a {x: 1, y: [<string>, <int>]}"),
      ("a {x: 1, ...}", "a {x: 2}", "a {x: <int>, ...}"),
      ("a {x: 1}", "a {y: 1}", "a {...}"),
      ("a [1]", "a [1, 2]", "a [...]"),
      ("a .failed(code: 1)", "a .failed(code: 2)", "a .failed(code: <int>)"),
      ("a .failed(code: 1)", "a .lost", "a <any>"),
      ("a <int>", #"a "x""#, "a <any>"),
      ("login idle -> failed", "login idle -> error", "login idle -> <any>"),
      ("+100ms a 1", "+150ms a 2", "<any> a 1"),
      ("refused a: no such field", "refused a: it is not enabled", "refused a: <any>"),
      ("a 1", "a 1 2", nil),
    ] as [(String, String, String?)])
  func narrowest(_ expected: String, _ actual: String, _ loosened: String?) throws {
    let loosening = LineLoosening(names: NamedValues(), bindings: Bindings())
    let pattern = try LinePattern(parsing: expected)
    let line = LineFields(actual)
    #expect(loosening.loosened(pattern, line, as: nil) == loosened)
    guard let loosened else { return }
    #expect(loosening.isLooser(try LinePattern(parsing: loosened), than: pattern, for: line))
  }

  @Test("what follows from an accepted block is accepted with it")
  func followers() throws {
    let body = "> tap a\n| a 1 -> 2\n> tap b\n| a 2 -> 5\n> tap c\n| b 1\n"
    let report = try report(body, [[], ["a 1 -> 3"], ["a 3 -> 5"], ["b 2"]])
    var review = FileReview(report: report, text: FailureText(executable: "s"))
    #expect(review.undecidedCount == 2)
    let first = try #require(review.next)
    try review.accept(first, acceptsLost: false)
    #expect(review.document.print().hasSuffix("> tap a\n| a 1 -> 3\n> tap b\n| a 3 -> 5\n> tap c\n| b 1\n"))
    let second = try #require(review.next)
    #expect(second.failure.line == 8)
    review.leave(second)
    #expect(review.next == nil && review.undecidedCount == 0)
  }

  @Test("what no decision touches is not compared again")
  func unchanged() throws {
    let count = 40
    let body = (0..<count).map { "> tap a\n| a \($0) -> x\n" }.joined()
    let outputs = [[]] + (0..<count).map { ["a \($0) -> y"] }
    let report = try report(body, outputs)
    let known = ComparedCase(transcriptCase: report.transcript.cases[0], blocks: report.cases[0].blocks)
    let changed = try transcript(body.replacing("| a 7 -> x", with: "| a 7 -> z")).cases[0]
    // With no step to spend, what is compared is undecided.
    let blocks = changed.compared(with: outputs, names: NamedValues(), limit: MatchLimit(steps: 0), knowing: known)
    let undecided = blocks.indices.filter { if case .undecided = blocks[$0].outcome { true } else { false } }
    // Block 0 is that of the opening.
    #expect(undecided == [8])
    // A line that has to do with names is compared wherever it is.
    let bound = try transcript(body.replacing("| a 7 -> x", with: "| a 7 -> <any as x>")).cases[0]
    let again = ComparedCase(transcriptCase: bound, blocks: bound.compared(with: outputs, names: NamedValues()))
    let rest = bound.compared(with: outputs, names: NamedValues(), limit: MatchLimit(steps: 0), knowing: again)
    #expect(rest.indices.filter { if case .undecided = rest[$0].outcome { true } else { false } } == [8])
  }

  @Test("a case that is known from another one compares as it does alone", arguments: 0..<200)
  func known(_ seed: Int) throws {
    var random = RandomBlocks(random: SplitMix64(seed: seed))
    var outputs: [[String]] = [[]]
    var pieces: [(first: String, second: String)] = []
    for step in 0..<6 {
      let output = random.output()
      let first = random.block(from: output, binding: "n\(step)")
      pieces.append(
        (first, random.random.chance(30) ? random.block(from: random.changed(output), binding: "n\(step)") : first))
      outputs.append(random.random.chance(50) ? output : random.changed(output))
    }
    func read(_ piece: ((first: String, second: String)) -> String) throws -> TranscriptCase {
      let steps = pieces.enumerated().map { "> tap \($0.offset)\n" + piece($0.element) }
      return try transcript("|*\n" + steps.joined()).cases[0]
    }
    let (first, second) = (try read { $0.first }, try read { $0.second })
    let blocks = first.compared(with: outputs, names: NamedValues())
    let known = second.compared(
      with: outputs, names: NamedValues(), knowing: ComparedCase(transcriptCase: first, blocks: blocks))
    let alone = second.compared(with: outputs, names: NamedValues())
    #expect(known.map { "\($0.outcome)" } == alone.map { "\($0.outcome)" })
  }

  @Test("the rows of '|!' lines come before those of later lines")
  func forbiddenRows() {
    let alignment = Alignment(
      rows: [.matched(expectation: 1, actual: 0), .unexpected(actual: 1), .matched(expectation: 3, actual: 2)],
      never: [.unused(expectation: 0), .unused(expectation: 2), .unused(expectation: 4), .unused(expectation: 5)])
    #expect(
      alignment.rows == [
        .unused(expectation: 0), .matched(expectation: 1, actual: 0), .unexpected(actual: 1), .unused(expectation: 2),
        .matched(expectation: 3, actual: 2), .unused(expectation: 4), .unused(expectation: 5),
      ])
  }
}
