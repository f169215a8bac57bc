/// Writes JSON canonically: no blanks, keys in the order given, `/` as itself, and everything that could act on a
/// terminal as `\u001b`, so that a file can be shown with `cat`; `##[`, a command in some build logs, is `#\u0023[`.
package struct JSONWriter: Sendable {
  package private(set) var text = ""
  private var needsComma = false
  /// Whether secrets are written as they are: for a file that only its owner may read.
  let revealsSecrets: Bool

  package init() { self.init(revealsSecrets: false) }

  init(revealsSecrets: Bool) {
    self.revealsSecrets = revealsSecrets
  }

  /// Writes an object; the closure writes keys and values in turn.
  package mutating func object(_ content: (inout JSONWriter) -> Void) {
    enclose("{", "}", content)
  }

  /// Writes an array; the closure writes its elements.
  package mutating func array(_ content: (inout JSONWriter) -> Void) {
    enclose("[", "]", content)
  }

  /// Writes a key, to be followed by one value.
  package mutating func key(_ key: String) {
    string(key)
    text += ":"
    needsComma = false
  }

  package mutating func string(_ string: String) {
    separate()
    text += "\""
    let marks = string.logCommandMarks
    for (place, scalar) in string.unicodeScalars.enumerated() {
      text += marks.contains(place) ? "\\u0023" : scalar.jsonText ?? String(scalar)
    }
    text += "\""
  }

  package mutating func int(_ int: Int) { literal(String(int)) }
  package mutating func bool(_ bool: Bool) { literal(bool ? "true" : "false") }
  package mutating func null() { literal("null") }

  /// Writes a finite number in Swift's shortest form; `5.0` stays `5.0`. A number that JSON lacks becomes null.
  package mutating func double(_ double: Double) { literal(double.isFinite ? double.description : "null") }

  private mutating func literal(_ literal: String) {
    separate()
    text += literal
  }

  private mutating func separate() {
    if needsComma { text += "," }
    needsComma = true
  }

  private mutating func enclose(_ open: String, _ close: String, _ content: (inout JSONWriter) -> Void) {
    separate()
    text += open
    needsComma = false
    content(&self)
    text += close
    needsComma = true
  }
}

extension Unicode.Scalar {
  /// The escape of the scalar in a JSON text; nil when it stands as itself.
  fileprivate var jsonText: String? {
    switch self {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: return isAlwaysEscaped ? String(self).utf16.map(\.jsonEscape).joined() : nil
    }
  }
}

extension UInt16 {
  fileprivate var jsonEscape: String {
    let digits = String(self, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
