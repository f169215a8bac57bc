import Traces
import Turns

/// The text of a transcript as it is recorded, piece by piece.
///
/// Every piece is one write, and the last of them says that the recording ended. Secrets are expected to be masked already.
package enum Recording {
  /// The lines above the first case, which promise an ``end(cases:notes:)``.
  ///
  /// - Parameter machine: `login@fixed`.
  package static func header(of machine: String, hash: String? = nil, seed: UInt64? = nil) -> String {
    var lines: [TranscriptLine] = [
      .directive(.transcript, "1 recorded"), .directive(.machine, hash.map { "\(machine) \($0)" } ?? machine),
    ]
    if let seed { lines.append(.directive(.seed, "\(seed)")) }
    return Transcript.print(lines)
  }

  /// The line of a case and what the machine did by itself when it was opened.
  ///
  /// - Parameters:
  ///   - isFirst: Whether nothing but the header stands above; else an empty line sets the case off.
  package static func caseLines(
    title: String, paths: OutputPaths = OutputPaths(), opening: [String], isFirst: Bool
  ) -> String {
    let head = [TranscriptLine.directive(.case, title.escaped)] + paths.directives
    return Transcript.print((isFirst ? [] : [TranscriptLine(.separator, "")]) + head + block(opening))
  }

  /// A command and its output.
  package static func step(_ command: String, output: [String]) -> String {
    Transcript.print([TranscriptLine(.command, command.escaped)] + block(output))
  }

  /// A line that only a reader takes notice of.
  package static func note(_ text: String) -> String { Transcript.print([TranscriptLine(.comment, text)]) }

  /// The last lines: whatever stands above them is whole.
  package static func end(cases count: Int, notes: [String] = []) -> String {
    notes.map(note).joined() + Transcript.print([.directive(.end, "\(count)")])
  }

  /// Whether a piece begins a case.
  package static func beginsCase(_ piece: String) -> Bool {
    let mark = TranscriptLine.directive(.case, "").text
    return piece.utf8.starts(with: mark.utf8) || piece.utf8.starts(with: "\n\(mark)".utf8)
  }

  /// The line of a command.
  package static func command(_ text: String) -> String { TranscriptLine(.command, text).text }

  /// An output line that comes next.
  package static func output(_ text: String) -> String { TranscriptLine(.output(.next), text).text }

  /// Output lines, without what would end one, be refused in a transcript, or act on the terminal of who reads the file.
  private static func block(_ lines: [String]) -> [TranscriptLine] {
    lines.map { TranscriptLine(.output(.next), $0.escaped) }
  }
}

extension OutputPaths {
  /// The lines that say so.
  fileprivate var directives: [TranscriptLine] {
    expanded.paths.map { .directive(.expand, $0.escaped) } + muted.paths.map { .directive(.mute, $0.escaped) }
  }
}

/// The canonical spelling of what a line says: fields with one blank between them, and every value as it is printed.
///
/// Words stay as they are, and so does a line in which something begins like a value and is none.
enum CanonicalLine {
  private static let printer = ValuePrinter(.literal)

  /// The spelling of a command, or of a piece of one that is continued.
  static func command(_ text: String) -> String {
    let fields = LineFields(text).fields
    return fields.contains(where: \.isUnread) ? text : joined(fields[...])
  }

  /// The spelling of an expected line. Prose behind a colon stays as it is, unless one matcher stands for all of it.
  static func output(_ pattern: LinePattern) -> String {
    let line = pattern.line.split
    let read = line.fields.prefix { !$0.introducesProse }
    guard !read.contains(where: \.isUnread) else { return line.text.trimmingTrailingBlanks }
    guard read.count < line.fields.count else { return joined(line.fields[...]) }
    let colon = line.fields[read.count]
    let head = joined(line.fields[...read.count])
    guard read.count + 1 < line.fields.count else { return head }
    if pattern.endsWithReason { return joined(line.fields[...]) }
    let prose = line.text.utf8.dropFirst(colon.offset + colon.text.utf8.count)
    return head + String(decoding: prose, as: UTF8.self).trimmingTrailingBlanks
  }

  private static func joined(_ fields: ArraySlice<LineFields.Field>) -> String {
    fields.map(text).joined(separator: " ")
  }

  private static func text(of field: LineFields.Field) -> String {
    guard case .value(let pattern) = field.content else { return field.text }
    return printer.patternText(of: pattern)
  }
}

extension LineFields.Field {
  /// Whether it begins with what a value closes again, and is a word all the same.
  fileprivate var isUnread: Bool {
    guard case .word(let word) = content, let first = word.utf8.first else { return false }
    return "\"[{<".utf8.contains(first)
  }
}
