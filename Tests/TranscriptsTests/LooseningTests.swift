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
}
