/// The text before the line, made of styled parts. Control characters in it are shown, not sent.
package struct Prompt: Equatable, Sendable, ExpressibleByStringLiteral {
  struct Part: Equatable, Sendable {
    let text: String
    let style: TerminalStyle
  }

  private(set) var parts: [Part]

  /// A plain prompt.
  package init(_ text: String) {
    parts = [Part(text: text.inert, style: .plain)]
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }

  /// A prompt of parts in their styles, in order.
  package init(_ parts: [(text: String, style: TerminalStyle)]) {
    self.parts = parts.map { Part(text: $0.text.inert, style: $0.style) }
  }

  /// The prompt as libedit wants it: each escape sequence between two bytes 1 and before a printable character. libedit
  /// drops a sequence at the end, and the second of two neighbours; so a part begins with one sequence that sets
  /// everything, and the last scalar is always plain.
  func encoded(colored: Bool) -> String {
    let text = parts.map(\.text).joined()
    guard colored, let last = text.unicodeScalars.last else { return text }
    var current = TerminalStyle.plain
    var result = ""
    for part in withoutLastScalar where !part.text.isEmpty {
      result += Self.change(from: current, to: part.style) + part.text
      current = part.style
    }
    return result + Self.change(from: current, to: .plain) + String(last)
  }

  private var withoutLastScalar: [Part] {
    var rest = parts
    while let part = rest.popLast() {
      guard !part.text.isEmpty else { continue }
      let text = String(String.UnicodeScalarView(part.text.unicodeScalars.dropLast()))
      return rest + [Part(text: text, style: part.style)]
    }
    return []
  }

  private static func change(from old: TerminalStyle, to new: TerminalStyle) -> String {
    guard old != new else { return "" }
    let parameters = ["0", new.parameter].compactMap(\.self).joined(separator: ";")
    return "\u{1}\u{1B}[\(parameters)m\u{1}"
  }
}
