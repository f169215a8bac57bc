import Files
import Terminal
import Traces

/// Shows an answer that is longer than the window in the user's pager: `PAGER`, a command of the shell, else `less`.
struct Pager {
  private let command: String

  /// Nil where no pager is wanted: `PAGER` is empty or `cat`, the terminal has no cursor, or `CI` is set.
  init?() {
    command = environmentVariable("PAGER") ?? Self.less
    let words = command.split(separator: " ")
    let terminal = environmentVariable("TERM") ?? ""
    guard !words.isEmpty, words != ["cat"], !["", "dumb"].contains(terminal), !ContinuousIntegration.isOn else {
      return nil
    }
  }

  /// Where it is missing, the shell has nothing to complain about.
  private static let less = "command -v less >/dev/null || exit 127; less"

  /// The shell waits for the pager when Ctrl-C is pressed, and the pager does not inherit that.
  private var script: String { "trap : INT QUIT; LESS=${LESS-FRX}; export LESS; \(command)" }

  /// Whether lines and the prompt below them need more rows than the window has.
  static func isNeeded(for lines: [String], columns: Int, rows: Int) -> Bool {
    lines.reduce(0) { $0 + max(1, ($1.displayWidth + columns - 1) / max(1, columns)) } >= rows
  }

  /// Shows a text until the user quits.
  ///
  /// - Returns: false if the pager could not be started.
  func show(_ text: String) -> Bool {
    let code = Interrupt.lendingTerminal { try? ChildProcess.run("sh", ["sh", "-c", script], input: text) }
    return code != nil && code != 126 && code != 127
  }
}
