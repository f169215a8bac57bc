import Testing
import Traces
import Turns

@testable import Transcripts

struct MatcherTests {
  static let names = NamedValues([
    NamedValues.Entry("user", "用户一"),
    NamedValues.Entry("wrong", of: "password", .secret("bbbbbb")),
  ])

  private static func holds(_ expected: String, _ actual: String) throws -> Bool {
    let pattern = try LinePattern(parsing: expected)
    var bindings = Bindings()
    return LineMatcher(names: names).holds(pattern, LineFields(actual), &bindings)
  }

  static let holding: [(String, String)] = [
    ("login idle -> executing", "login idle -> executing"),
    ("  login   idle ", "login idle"),
    ("", ""),
    (#"name "\u{7528}户""#, #"name "用户""#),
    (#"request a <any>"#, #"request a {b: [1, 2]}"#),
    ("<any> login <any>", "+1000ms login idle"),
    ("a <int> <number> <number>", "a -3 4 5.5"),
    (#"a <string> <bool>"#, #"a "" true"#),
    (#"a <uuid>"#, #"a "550e8400-E29B-41d4-a716-446655440000""#),
    (#"a <date> <date> <date>"#, #"a 2024-02-29 "2025-03-01T12:30:00Z" 2025-03-01T12:30:00.250Z"#),
    ("a <secret>", "a <secret>"),
    (#"a <glob "用户*"> <glob "?b*d">"#, #"a "用户名" "abcd""#),
    (#"push <glob "ho\\*me*">"#, #"push "ho*me'2""#),
    ("push <glob \"home*\">", "push home'2"),
    (#"a {name: "x", ...}"#, #"a {id: 3, name: "x", z: nil}"#),
    (#"a {...}"#, #"a {}"#),
    (#"a ["a", ...]"#, #"a ["a", "b"]"#),
    (#"a ["a", <int>, {b: <any>}]"#, #"a ["a", 2, {b: .failed(code: 401)}]"#),
    ("a .failed(code: <int>)", "a .failed(code: 401)"),
    (#"a $user"#, #"a "用户一""#),
    (#"a "用户一""#, "a $user"),
    (#"a {b: $user}"#, #"a {b: "用户一"}"#),
    (#"a <string>"#, "a $user"),
    (#"a <glob "用户?">"#, "a $user"),
    (#"a $unknown"#, "a $unknown"),
    ("a {x: <int as n>, y: <=n>}", "a {x: 1, y: 1}"),
    ("a nan -0.0 1e+21", "a nan -0.0 1e+21"),
    (#"phone "" -> … -> "13874385438" (11 changes)"#, #"phone "" -> … -> "13874385438" (11 changes)"#),
    ("items [40] #4f1c9e02a7d3", "items [40] #4f1c9e02a7d3"),
    ("a <ref 3>", "a <ref 3>"),
    ("crash: a <float> [ in", "crash: a <float> [ in"),
    ("a <approx 1.5 0.01> <approx 10 2>", "a 1.509 12"), ("a {b: <approx -1 0.5 as n>}", "a {b: -1.5}"),
    ("refused advance: <any>", "refused advance: nothing is under way"), ("refused a: <any>", "refused a: busy"),
    ("refused a: <any>", #"refused a: it is "open <b"#), ("refused a: <any as why>", "refused a: b c"),
    (#"refused a: <glob "nothing*">"#, "refused a: nothing is under way"),
    ("limit turns: <int>", "limit turns: 5"), ("refused a: guard <any> is false", "refused a: guard b is false"),
  ]

  static let differing: [(String, String)] = [
    ("login idle", "login idle -> executing"),
    ("login idle", "+1ms login idle"),
    (#"name "<any>""#, #"name "x""#),
    (#"name "é""#, "name \"e\u{301}\""),
    ("a <approx 1.5 0.01>", "a 1.52"), ("a <approx 1.5 0.01>", #"a "1.5""#), ("a <approx 1.5 1>", "a nan"),
    (#"refused a: <glob "nothing">"#, "refused a: nothing is under way"), ("refused a: <int>", "refused a: 5 are open"),
    ("refused a: <any>", "refused b: nothing is"), ("refused a: <any>", "refused a:"), ("a <any>", "a b c"),
    ("a <int>", "a 4.0"), ("a <int>", #"a "4""#), ("a <number>", "a nil"), ("a <string>", "a word"),
    ("a <bool>", "a 1"), (#"a <uuid>"#, #"a "550e8400-e29b-41d4-a716-44665544000""#),
    ("a <date>", "a 2025-02-29"), ("a <date>", #"a "2025-03-01T24:00:00Z""#), ("a <date>", #"a "2025-03-01 ""#),
    ("a <secret>", #"a "x""#), (#"a <glob "a?">"#, #"a "a""#), (#"a <glob "A*">"#, #"a "abc""#),
    (#"a {name: "x", ...}"#, #"a {id: 3}"#), (#"a {name: "x"}"#, #"a {name: "x", id: 3}"#),
    (#"a ["a", "b", ...]"#, #"a ["a"]"#), (#"a ["a"]"#, #"a ["a", "b"]"#),
    ("a .failed(code: <int>)", "a .done(code: 401)"),
    ("a 5", "a 5.0"), ("a 0.0", "a -0.0"), (#"a $user"#, #"a "x""#), ("a $wrong", "a <secret>"),
    ("a {x: <int as n>, y: <=n>}", "a {x: 1, y: 2}"),
    ("items [40] #4f1c9e02a7d3", "items [40] #000000000000"),
  ]

  @Test("an expected line holds", arguments: holding.indices)
  func holds(_ index: Int) throws {
    #expect(try Self.holds(Self.holding[index].0, Self.holding[index].1))
  }

  @Test("an expected line does not hold", arguments: differing.indices)
  func differs(_ index: Int) throws {
    #expect(try !Self.holds(Self.differing[index].0, Self.differing[index].1))
  }

  @Test("a bound value must come again, and a failed line binds nothing")
  func bindings() throws {
    let lines = LineMatcher(names: Self.names)
    var bindings = Bindings()
    let binder = try LinePattern(parsing: "a <string as x> 1")
    #expect(!lines.holds(binder, LineFields(#"a "s" 2"#), &bindings))
    #expect(bindings["x"] == nil)
    #expect(lines.holds(binder, LineFields(#"a "s" 1"#), &bindings))
    #expect(lines.holds(try LinePattern(parsing: "b <=x>"), LineFields(#"b "\u{73}""#), &bindings))
    #expect(!lines.holds(try LinePattern(parsing: "b <=x>"), LineFields(#"b "t""#), &bindings))
  }

  @Test("behind many fields that begin like a value and are none, the rest of a line is words, whatever it is")
  func manyOpenFields() throws {
    let text = "x " + String(repeating: "[ ", count: 300) + #""a b""#
    #expect(try LinePattern(parsing: text).line.fields.count == 303)
    #expect(throws: PatternProblem.self) { try LinePattern(parsing: #"x [ [ "a b""#) }
  }

  @Test("a hostile glob costs the product of the lengths at most")
  func hostileGlob() {
    let glob = Glob(String(repeating: "*a", count: 200) + "*b")
    #expect(!glob.matches(String(repeating: "a", count: 2_000)))
    #expect(Glob("a\\").matches("a\\"))
    #expect(Glob("**").matches(""))
  }

  @Test("fields are split at blanks outside values")
  func fields() {
    let line = LineFields(#"+20ms alert "a b" {c: "d, e"} items[0..<40].total [ x "open"#)
    #expect(
      line.fields.map(\.text) == [
        "+20ms", "alert", #""a b""#, #"{c: "d, e"}"#, "items[0..<40].total", "[", "x", "\"open",
      ])
    #expect(line.fields.map(\.column) == [1, 7, 13, 19, 31, 51, 53, 55])
    #expect(line.offsetMilliseconds == 20)
  }
}
