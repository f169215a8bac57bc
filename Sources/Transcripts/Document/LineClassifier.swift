/// Decides by the first bytes what class a line is of.
enum LineClassifier {
  private static let conflictMarkers = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]

  /// - Throws: what is wrong with the line, at its column.
  static func classify(_ text: String) throws(TranscriptProblem.Kind) -> TranscriptLine {
    guard let first = text.utf8.first else { return TranscriptLine(.separator, rest: "") }
    for marker in conflictMarkers where text.utf8.starts(with: marker.utf8) { throw .conflictMarker(marker) }
    switch first {
    case UInt8(ascii: "%"): return line(.directive, text)
    case UInt8(ascii: "#"): return line(.comment, text)
    case UInt8(ascii: ">"): return try command(text)
    case UInt8(ascii: "|"): return try output(text)
    default: throw unknown(text)
    }
  }

  private static func command(_ text: String) throws(TranscriptProblem.Kind) -> TranscriptLine {
    let isContinuation = text.utf8.starts(with: ">|".utf8)
    return try separated(line(isContinuation ? .continuation : .command, text))
  }

  private static func output(_ text: String) throws(TranscriptProblem.Kind) -> TranscriptLine {
    let long = OutputMark.allCases.first { $0 != .next && text.utf8.starts(with: $0.rawValue.utf8) }
    return try separated(line(.output(long ?? .next), text))
  }

  /// The line, when a blank or nothing follows its prefix.
  private static func separated(_ line: TranscriptLine) throws(TranscriptProblem.Kind) -> TranscriptLine {
    guard let next = line.rest.utf8.first, next != UInt8(ascii: " ") else { return line }
    throw .blankAfterMark(line.kind.prefix)
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
