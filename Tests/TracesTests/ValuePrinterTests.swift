import Testing
import Traces
import Turns

@Suite("Values as text")
struct ValuePrinterTests {
  @Test(
    "each kind has one text",
    arguments: [
      (.null, "nil"), (true, "true"), (false, "false"), (42, "42"), (-7, "-7"), (.int(.min), "-9223372036854775808"),
      (5.0, "5.0"), (1e21, "1e+21"), (-0.0, "-0.0"), (.double(.nan), "nan"), (.double(.infinity), "inf"),
      (.double(-.infinity), "-inf"), (0.1, "0.1"), (1e16, "1e+16"), (.double(.leastNonzeroMagnitude), "5e-324"),
      ("登录失败", "\"登录失败\""), ("", "\"\""),
      (["a", 1, .null], "[\"a\", 1, nil]"), ([], "[]"),
      (["b": 1, "a": 2], "{b: 1, a: 2}"), ([:], "{}"), (["a b": 1, "名": 2, "": 3], "{\"a b\": 1, \"名\": 2, \"\": 3}"),
      (.enumeration("idle", []), ".idle"), (.enumeration("failed", [Member("code", 401)]), ".failed(code: 401)"),
      (.enumeration("pair", [Member("", 1), Member("", "x")]), ".pair(1, \"x\")"),
      (.enumeration("no name", [Member("a b", 1)]), ".\"no name\"(\"a b\": 1)"),
      (.secret("aaaaaa"), "<secret>"), (["user": .secret(1)], "{user: <secret>}"),
      (.reference(InstanceID(3)), "<ref 3>"), (.weak(InstanceID(4)), "<weak 4>"), (.weak(nil), "<weak nil>"),
      (.signal(.wiring("showTotal", [1])), "<signal showTotal>"),
      (.signal(.execution(InstanceID(2))), "<signal execution 2>"),
      (.signal(.executionCatchingErrors(InstanceID(2))), "<signal execution catching 2>"),
    ] as [(Value, String)])
  func text(_ value: Value, _ expected: String) {
    #expect(ValuePrinter(.whole).text(of: value) == expected)
  }

  @Test(
    "a stimulus is written as one types it",
    arguments: [
      (Cause(.user, "tap", on: "login", isHeld: true), "hold tap login"),
      (Cause(.user, "paste", on: "name", value: "a"), "paste name \"a\""), (Cause(.user, "advance"), "advance"),
      (Cause(.user, "advance", value: 2_000), "advance 2s"), (Cause(.user, "advance", value: 1_500), "advance 1500ms"),
      (Cause(.user, "observers", value: .enumeration("reversed", [])), "observers reversed"),
      (Cause(.user, "reply", on: "load'2", value: .enumeration("ok", [])), "reply load'2 ok"),
      (Cause(.user, "reply", on: "load", value: .enumeration("ok", [Member("", ["a": 1])])), "reply load ok {a: 1}"),
      (
        Cause(.user, "service", on: "load", value: .enumeration("defined", [Member("after", 2_000)])), "service load 2s"
      ),
      (Cause(.user, "service", on: "load", value: .enumeration("never", [])), "service load never"),
      (
        Cause(
          .user, "service", on: "load",
          value: .enumeration("error", [Member("", "offline"), Member("once", true)])),
        "service load error \"offline\" once"
      ),
      (
        Cause(
          .user, "service", on: "load",
          value: .enumeration(
            "fail", [Member("", "no"), Member("after", 1_500), Member("late", true), Member("once", true)])),
        "service load 1500ms fail \"no\" late once"
      ),
      (
        Cause(
          .user, "service", on: "load",
          value: .enumeration("twice", [Member("", .enumeration("ok", [Member("", 7)]))])), "service load twice ok 7"
      ),
      (Cause(.user, "dismiss", value: "OK"), "dismiss \"OK\""), (.opening, "restart"),
    ] as [(Cause, String)])
  func stimulus(_ cause: Cause, _ expected: String) {
    #expect(ValuePrinter(.folded).words(of: cause) == expected)
  }

