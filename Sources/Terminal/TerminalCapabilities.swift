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
