import Testing
import Traces
import Turns

@Suite("Patterns of values")
struct ValuePatternTests {
  @Test(
    "a pattern reads into its parts and prints back",
    arguments: [
      ("<any>", .marker([.word("any")])),
      ("<string as sid>", .marker([.word("string"), .word("as"), .word("sid")])),
      ("<=sid>", .marker([.equals, .word("sid")])),
      ("<glob \"用户*\">", .marker([.word("glob"), .literal("用户*")])),
      ("<approx 1.5 -0.01>", .marker([.word("approx"), .literal(1.5), .literal(-0.01)])),
      ("<secret>", .marker([.word("secret")])), ("<weak nil>", .marker([.word("weak"), .word("nil")])),
      ("$password.right", .named("password.right")),
      ("{name: \"aaaaaa\", ...}", .record([MemberPattern("name", .value("aaaaaa"))], isPartial: true)),
      ("[\"a\", ...]", .list([.value("a")], isPartial: true)), ("[...]", .list([], isPartial: true)),
      ("{...}", .record([], isPartial: true)),
      (
        "{session: <any>, n: 1}",
        .record([MemberPattern("session", .marker([.word("any")])), MemberPattern("n", .value(1))], isPartial: false)
      ),
      (".failed(code: <int>)", .enumeration("failed", [MemberPattern("code", .marker([.word("int")]))])),
      ("[40] #0123456789ab", .folded(FoldedValue(.list, count: 40, digest: "0123456789ab"))),
      ("{12} #0123456789ab", .folded(FoldedValue(.record, count: 12, digest: "0123456789ab"))),
      ("\"ab\"[513] #0123456789ab", .folded(FoldedValue(.string("ab"), count: 513, digest: "0123456789ab"))),
      (
        "[[9] #0123456789ab, 1]",
        .list([.folded(FoldedValue(.list, count: 9, digest: "0123456789ab")), .value(1)], isPartial: false)
      ),
      ("\"<any>\"", .value("<any>")), ("[[1], {a: .b}]", .value([[1], ["a": .enumeration("b", [])]])),
    ] as [(String, ValuePattern)])
  func parts(_ text: String, _ expected: ValuePattern) throws {
    var scanner = ValueScanner(text)
    let pattern = try scanner.pattern()
    #expect(pattern == expected)
    #expect(scanner.isAtEnd)
    #expect(ValuePrinter().patternText(of: pattern) == text)
  }

  @Test("what output lines print is read back as a pattern", arguments: [ValuePrinter.Style.folded, .whole])
  func outputForms(_ style: ValuePrinter.Style) throws {
    let long = Value.string(String(repeating: "x\u{1B}", count: 300))
    let values: [Value] = [
      .secret(1), .list(Array(repeating: 0, count: 12)), long, ["a": .weak(nil), "b": .reference(InstanceID(1))],
      .signal(.execution(InstanceID(7))), .signal(.wiring("a b", [])),
    ]
    for value in values {
      let text = ValuePrinter(style).text(of: value)
      var scanner = ValueScanner(text)
      let pattern = try scanner.pattern()
      #expect(ValuePrinter(style).patternText(of: pattern) == text)
      #expect(scanner.isAtEnd)
    }
  }

  @Test(
    "a digest that is not one is left to the reader of the line",
    arguments: ["[40] #0123", "[40]  #0123456789ab", "[40] #0123456789abc", "[40] #0123456789AB"])
  func notFolded(_ text: String) throws {
    var scanner = ValueScanner(text)
    let pattern = try scanner.pattern()
    #expect(pattern == .value([40]))
    #expect(!scanner.isAtEnd)
  }

  @Test(
    "a malformed pattern is refused",
    arguments: [
      ("<any", "column 1: this marker does not end; close it with '>', or write '<' inside a quoted text"),
      ("<>", "column 1: this marker does not end; close it with '>', or write '<' inside a quoted text"),
      ("<any %>", "column 6: expected a word, a text, a number or '>', found '%>'"),
      (
        "[..., 1]",
        "column 5: '...' stands for the rest of a list or record of a pattern; make it the last element there"
      ),
      (
        ".a(...)",
        "column 8: '...' stands for the rest of a list or record of a pattern; make it the last element there"
      ),
      ("...", "column 1: '...' stands for the rest of a list or record of a pattern; make it the last element there"),
    ])
  func mistakes(_ text: String, _ expected: String) {
    var scanner = ValueScanner(text)
    let error = #expect(throws: TextError.self) { try scanner.pattern() }
    #expect(error?.description == expected)
  }
}
