import CEditline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

package enum TerminalCapabilities {
  /// Whether standard input and output are terminals.
  package static var isInteractive: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  package static func usesColor(_ choice: ColorChoice, descriptor: Int32 = STDOUT_FILENO) -> Bool {
    choice.usesColor(isTerminal: isatty(descriptor) == 1) { name in
      getenv(name).map { String(cString: $0) }
    }
  }

  /// 80 columns and 24 rows if unknown.
  package static var windowSize: (columns: Int, rows: Int) {
    var columns: Int32 = 80
    var rows: Int32 = 24
    cel_window_size(&columns, &rows)
    return (Int(columns), Int(rows))
  }
}

package enum ColorChoice: String, Sendable, CaseIterable {
  case automatic = "auto"
  case always, never

  /// `automatic` needs a terminal, a `TERM` other than `dumb`, and no `NO_COLOR`.
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

/// The only escape sequences that are written around text.
package enum TerminalStyle: Sendable, CaseIterable {
  case plain, bold, dim, red, green, yellow, blue, cyan

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

  /// Adds the style; does not escape the text.
  package func applied(to text: String, enabled: Bool) -> String {
    guard enabled, !text.isEmpty, let parameter else { return text }
    return "\u{1B}[\(parameter)m\(text)\u{1B}[0m"
  }
}
