import Files
import Terminal
import Traces

/// A styled line, broken between words where it is wider than the window.
///
/// Further lines are indented by two columns more than the first. A word that is wider than the window stays whole, and so
/// does a line with a text in double quotes, which a person may want to copy.
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

  /// What stands between blanks; a word may have several styles. Blanks in front belong to the first word.
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
