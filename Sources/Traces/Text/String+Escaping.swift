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

extension String {
  /// The text as one word of a command: what is escaped elsewhere, blanks, and a backslash that would begin an escape, as
  /// `\u{20}`. ``unspelled`` reads it back.
  package var spelled: String {
    guard utf8.contains(where: { !($0 > 0x20 && $0 < 0x7F) || $0 == UInt8(ascii: "\\") }) else { return self }
    var result = ""
    var rest = Substring(self).unicodeScalars
    while let scalar = rest.popFirst() {
      let opensEscape = scalar == "\\" && Self.escape(in: rest) != nil
      if opensEscape || scalar == " " {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result.escaped
  }

  /// The text as words of a command that are read together: blanks stay, and all else is ``spelled``.
  package var spelledWords: String {
    utf8.split(separator: 0x20, omittingEmptySubsequences: false).map { String(Substring($0)).spelled }
      .joined(separator: " ")
  }

  /// The text that a word of a command means: every `\u{1B}` is the scalar of that number, `\n`, `\r` and `\t` are theirs;
  /// all else is itself.
  package var unspelled: String {
    guard utf8.contains(UInt8(ascii: "\\")) else { return self }
    var result = String.UnicodeScalarView()
    var rest = Substring(self).unicodeScalars
    while let scalar = rest.popFirst() {
      if scalar == "\\", let (meant, behind) = Self.escape(in: rest) {
        result.append(meant)
        rest = behind
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The scalar of `u{1B}` or `n` at the start of a text, and what follows it.
  private static func escape(
    in text: Substring.UnicodeScalarView
  ) -> (scalar: Unicode.Scalar, rest: Substring.UnicodeScalarView)? {
    switch text.first {
    case "n": return ("\n", text.dropFirst())
    case "r": return ("\r", text.dropFirst())
    case "t": return ("\t", text.dropFirst())
    default: break
    }
    guard text.starts(with: "u{".unicodeScalars), let end = text.prefix(11).firstIndex(of: "}") else { return nil }
    let digits = String(text[text.index(text.startIndex, offsetBy: 2)..<end])
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isHexDigit),
      let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    else { return nil }
    return (scalar, text[text.index(after: end)...])
  }
}

extension Unicode.Scalar {
  /// How many columns of a terminal the scalar takes: 0, 1 or 2. Ambiguous scalars take one.
  var displayWidth: Int {
    if value < 0x300 { return 1 }
    if ScalarTable.doubleWidth.contains(self) { return 2 }
    return ScalarTable.zeroWidth.contains(self) ? 0 : 1
  }
}

extension String {
  /// How many columns of a terminal the text takes, by a frozen table of scalars.
  ///
  /// Grapheme clusters are not consulted: their rules change with the runtime's version of Unicode. The text is
  /// expected to be escaped already; a control character would count as one column.
  package var displayWidth: Int {
    unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }

  /// The text with blanks added behind it until it takes that many columns; a longer text is returned as it is.
  package func padded(toWidth width: Int) -> String {
    let missing = width - displayWidth
    return missing > 0 ? self + String(repeating: " ", count: missing) : self
  }

  /// The text with blanks added before it until it takes that many columns; a longer text is returned as it is.
  package func paddedLeft(toWidth width: Int) -> String {
    let missing = width - displayWidth
    return missing > 0 ? String(repeating: " ", count: missing) + self : self
  }

  /// The text, or as much of it as fits in that many columns with `...` behind it (nothing behind it under 4 columns).
  package func truncated(toWidth width: Int) -> String {
    guard displayWidth > width else { return self }
    let mark = width >= 4 ? "..." : ""
    return prefix(ofWidth: width - mark.utf8.count) + mark
  }

  /// The longest beginning of the text that fits in that many columns; a mark stays with what it joins.
  func prefix(ofWidth width: Int) -> String {
    var result = String.UnicodeScalarView()
    var room = width
    for scalar in unicodeScalars {
      room -= scalar.displayWidth
      guard room >= 0 else { break }
      result.append(scalar)
    }
    return String(result)
  }
}

extension Name {
  /// The name for output, with nothing in it that acts on a terminal.
  package var escapedForDisplay: String { text.escapedForDisplay }
}
