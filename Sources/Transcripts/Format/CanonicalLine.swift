import Traces
import Turns

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
