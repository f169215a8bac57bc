import SeededRandom
import Testing
import Turns

@testable import Traces

@Suite("JSON")
struct JSONTests {
  private func read(_ text: String) throws -> Value { try JSONParser.parse(Array(text.utf8)).value() }

  @Test(
    "each kind of value has one spelling, which reads back",
    arguments: [
      (.null, "null"), (true, "true"), (5.0, "5.0"), (1e21, "1e+21"), (-0.0, "-0.0"),
      (9_007_199_254_740_991, "9007199254740991"),
      (.int(9_007_199_254_740_992), ##"{"#bigint":"9007199254740992"}"##),
      (.int(.min), ##"{"#bigint":"-9223372036854775808"}"##),
      (.double(.nan), ##"{"#double":"nan"}"##), (.double(-.infinity), ##"{"#double":"-inf"}"##),
      ("a/\"\\\n\u{1B}\u{85}\u{202E}登\u{E0041}", #""a/\"\\\n\u001b\u0085\u202e登\udb40\udc41""#),
      ("##[error] ##x ##", ##""#\u0023[error] ##x ##""##),
      (["b": 1, "a": [], "#": 2, "##x": 3], ####"{"b":1,"a":[],"##":2,"###x":3}"####),
      (.record([Member("a", 1), Member("a", 2)]), ##"{"#map":[["a",1],["a",2]]}"##),
      (.enumeration("idle", []), ##"{"#enum":"idle"}"##),
      (.enumeration("failed", [Member("code", 401)]), ##"{"#enum":"failed","payload":{"code":401}}"##),
      (.enumeration("pair", [Member("", 1), Member("", 2)]), ##"{"#enum":"pair","payload":[["",1],["",2]]}"##),
      (.secret(.null), ##"{"#secret":1}"##), (.reference(InstanceID(3)), ##"{"#ref":3}"##),
      (.weak(InstanceID(3)), ##"{"#weak":3}"##),
      (.weak(nil), ##"{"#weak":null}"##), (.signal(.wiring("w", [1])), ##"{"#signal":"w","captures":[1]}"##),
      (.signal(.execution(InstanceID(1))), ##"{"#execution":1}"##),
      (.signal(.executionCatchingErrors(InstanceID(1))), ##"{"#execution":1,"catching":true}"##),
    ] as [(Value, String)])
  func spelling(_ value: Value, _ expected: String) throws {
    #expect(value.json == expected)
    #expect(try read(expected) == value)
  }

  @Test("nothing of a secret is written, but to another process")
  func secrets() throws {
    let value: Value = ["p": .secret("aaaaaa")]
    #expect(value.json == ##"{"p":{"#secret":1}}"##)
    #expect(value.revealedJSON == ##"{"p":{"#revealed":"aaaaaa"}}"##)
    #expect(try Value(json: value.revealedJSON) == value)
  }

  @Test("any value reads back as itself from inert text")
  func roundTrip() throws {
    var random = SplitMix64(seed: 4)
    for _ in 0..<3_000 {
      let value = random.value()
      let text = value.json
      #expect(try read(text) == value)
      #expect(!text.unicodeScalars.contains { $0.isAlwaysEscaped })
    }
  }

  @Test(
    "what RFC 8259 does not allow is refused with its column",
    arguments: [
      ("", "column 1: expected a JSON value, found the end"),
      ("{\"a\":1,}", "column 8: expected a text in double quotes, found '}'"),
      ("[1,]", "column 4: expected a JSON value, found ']'"),
      ("01", "column 1: '01' is not a number; drop its leading zeros"),
      ("1 2", "column 3: expected the end, found '2'"),
      ("{a:1}", "column 2: expected a text in double quotes, found 'a:1}'"),
      ("{\"a\":1,\"\\u0061\":2}", "column 8: the key 'a' is duplicated; remove one"),
      ("nan", "column 1: expected a JSON value, found 'nan'"),
      ("-inf", "column 1: expected a JSON value, found '-inf'"),
      ("1e999", "column 1: '1e999' is too large; use a smaller number"),
      ("99999999999999999999", "column 1: '99999999999999999999' does not fit into 64 bits; use a smaller number"),
      (#""\ud800""#, #"column 2: '\ud800' is half of a surrogate pair; write both halves"#),
      (#""\ud800\u0041""#, #"column 2: '\ud800' is half of a surrogate pair; write both halves"#),
      (#""\udc00""#, #"column 2: '\udc00' is half of a surrogate pair; write both halves"#),
      (#""\u12""#, #"column 2: '\u12' is not a Unicode scalar; write the hexadecimal digits of one"#),
      (#""\x""#, #"column 2: '\x' is not an escape; write '\\' for a backslash"#),
      ("\"a\tb\"", #"column 3: the text contains an unescaped '\t'; write it as an escape"#),
      ("\"登", "column 1: this text does not end; close it with a double quote"),
      ("[1", "column 3: expected ',' or ']', found the end"),
      ("\u{FEFF}1", #"column 1: expected a JSON value, found '\u{FEFF}1'"#),
      ("truefalse", "column 1: expected a JSON value, found 'truefalse'"),
    ])
  func strictness(_ text: String, _ expected: String) {
    let error = #expect(throws: TextError.self) { try JSONParser.parse(Array(text.utf8)) }
    #expect(error?.description == expected)
  }

  @Test("nesting is read to 128 levels and refused beyond")
  func depth() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    _ = try JSONParser.parse(nested(128))
    #expect(throws: TextError(.tooDeep(limit: 128), offset: 128, column: 129)) { try JSONParser.parse(nested(129)) }
    #expect(throws: TextError.self) { try JSONParser.parse(Array(repeating: UInt8(ascii: "["), count: 1_000_000)) }
  }

  @Test(
    "a typed value that is malformed is refused",
    arguments: [
      ##"{"#bigint":"007"}"##, ##"{"#bigint":7}"##, ##"{"#double":"1"}"##, ##"{"#new":1}"##, ##"{"a":1,"#b":2}"##,
      ##"{"#enum":1}"##,
      ##"{"#enum":"a","load":1}"##, ##"{"#map":[["a"]]}"##, ##"{"#map":[[1,2]]}"##, ##"{"#secret":1,"x":1}"##,
      ##"{"#ref":"a"}"##,
      ##"{"#execution":1,"catching":false}"##, ##"{"#signal":"a","captures":1}"##,
    ])
  func shapes(_ text: String) throws {
    let node = try JSONParser.parse(Array(text.utf8))
    #expect(throws: JSONShapeError.self) { try node.value() }
  }
}
