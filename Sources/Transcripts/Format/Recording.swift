import Traces
import Turns

/// Writes a transcript piece by piece; each piece is one write. Callers must mask secrets first.
package enum Recording {
  /// The header, which requires an ``end(cases:notes:)``.
  package static func header(of machine: String, hash: String? = nil, seed: UInt64? = nil) -> String {
    var lines: [TranscriptLine] = [
      .directive(.transcript, "1 recorded"), .directive(.machine, hash.map { "\(machine) \($0)" } ?? machine),
    ]
    if let seed { lines.append(.directive(.seed, "\(seed)")) }
    return Transcript.print(lines)
  }

  package static func caseLines(
    title: String, names: [NamedValues.Entry] = [], paths: OutputPaths = OutputPaths(), opening: [String], isFirst: Bool
  ) -> String {
    let lets = names.map { TranscriptLine.directive(.let, "\($0.name) = \(ValuePrinter(.literal).text(of: $0.value))") }
    let head = [TranscriptLine.directive(.case, title.escaped)] + lets + paths.directives
    return Transcript.print((isFirst ? [] : [TranscriptLine(.separator, "")]) + head + block(opening))
  }

  package static func step(_ command: String, output: [String]) -> String {
    Transcript.print([TranscriptLine(.command, command.escaped)] + block(output))
  }

  package static func note(_ text: String) -> String { Transcript.print([TranscriptLine(.comment, text)]) }

  /// Marks the recording as complete.
  package static func end(cases count: Int, notes: [String] = []) -> String {
    notes.map(note).joined() + Transcript.print([.directive(.end, "\(count)")])
  }

  package static func beginsCase(_ piece: String) -> Bool {
    let mark = TranscriptLine.directive(.case, "").text
    return piece.utf8.starts(with: mark.utf8) || piece.utf8.starts(with: "\n\(mark)".utf8)
  }

  package static func command(_ text: String) -> String { TranscriptLine(.command, text).text }

  package static func output(_ text: String) -> String { TranscriptLine(.output(.next), text).text }

  /// Escapes what would end a line, be invalid in a transcript or act on a terminal.
  private static func block(_ lines: [String]) -> [TranscriptLine] {
    lines.map { TranscriptLine(.output(.next), $0.escaped) }
  }
}

extension OutputPaths {
  fileprivate var directives: [TranscriptLine] {
    expanded.paths.map { .directive(.expand, $0.escaped) } + muted.paths.map { .directive(.mute, $0.escaped) }
  }
}

/// The canonical spelling of a line. A line with a malformed value stays unchanged.
enum CanonicalLine {
  private static let printer = ValuePrinter(.literal)

  static func command(_ text: String) -> String {
    let fields = LineFields(text).fields
    return fields.contains(where: \.isUnread) ? text : joined(fields[...])
  }

  /// Prose after a colon stays unchanged, unless one matcher covers it.
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
  fileprivate var isUnread: Bool {
    if case .word(let word) = content { word.text.beginsLikeOpenValue } else { false }
  }
}
