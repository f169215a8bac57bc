import Traces
import Turns

/// What a client and a worker send each other: JSON, one object per line, as `Documentation/Formats.md` describes it.
package enum Wire {
  /// The version of the protocol.
  package static let version = 1
  /// The longest line, in bytes.
  package static let lineLimit = 64 << 20
  /// How long a worker may take for the greeting, in seconds.
  package static let greetingSeconds = 10
  /// How long another version of the tool may take for each other answer, in seconds.
  package static let answerSeconds = 300

  /// Why a line, or a part of it, does not have the form that its place needs.
  package struct Problem: Error {
    package let sentence: String

    package init(sentence: String) {
      self.sentence = sentence
    }
  }

  /// A request of another version of the protocol.
  package struct UnknownVersion: Error {
    package let asked: Int
    /// The version that the worker has.
    package let own: Int
  }
}

extension Value {
  /// What stands under a key.
  package func member(_ name: String) throws(Wire.Problem) -> Value {
    guard let value = try optional(name) else { throw Wire.Problem(sentence: "'\(name)' is missing") }
    return value
  }

  /// What stands under a key; nil where nothing does.
  package func optional(_ name: String) throws(Wire.Problem) -> Value? {
    guard case .record(let members) = self else { throw wrong("an object") }
    return members.first { $0.name == name }?.value
  }

  package var text: String {
    get throws(Wire.Problem) { if case .string(let text) = self { text } else { throw wrong("a text") } }
  }

  package var number: Int {
    get throws(Wire.Problem) { if case .int(let number) = self { number } else { throw wrong("an integer") } }
  }

  package var flag: Bool {
    get throws(Wire.Problem) { if case .bool(let flag) = self { flag } else { throw wrong("true or false") } }
  }

  package var elements: [Value] {
    get throws(Wire.Problem) { if case .list(let values) = self { values } else { throw wrong("an array") } }
  }

  package var members: [Member] {
    get throws(Wire.Problem) { if case .record(let members) = self { members } else { throw wrong("an object") } }
  }

  package var namesByName: [Name: Name] {
    get throws(Wire.Problem) {
      var names: [Name: Name] = [:]
      for member in try members { names[member.name] = Name(try member.value.text) }
      return names
    }
  }

  /// The elements of an array of so many.
  package func elements(_ counts: ClosedRange<Int>, of what: String) throws(Wire.Problem) -> [Value] {
    guard case .list(let values) = self, counts.contains(values.count) else { throw wrong(what) }
    return values
  }

  /// The value, or nil for null.
  package var ifAny: Value? { self == .null ? nil : self }

  package func wrong(_ expected: String) -> Wire.Problem {
    let shown = json
    return Wire.Problem(
      sentence: "'\(shown.utf8.count > 60 ? String(shown.prefix(57)) + "..." : shown)' is not \(expected)")
  }
}

extension Sequence<Value> {
  package func read<Result>(_ read: (Value) throws(Wire.Problem) -> Result) throws(Wire.Problem) -> [Result] {
    var results: [Result] = []
    for value in self { results.append(try read(value)) }
    return results
  }
}

extension Optional<Value> {
  /// An array with the value, or without.
  package var listed: Value { .list(map { [$0] } ?? []) }
}