  @Test("every nan is printed alike, whatever its bits")
  func nan() {
    #expect(ValuePrinter().text(of: .double(Double(bitPattern: 0xFFF8_0000_0000_0001))) == "nan")
  }

  @Test("a text over 512 scalars is its first 64, its length and its digest")
  func longText() {
    let long = String(repeating: "登", count: 513)
    let start = String(repeating: "登", count: 64)
    #expect(
      ValuePrinter(.whole).text(of: .string(long)) == "\"\(start)\"[513] #\(MaskedDigest(of: .string(long)).short)")
    #expect(ValuePrinter(.literal).text(of: .string(long)) == "\"\(long)\"")
    let limit = String(repeating: "登", count: 512)
    #expect(ValuePrinter(.whole).text(of: .string(limit)) == "\"\(limit)\"")
  }

  @Test("only the folded style folds containers, and only over eight elements")
  func folding() {
    let nine = Value.list((1...9).map { .int($0) })
    let eight = Value.list((1...8).map { .int($0) })
    #expect(ValuePrinter(.folded).text(of: nine) == "[9] #\(MaskedDigest(of: nine).short)")
    #expect(ValuePrinter(.folded).text(of: eight) == "[1, 2, 3, 4, 5, 6, 7, 8]")
    #expect(ValuePrinter(.whole).text(of: nine) == "[1, 2, 3, 4, 5, 6, 7, 8, 9]")
    let record = Value.record((1...9).map { Member("m\($0)", .int($0)) })
    #expect(ValuePrinter(.folded).text(of: ["r": record]) == "{r: {9} #\(MaskedDigest(of: record).short)}")
  }

  @Test("a long sample of its owner prints as its name, elsewhere as itself; a short one only in commands")
  func printedNames() {
    let (long, short) = (
      Value.string(String(repeating: "长", count: 33)), Value.string(String(repeating: "长", count: 32))
    )
    let names = NamedValues([
      .init("long", of: "code", long), .init("short", of: "code", short), .init("two", of: "code", [1, 2]),
      .init("three", of: "code", [1, 2, 3]), .init("one", of: "code", 1), .init("hidden", of: "code", [.secret("a")]),
      .init("file", 7),
    ])
    for style in [ValuePrinter.Style.whole, .folded] {
      let printer = ValuePrinter(style, names: names)
      #expect(printer.text(of: long, for: "code") == "$long" && printer.text(of: long, for: "name") != "$long")
      #expect(printer.text(of: short, for: "code") == ValuePrinter().text(of: short))
      #expect(printer.text(of: [1, 2], for: "code") == "[1, 2]" && printer.text(of: 1, for: "code") == "1")
      #expect(printer.text(of: [1, 2, 3], for: "code") == "$three")
      #expect(printer.text(of: [.secret("a")], for: "code") == "$hidden")
      #expect(printer.text(of: 7, for: "code") == "$file")
    }
    let command = ValuePrinter(.literal, names: names)
    #expect(command.text(of: short, for: "code") == "$short" && command.text(of: 1, for: "code") == "$one")
  }

  @Test("a value equal to a sample of its owner is written as its name in a command, elsewhere as itself")
  func names() {
    let names = NamedValues([
      .init("right", of: "password", "aaaaaa"), .init("right", of: "code", "1234"), .init("good", of: "phone", "138"),
      .init("sid", "s-1"),
    ])
    let printer = ValuePrinter(.literal, names: names)
    #expect(printer.text(of: "aaaaaa", for: "password") == "$password.right")
    #expect(printer.text(of: "aaaaaa", for: "name") == "\"aaaaaa\"")
    #expect(printer.text(of: "138", for: "home.phone") == "$good")
    #expect(printer.text(of: "138", for: "telephone") == "\"138\"")
    #expect(printer.text(of: ["session": "s-1"]) == "{session: $sid}")
    #expect(printer.text(of: .secret("aaaaaa"), for: "password") == "<secret>")
    #expect(names.reference(to: .secret("aaaaaa"), of: "password") == "$password.right")
    #expect(names.value(named: "right") == Optional.none)
    #expect(names.value(named: "code.right") == "1234")
    #expect(names.value(named: "good") == "138")
    #expect(names.value(named: "better") == Optional.none)
  }
}
