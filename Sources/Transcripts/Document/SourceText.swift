/// The lines of a text file that is held to the rules of every transcript: UTF-8, line feeds, no control characters.
struct SourceText {
  private(set) var lines: [String] = []

  /// Reads the bytes; what is wrong with them goes to `problems`, and the lines are as good as they can be.
  init(_ bytes: [UInt8], limits: TranscriptLimits, problems: inout ProblemList) {
    guard let last = bytes.last else {
      problems.add(.emptyFile, line: 1)
      return
    }
    guard bytes.count <= limits.fileBytes else {
      problems.add(.fileTooLarge(limit: limits.fileBytes), line: 1)
      return
    }
    guard SourceText.isValid(bytes, problems: &problems) else { return }
    var pieces = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if last == 0x0A {
      pieces.removeLast()
    } else {
      let column = String(decoding: pieces.last ?? [], as: UTF8.self).unicodeScalars.count + 1
      problems.add(.missingFinalNewline, line: pieces.count, column: column)
    }
    lines.reserveCapacity(pieces.count)
    var reportsReturns = true
    for (index, piece) in pieces.enumerated() {
      let line = SourceText.line(
        piece, number: index + 1, limits: limits, reportsReturns: &reportsReturns, problems: &problems)
      lines.append(line)
    }
  }

  private static func line(
    _ bytes: ArraySlice<UInt8>, number: Int, limits: TranscriptLimits, reportsReturns: inout Bool,
    problems: inout ProblemList
  ) -> String {
    guard bytes.count <= limits.lineBytes else {
      problems.add(.lineTooLong(limit: limits.lineBytes), line: number)
      return ""
    }
    let endsWithReturn = bytes.last == 0x0D
    let text = String(decoding: endsWithReturn ? bytes.dropLast() : bytes, as: UTF8.self)
    if endsWithReturn && reportsReturns {
      problems.add(.carriageReturn, line: number, column: text.unicodeScalars.count + 1)
      reportsReturns = false
    }
    if let (column, scalar) = controlCharacter(in: text) {
      problems.add(.controlCharacter(scalar), line: number, column: column)
    }
    return text
  }

  /// The first control character of a line; a tab is none in a comment.
  private static func controlCharacter(in line: String) -> (column: Int, scalar: UInt32)? {
    guard line.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return nil }
    let isComment = line.utf8.first == UInt8(ascii: "#")
    for (offset, scalar) in line.unicodeScalars.enumerated() {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      if isControl && !(isComment && scalar == "\t") { return (offset + 1, scalar.value) }
    }
    return nil
  }

  /// Whether the bytes are UTF-8 without a byte order mark; decoding repairs, so what differs afterwards was invalid.
  private static func isValid(_ bytes: [UInt8], problems: inout ProblemList) -> Bool {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      problems.add(.byteOrderMark, line: 1)
      return false
    }
    var decoded = String(decoding: bytes, as: UTF8.self)
    let difference = decoded.withUTF8 { decoded in
      zip(bytes.indices, decoded).first { bytes[$0] != $1 }?.0
    }
    guard let wrong = difference else { return true }
    let before = bytes[..<wrong]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let column = String(decoding: before[lineStart...], as: UTF8.self).unicodeScalars.count + 1
    problems.add(.invalidUTF8, line: before.count { $0 == 0x0A } + 1, column: column)
    return false
  }
}
