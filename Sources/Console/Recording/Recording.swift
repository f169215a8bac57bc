import Traces

/// The text of a transcript as it is recorded, piece by piece.
///
/// Every piece is one write, and the last of them says that the recording ended. Secrets are expected to be masked already.
package enum Recording {
  /// The lines above the first case, which promise an ``end(cases:)``.
  ///
  /// - Parameter machine: `login@fixed`.
  package static func header(of machine: String, hash: String? = nil, seed: UInt64? = nil) -> String {
    var text = "%transcript 1 recorded\n%machine \(machine)"
    if let hash { text += " \(hash)" }
    text += "\n"
    if let seed { text += "%seed \(seed)\n" }
    return text
  }

  /// The line of a case and what the machine did by itself when it was opened.
  ///
  /// - Parameters:
  ///   - directives: The lines directly below the case's.
  ///   - isFirst: Whether nothing but the header stands above; else an empty line sets the case off.
  package static func caseLines(
    title: String, directives: [String] = [], opening: [String], isFirst: Bool
  ) -> String {
    let head = ["%case \(title)"] + directives
    return (isFirst ? "" : "\n") + head.map { oneLine($0) + "\n" }.joined() + block(opening)
  }

  /// A command and its output.
  package static func step(_ command: String, output: [String]) -> String {
    self.command(oneLine(command)) + "\n" + block(output)
  }

  /// The last line: whatever stands above it is whole.
  package static func end(cases count: Int) -> String { "%end \(count)\n" }

  /// Whether a piece begins a case.
  package static func beginsCase(_ piece: String) -> Bool {
    piece.utf8.starts(with: "%case ".utf8) || piece.utf8.starts(with: "\n%case ".utf8)
  }

  /// The line of a command.
  package static func command(_ text: String) -> String { "> \(text)" }

  /// What stands behind the mark of an output line.
  package static func behindMark(_ text: String) -> String { text.isEmpty ? "" : " \(text)" }

  /// An output line that comes next.
  package static func output(_ text: String) -> String { "|" + behindMark(text) }

  private static func block(_ lines: [String]) -> String {
    lines.map { self.output(oneLine($0)) + "\n" }.joined()
  }

  /// The text without what would end its line, be refused in a transcript, or act on the terminal of who reads the file.
  private static func oneLine(_ text: String) -> String { text.escaped }
}
