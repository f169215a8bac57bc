/// How a piece of text looks; the only escape sequences that are ever written around text.
package enum TerminalStyle: Sendable, CaseIterable {
  case plain, bold, dim, red, green, yellow, blue, cyan

  /// The parameter of the SGR sequence; nil for plain text.
  var parameter: String? {
    switch self {
    case .plain: nil
    case .bold: "1"
    case .dim: "2"
    case .red: "31"
    case .green: "32"
    case .yellow: "33"
    case .blue: "34"
    case .cyan: "36"
    }
  }

  /// Wraps a text in this style, and goes back to plain after it; with `enabled` false, and for an empty text, the text
  /// itself. The text is not made inert.
  package func applied(to text: String, enabled: Bool) -> String {
    guard enabled, !text.isEmpty, let parameter else { return text }
    return "\u{1B}[\(parameter)m\(text)\u{1B}[0m"
  }
}
