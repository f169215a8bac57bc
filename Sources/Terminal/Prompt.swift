/// A prompt of styled parts, with control characters escaped.
package struct Prompt: Sendable {
  package typealias Part = (text: String, style: TerminalStyle)

  private let parts: [Part]

  package init(_ text: String) {
    self.init([(text, .plain)])
  }

  package init(_ parts: [Part]) {
    self.parts = parts.map { ($0.text.inert, $0.style) }
  }

  /// Each escape sequence is between two bytes 1, as libedit requires. libedit drops a final sequence and the
  /// second of two adjacent ones. So each part begins with one combined sequence, and the last scalar is plain.
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
      return rest + [(text, part.style)]
    }
    return []
  }

  private static func change(from old: TerminalStyle, to new: TerminalStyle) -> String {
    guard old != new else { return "" }
    let parameters = new == .plain ? "0" : "0;\(new.rawValue)"
    return "\u{1}\u{1B}[\(parameters)m\u{1}"
  }
}
