import Statecharts
import Traces

/// What two versions of the tool say to each other: JSON, one object per line, as `Documentation/Compare.md` has it.
enum Wire {
  static let version = 1
  /// The longest line, in bytes.
  static let lineLimit = 64 << 20

  /// What in a line is not what its place asks for.
  struct Problem: Error {
    let sentence: String
  }
}

extension Value {
  /// What stands under a key.
  func member(_ name: String) throws(Wire.Problem) -> Value {
    guard let value = try optional(name) else { throw Wire.Problem(sentence: "'\(name)' is missing") }
    return value
  }

  /// What stands under a key; nil where nothing does.
  func optional(_ name: String) throws(Wire.Problem) -> Value? {
    guard case .record(let members) = self else { throw wrong("an object") }
    return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  var text: String {
    get throws(Wire.Problem) { if case .string(let text) = self { text } else { throw wrong("a text") } }
  }

  var number: Int {
    get throws(Wire.Problem) { if case .int(let number) = self { number } else { throw wrong("an integer") } }
  }

  var flag: Bool {
    get throws(Wire.Problem) { if case .bool(let flag) = self { flag } else { throw wrong("true or false") } }
  }

  var elements: [Value] {
    get throws(Wire.Problem) { if case .list(let values) = self { values } else { throw wrong("an array") } }
  }

  var members: [Member] {
    get throws(Wire.Problem) { if case .record(let members) = self { members } else { throw wrong("an object") } }
  }

  var textsByName: [String: String] {
    get throws(Wire.Problem) {
      var texts: [String: String] = [:]
      for member in try members { texts[member.name] = try member.value.text }
      return texts
    }
  }

  /// The elements of an array of so many.
  func elements(_ counts: ClosedRange<Int>, of what: String) throws(Wire.Problem) -> [Value] {
    guard case .list(let values) = self, counts.contains(values.count) else { throw wrong(what) }
    return values
  }

  /// The value, or nil for null.
  var ifAny: Value? { self == .null ? nil : self }

  func wrong(_ expected: String) -> Wire.Problem {
    let shown = JSONLine.sent(self)
    return Wire.Problem(
      sentence: "'\(shown.utf8.count > 60 ? String(shown.prefix(57)) + "..." : shown)' is not \(expected)")
  }
}

extension Sequence<Value> {
  func read<Result>(_ read: (Value) throws(Wire.Problem) -> Result) throws(Wire.Problem) -> [Result] {
    var results: [Result] = []
    for value in self { results.append(try read(value)) }
    return results
  }
}

extension Optional<Value> {
  /// An array with the value, or without.
  var listed: Value { .list(map { [$0] } ?? []) }
}
