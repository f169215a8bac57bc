/// A text file that is checked for its size, line feeds and control characters.
struct SourceText {
  private let bytes: [UInt8]
  private let lineLimit: Int

  init(_ text: String, limits: TranscriptLimits, problems: inout ProblemList) {
    lineLimit = limits.lineBytes
    bytes = SourceText.isReadable(text, limits, &problems) ? Array(text.utf8) : []
    if bytes.last != 0x0A { reportMissingEnd(&problems) }
    reportLines(&problems)
  }

  var isEmpty: Bool { bytes.isEmpty }

  var lines: some Sequence<String> {
    pieces.lazy.map { piece in
      piece.count <= lineLimit ? String(decoding: SourceText.withoutReturn(piece), as: UTF8.self) : ""
    }
  }

  private var pieces: some Sequence<ArraySlice<UInt8>> {
    sequence(state: bytes[...]) { rest in
      guard !rest.isEmpty else { return nil }
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      defer { rest = rest[min(end + 1, rest.endIndex)...] }
      return rest[..<end]
    }
  }

  private func reportMissingEnd(_ problems: inout ProblemList) {
    guard let last = Array(pieces.enumerated()).last else { return }
    let column = String(decoding: last.element, as: UTF8.self).unicodeScalars.count + 1
    problems.add(.missingFinalNewline, line: last.offset + 1, column: column)
  }

  private func reportLines(_ problems: inout ProblemList) {
    var reportsReturns = true
    for (index, piece) in pieces.enumerated() {
      guard piece.count <= lineLimit else {
        problems.add(.lineTooLong(limit: lineLimit), line: index + 1)
        continue
      }
      let content = SourceText.withoutReturn(piece)
      if content.count < piece.count && reportsReturns {
        let column = String(decoding: content, as: UTF8.self).unicodeScalars.count + 1
        problems.add(.carriageReturn, line: index + 1, column: column)
        reportsReturns = false
      }
      if let (column, scalar) = SourceText.controlCharacter(in: content) {
        problems.add(.controlCharacter(scalar), line: index + 1, column: column)
      }
    }
  }

  private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == 0x0D ? line.dropLast() : line
  }

  /// A comment may contain tabs.
  private static func controlCharacter(in line: ArraySlice<UInt8>) -> (column: Int, scalar: UInt32)? {
    guard line.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return nil }
    let isComment = line.first == UInt8(ascii: "#")
    for (offset, scalar) in String(decoding: line, as: UTF8.self).unicodeScalars.enumerated() {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      if isControl && !(isComment && scalar == "\t") { return (offset + 1, scalar.value) }
    }
    return nil
  }

  private static func isReadable(_ text: String, _ limits: TranscriptLimits, _ problems: inout ProblemList) -> Bool {
    if text.isEmpty {
      problems.add(.emptyFile, line: 1)
    } else if text.utf8.count > limits.fileBytes {
      problems.add(.fileTooLarge(limit: limits.fileBytes), line: 1)
    } else if text.unicodeScalars.first == "\u{FEFF}" {
      problems.add(.byteOrderMark, line: 1)
    }
    return problems.isEmpty
  }
}
