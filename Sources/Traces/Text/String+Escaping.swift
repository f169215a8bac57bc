import Turns

extension String {
  /// The text as a canonical literal: in double quotes, with Swift's escapes.
  ///
  /// Only what the frozen table names is escaped, so that Chinese, Japanese and Korean text stays readable. A combining
  /// mark is escaped where it comes first or follows an escape, because there it would join the notation itself.
  package var quoted: String {
    if isPlainInQuotes { return "\"\(self)\"" }
    var result = "\""
    write(to: &result, escapingQuotes: true)
    result += "\""
    return result
  }

  /// The text on one line, without anything that moves a cursor, hides or reorders: as a file holds it.
  ///
  /// Escaping twice changes nothing more. Costs one look at every scalar where nothing is to be escaped.
  package var escaped: String {
    guard needsEscapes else { return self }
    var result = ""
    write(to: &result, escapingQuotes: false)
    return result
  }

  /// The text for a message: escaped, and without what starts a command in a build log (`##[error]`, `##vso[`), which
  /// is broken up. Escaping twice changes nothing more.
  package var escapedForDisplay: String {
    escaped.withoutLogCommands
  }

  /// Whether the text can stand as a key or label without quotes: ASCII letters, digits and `_`, not first a digit.
  package var isIdentifier: Bool {
    guard let first = utf8.first, first.isIdentifierStart else { return false }
    return allBytes(\.isIdentifierPart)
  }

  private func write(to result: inout String, escapingQuotes: Bool) {
    var joinsNotation = true
    for scalar in unicodeScalars {
      let isEscaped = scalar.isAlwaysEscaped || (joinsNotation && scalar.isCombining)
      if isEscaped {
        result += scalar.escape
      } else if escapingQuotes && (scalar == "\"" || scalar == "\\") {
        result.unicodeScalars.append("\\")
        result.unicodeScalars.append(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
      joinsNotation = isEscaped
    }
  }

  /// Whether it stands in quotes as it is, as most texts do.
  private var isPlainInQuotes: Bool {
    allBytes { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }

  /// Whether `write` would change something.
  private var needsEscapes: Bool {
    if allBytes({ $0 >= 0x20 && $0 < 0x7F }) { return false }
    var joinsNotation = true
    for scalar in unicodeScalars {
      if scalar.isAlwaysEscaped || (joinsNotation && scalar.isCombining) { return true }
      joinsNotation = false
    }
    return false
  }

  /// The text with the second `#` of `##[` and `##word[` spelled out.
  private var withoutLogCommands: String {
    let marks = logCommandMarks
    guard !marks.isEmpty else { return self }
    var result = ""
    for (place, scalar) in unicodeScalars.enumerated() {
      if marks.contains(place) { result += "\\u{23}" } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// Where, counted in scalars, the `#` stands that makes a build log's command of what follows: the last before `[`, or
  /// before a word and `[`. Ascending.
  var logCommandMarks: [Int] {
    guard holdsDoubleHash else { return [] }
    var marks: [Int] = []
    var hashes = 0
    var candidate: Int?
    for (place, scalar) in unicodeScalars.enumerated() {
      hashes = scalar == "#" ? hashes + 1 : 0
      if scalar == "#" {
        candidate = hashes >= 2 ? place : nil
      } else {
        if scalar == "[", let candidate { marks.append(candidate) }
        if !scalar.isWordOfLogCommand { candidate = nil }
      }
    }
    return marks
  }

  /// Whether two `#` stand side by side.
  private var holdsDoubleHash: Bool {
    var before: UInt8 = 0
    return containsByte { byte in
      defer { before = byte }
      return byte == UInt8(ascii: "#") && before == UInt8(ascii: "#")
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar may stand in the name of a build log's command.
  fileprivate var isWordOfLogCommand: Bool {
    ("0"..."9").contains(self) || ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "." || self == "-"
  }
}

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

extension String {
  /// The text as one line of XML or HTML, in an element or between double quotes. It is escaped for display first, so that it
  /// holds none of the characters that XML 1.0 forbids, and a reader shows what there is.
  package var escapedForMarkup: String { escaped(alsoIn: "") }

  /// The text as one line of HTML in Markdown: what a table, a mention or a formula would read as its own is a reference, too.
  package var escapedForMarkdown: String { escaped(alsoIn: #"|@#`*_[]\~$"#) }

  private func escaped(alsoIn others: String) -> String {
    escapedForDisplay.spelling { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: others.unicodeScalars.contains(scalar) ? "&#\(scalar.value);" : nil
      }
    }
  }

  /// The text with some scalars spelled otherwise; those for which there is nil stay.
  package func spelling(_ spelled: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let text = spelled(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}
