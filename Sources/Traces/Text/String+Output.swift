import Turns

extension String {
  /// The text as output shows it, line by line: escaped for display, and no line begins with `::`, which is a command in
  /// some build logs.
  ///
  /// This is what every standard stream applies last; what was made inert before stays as it is. Linear; a plain text is
  /// only looked at.
  package var inertOutput: String {
    if isPlainOutput { return self }
    return utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(Substring($0)).inertLine }.joined(separator: "\n")
  }

  /// One line of output; a line feed in it is escaped.
  package var inertLine: String {
    let line = escapedForDisplay
    let start = line.unicodeScalars.firstIndex { $0 != " " && $0 != "\u{3000}" } ?? line.endIndex
    guard line[start...].utf8.starts(with: "::".utf8) else { return line }
    return line[..<start] + "\\u{3A}" + line[start...].dropFirst()
  }

  /// Whether all of it is printable ASCII and line feeds without anything that could start a command.
  private var isPlainOutput: Bool {
    var before: UInt8 = 0
    return allBytes { byte in
      defer { before = byte }
      if byte == before, byte == UInt8(ascii: "#") || byte == UInt8(ascii: ":") { return false }
      return byte == 0x0A || (byte >= 0x20 && byte < 0x7F)
    }
  }
}
