import Files
import Terminal
import Traces

/// Wraps a styled line at blanks; continuation lines are indented by two more columns. Overlong words and lines
/// with quoted text stay whole for copying.
struct BrokenLine {
  private(set) var lines: [[LineColors.Part]] = []
  private var line: [LineColors.Part] = []
  private var columns = 0

  init(_ parts: [LineColors.Part], width: Int) {
    let text = parts.map(\.text).joined()
    guard text.displayWidth > width, !text.utf8.contains(UInt8(ascii: "\"")) else {
      lines = [parts]
      return
    }
    let indentation = String(repeating: " ", count: text.utf8.prefix { $0 == UInt8(ascii: " ") }.count + 2)
    for word in Self.words(of: parts) {
      let wordColumns = word.map(\.text).joined().displayWidth
      if columns > indentation.utf8.count, columns + wordColumns > width {
        lines.append(line)
        (line, columns) = ([(indentation, .plain)], indentation.utf8.count)
      }
      line += word
      columns += wordColumns + 1
      line.append((" ", .plain))
    }
    lines.append(line)
    lines = lines.map { Array($0.dropLast()) }
  }

  private static func words(of parts: [LineColors.Part]) -> [[LineColors.Part]] {
    var words: [[LineColors.Part]] = [[]]
    var isInText = false
    for part in parts {
      for (index, piece) in part.text.utf8.split(separator: 0x20, omittingEmptySubsequences: false).enumerated() {
        if index > 0, isInText { words.append([]) } else if index > 0 { words[0].append((" ", .plain)) }
        guard !piece.isEmpty else { continue }
        isInText = true
        words[words.count - 1].append((String(Substring(piece)), part.style))
      }
    }
    return words
  }
}

/// Shows output in the pager of `PAGER`, a shell command, else `less`.
struct Pager {
  private let command: String

  /// Nil if `PAGER` is empty or `cat`, the terminal has no cursor, or `CI` is set.
  init?() {
    command = environmentVariable("PAGER") ?? Self.less
    let words = command.split(separator: " ")
    let terminal = environmentVariable("TERM") ?? ""
    guard !words.isEmpty, words != ["cat"], !["", "dumb"].contains(terminal), !ContinuousIntegration.isOn else {
      return nil
    }
  }

  /// Prints no error if `less` is missing.
  private static let less = "command -v less >/dev/null || exit 127; less"

  /// The shell ignores Ctrl-C while it waits; the pager does not inherit the trap.
  private var script: String { "trap : INT QUIT; LESS=${LESS-FRX}; export LESS; \(command)" }

  static func isNeeded(for lines: [String], columns: Int, rows: Int) -> Bool {
    lines.reduce(0) { $0 + max(1, ($1.displayWidth + columns - 1) / max(1, columns)) } >= rows
  }

  func show(_ text: String) -> Bool {
    let code = Interrupt.lendingTerminal { try? ChildProcess.run("sh", ["sh", "-c", script], input: text) }
    return code != nil && code != 126 && code != 127
  }
}
