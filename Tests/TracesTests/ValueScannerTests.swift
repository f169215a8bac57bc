import SeededRandom
import Testing
import Turns

@testable import Traces

@Suite("Reading values")
struct ValueScannerTests {
  @Test(
    "spellings that are not canonical read as well",
    arguments: [
      (#" "\u{767b}\0\'" "#, "登\0'"), ("[ 1 ,2 ]", [1, 2]), ("{a:1 , \"b\" : 2}", ["a": 1, "b": 2]),
      ("1E3", 1000.0), ("-0", 0), (".failed( code :401 )", .enumeration("failed", [Member("code", 401)])),
      (".failed()", .enumeration("failed", [])), ("{ }", [:]),
    ] as [(String, Value)])
  func spelling(_ text: String, _ expected: Value) throws {
    #expect(try Value(parsing: text) == expected)
  }

  @Test(
    "a mistake is told in one sentence with its column",
    arguments: [
      ("", "column 1: expected a value, found the end"),
      ("foo", "column 1: 'foo' is not a value; write text in double quotes"),
      ("\"登录", "column 1: this text does not end; close it with a double quote"),
      ("[\"登录\", x]", "column 8: 'x' is not a value; write text in double quotes"),
      (#""a\q""#, #"column 3: '\q' is not an escape; write '\\' for a backslash"#),
      (#""\u{D800}""#, #"column 2: '\u{D800' is not a Unicode scalar; write the hexadecimal digits of one"#),
      (#""\u{}""#, #"column 2: '\u{' is not a Unicode scalar; write the hexadecimal digits of one"#),
      ("9223372036854775808", "column 1: '9223372036854775808' does not fit into 64 bits; use a smaller number"),
      ("1e999", "column 1: '1e999' is too large; use a smaller number"),
      ("007", "column 1: '007' is not a number; drop its leading zeros"),
      ("1.", "column 1: '1.' is not a number; write digits after its point"),
      ("1e", "column 1: '1e' is not a number; write digits after its exponent"),
      ("12ab", "column 1: '12ab' is not a number; write text in double quotes"),
      ("1.2.3", "column 1: '1.2.3' is not a number; write text in double quotes"),
      ("0x1p3", "column 1: '0x1p3' is not a number; write text in double quotes"),
      ("-x", "column 1: '-x' is not a number; begin it with a digit"),
      ("{a: 1, a: 2}", "column 8: the key 'a' is duplicated; remove one"),
      ("{1: 2}", "column 2: expected a key, found '1:'"),
      ("[1 2]", "column 4: expected ',' or ']', found '2]'"),
      ("[1,]", "column 4: expected a value, found ']'"),
      ("1 2", "column 3: expected the end, found '2'"),
      ("<any>", "column 1: '<any>' only describes a value; write the value itself"),
      (
        "[1, ...]",
        "column 5: '...' stands for the rest of a list or record of a pattern; make it the last element there"
      ),
      ("[40] #0123456789ab", "column 1: '[40] #0123456789ab' only describes a value; write the value itself"),
      ("$right", "column 1: no value is named '$right'; declare it as a sample or with %let"),
      ("$", "column 2: expected a name after '$', found the end"),
      ("\u{1B}[2J", "column 1: expected a value, found '\\u{1B}[2J'"),
    ])
  func mistakes(_ text: String, _ expected: String) {
    let error = #expect(throws: TextError.self) { try Value(parsing: text) }
    #expect(error?.description == expected)
  }

  @Test("names are looked up in the table")
  func names() throws {
    let names = NamedValues([.init("right", of: "password", "aaaaaa")])
    #expect(try Value(parsing: "[$right, $password.right]", names: names) == ["aaaaaa", "aaaaaa"])
  }

  @Test("nesting is read to its limit and refused beyond")
  func depth() throws {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    _ = try Value(parsing: nested(128))
    #expect(throws: TextError(.tooDeep(limit: 128), offset: 128, column: 129)) { try Value(parsing: nested(129)) }
    #expect(throws: TextError.self) { try Value(parsing: String(repeating: ".a(", count: 1_000_000)) }
  }

  @Test("what is printed reads back as the same value, and prints the same again")
  func roundTrip() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<1_500 {
      let value = random.value()
      let text = ValuePrinter(.literal).text(of: value)
      let read = try Value(parsing: text)
      #expect(read == value)
      #expect(ValuePrinter(.literal).text(of: read).utf8.elementsEqual(text.utf8))
    }
  }

  @Test("any bytes give a value or an error with a place inside the text")
  func anyBytes() {
    var random = SplitMix64(seed: 2)
    let alphabet = Array("\"\\u{}[]().,:$<>=#- 01eainfltrus\u{1B}登".utf8) + [0, 0xFF, 0xC3]
    var accepted = 0
    for _ in 0..<20_000 {
      let bytes = (0..<random.below(24)).map { _ in random.pick(alphabet) }
      do {
        var scanner = try ValueScanner(utf8: bytes)
        _ = try scanner.pattern()
        accepted += 1
      } catch {
        #expect(error.offset >= 0 && error.offset <= bytes.count && error.column >= 1)
        #expect(error.description.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
      }
    }
    #expect(accepted > 300)
  }

  @Test("a changed byte in a printed value never traps")
  func mutations() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<1_500 {
      var bytes = Array(ValuePrinter(.literal).text(of: random.value()).utf8)
      bytes[random.below(bytes.count)] = UInt8(random.below(256))
      guard var scanner = try? ValueScanner(utf8: bytes), let pattern = try? scanner.pattern() else { continue }
      var again = ValueScanner(ValuePrinter(.literal).patternText(of: pattern))
      let reread = try again.pattern()
      #expect(reread == pattern)
    }
  }

  @Test("invalid UTF-8 is refused where it begins")
  func invalidBytes() {
    #expect(throws: TextError(.invalidUTF8, offset: 4, column: 3)) {
      try ValueScanner(utf8: Array("登a".utf8) + [0xFF, 0x22])
    }
  }

  @Test("a refused part leaves the cursor where it was")
  func cursor() throws {
    var scanner = ValueScanner("[1, \"x] y")
    #expect(throws: TextError.self) { try scanner.value() }
    #expect(scanner.offset == 0)
    try scanner.expect("[")
    let number = try scanner.number()
    #expect(number == 1)
    try scanner.expect(",")
    let blanks = scanner.skipBlanks()
    #expect(blanks == 1)
    #expect(throws: TextError.self) { try scanner.string() }
    #expect(scanner.column == 5)
    #expect(scanner.rest == "\"x] y")
    let word = scanner.word()
    #expect(word == "\"x]")
  }
}
