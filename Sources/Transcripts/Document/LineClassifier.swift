/// Decides by the first bytes what class a line is of.
enum LineClassifier {
  private static let conflictMarkers = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]

  /// - Throws: what is wrong with the line, at its column.
  static func classify(_ text: String) throws(TranscriptProblem.Kind) -> TranscriptLine {
    var bytes = text.utf8.makeIterator()
    guard let first = bytes.next() else { return TranscriptLine(.separator, rest: "") }
    let second = bytes.next()
    if first == second, let marker = conflictMarkers.first(where: { text.utf8.starts(with: $0.utf8) }) {
      throw .conflictMarker(marker)
    }
    switch first {
    case UInt8(ascii: "%"): return line(.directive, text)
    case UInt8(ascii: "#"): return line(.comment, text)
    case UInt8(ascii: ">"): return try separated(second == UInt8(ascii: "|") ? .continuation : .command, text)
    case UInt8(ascii: "|"): return try separated(.output(mark(second)), text)
    default: throw unknown(text)
    }
  }

  /// The mark of an output line, by the byte behind its `|`.
  private static func mark(_ second: UInt8?) -> OutputMark {
    if second == nil || second == UInt8(ascii: " ") { return .next }
    return OutputMark.allCases.first { $0 != .next && $0.rawValue.utf8.last == second } ?? .next
  }

  /// The line, when a blank or nothing follows its prefix.
  private static func separated(
    _ kind: TranscriptLine.Kind, _ text: String
  ) throws(TranscriptProblem.Kind) -> TranscriptLine {
    let rest = text.utf8.dropFirst(kind.prefix.utf8.count)
    if let next = rest.first, next != UInt8(ascii: " ") { throw .blankAfterMark(kind.prefix) }
    return TranscriptLine(kind, rest: Substring(rest))
  }

  private static func line(_ kind: TranscriptLine.Kind, _ text: String) -> TranscriptLine {
    TranscriptLine(kind, rest: Substring(text.utf8.dropFirst(kind.prefix.utf8.count)))
  }

  private static func unknown(_ text: String) -> TranscriptProblem.Kind {
    let trimmed = text.unicodeScalars.drop { $0 == " " || $0 == "\t" }
    if trimmed.startIndex > text.startIndex, let first = trimmed.first, "%#>|".unicodeScalars.contains(first) {
      return .blankBeforeMark(String(first))
    }
    let word = trimmed.prefix { $0 != " " }
    return .unknownLine(String(String.UnicodeScalarView(word.prefix(40))))
  }
}
