import Traces
import Turns

/// The JSON lines between a client and a worker; see `Documentation/Formats.md`.
package enum Wire {
  package static let version = 1
  /// In bytes.
  package static let lineLimit = 64 << 20
  /// The time limit of a worker's greeting.
  package static let greetingSeconds = 10
  /// The time limit of other answers from another version of the tool.
  package static let answerSeconds = 300

  /// Why a line, or a part of it, has the wrong form.
  package struct Problem: Error {
    package let sentence: String

    package init(sentence: String) {
      self.sentence = sentence
    }
  }

  package struct UnknownVersion: Error {
    package let asked: Int
    package let own: Int
  }
}

extension Value {
  package func member(_ name: String) throws(Wire.Problem) -> Value {
    guard let value = try optional(name) else { throw Wire.Problem(sentence: "'\(name)' is missing") }
    return value
  }

  package func optional(_ name: String) throws(Wire.Problem) -> Value? {
    try members.first { $0.name == name }?.value
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

  package func elements(_ counts: ClosedRange<Int>, of what: String) throws(Wire.Problem) -> [Value] {
    guard case .list(let values) = self, counts.contains(values.count) else { throw wrong(what) }
    return values
  }

  package var ifAny: Value? { self == .null ? nil : self }

  package func wrong(_ expected: String) -> Wire.Problem {
    let shown = json
    return Wire.Problem(
      sentence: "'\(shown.utf8.count > 60 ? String(shown.prefix(57)) + "..." : shown)' is not \(expected)")
  }
}

extension Optional<Value> {
  package var listed: Value { .list(map { [$0] } ?? []) }
}
