import CEditline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the standard input and output are.
package enum TerminalCapabilities {
  /// Whether a person can edit lines: standard input and output are terminals.
  package static var isInteractive: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  /// Whether to write colours to a descriptor, by the user's choice, the environment and what the descriptor is.
  package static func usesColor(_ choice: ColorChoice, descriptor: Int32 = STDOUT_FILENO) -> Bool {
    choice.usesColor(isTerminal: isatty(descriptor) == 1) { name in
      getenv(name).map { String(cString: $0) }
    }
  }

  /// The size of the window now; 80 columns and 24 rows where it is unknown.
  package static var windowSize: (columns: Int, rows: Int) {
    var columns: Int32 = 80
    var rows: Int32 = 24
    cel_window_size(&columns, &rows)
    return (Int(columns), Int(rows))
  }
}

/// What the user said about colours.
package enum ColorChoice: String, Sendable, CaseIterable {
  case always, never, automatic

  /// Whether to write colours. `always` and `never` decide alone; else a terminal is needed whose `TERM` is neither
  /// unset, empty nor `dumb`, and an environment without a non-empty `NO_COLOR`.
  package func usesColor(isTerminal: Bool, environment: (String) -> String?) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .automatic:
      isTerminal && !isSet("NO_COLOR", environment) && isSet("TERM", environment) && environment("TERM") != "dumb"
    }
  }

  private func isSet(_ name: String, _ environment: (String) -> String?) -> Bool {
    environment(name).map { !$0.isEmpty } ?? false
  }
}

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
