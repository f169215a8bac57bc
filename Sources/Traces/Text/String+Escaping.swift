import Turns

extension String {
  /// A literal in double quotes with Swift's escapes.
  ///
  /// Text in Chinese, Japanese and Korean stays readable. A combining mark is escaped at the start and after an
  /// escape, because it would combine with the notation.
  package var quoted: String {
    "\"\(isPlainInQuotes ? self : escaped(quotes: true))\""
  }

  /// On one line, without scalars that move the cursor, hide or reorder text. Idempotent.
  package var escaped: String { needsEscapes ? escaped(quotes: false) : self }

  /// Escaped for messages; also breaks up commands of build logs (`##[error]`, `##vso[`). Idempotent.
  package var escapedForDisplay: String {
    escaped.withoutLogCommands
  }

  package var isIdentifier: Bool {
    guard let first = utf8.first, first.isIdentifierStart else { return false }
    return allBytes(\.isIdentifierPart)
  }

  private func escaped(quotes escapesQuotes: Bool) -> String {
    var result = ""
    var joinsNotation = true
    for scalar in unicodeScalars {
      let isEscaped = scalar.isAlwaysEscaped || (joinsNotation && scalar.isCombining)
      if isEscaped {
        result += scalar.escape
      } else if escapesQuotes && (scalar == "\"" || scalar == "\\") {
        result.unicodeScalars.append("\\")
        result.unicodeScalars.append(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
      joinsNotation = isEscaped
    }
    return result
  }

  private var isPlainInQuotes: Bool {
    allBytes { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }

  package var needsEscapes: Bool {
    if allBytes({ $0 >= 0x20 && $0 < 0x7F }) { return false }
    return unicodeScalars.first?.isCombining ?? false || unicodeScalars.contains(where: \.isAlwaysEscaped)
  }

  private var withoutLogCommands: String {
    let marks = logCommandMarks
    guard !marks.isEmpty else { return self }
    var result = ""
    for (place, scalar) in unicodeScalars.enumerated() {
      if marks.contains(place) { result += "\\u{23}" } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// Scalar positions of each `#` that starts a build-log command (`##[`, `##word[`), ascending.
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

  private var holdsDoubleHash: Bool {
    // A closure that remembers nothing is quicker.
    if allBytes({ $0 != UInt8(ascii: "#") }) { return false }
    var before: UInt8 = 0
    return containsByte { byte in
      defer { before = byte }
      return byte == UInt8(ascii: "#") && before == UInt8(ascii: "#")
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isWordOfLogCommand: Bool {
    ("0"..."9").contains(self) || ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "." || self == "-"
  }
}

extension String {
  /// Escaped for display line by line; no line begins with `::`, a command in some build logs.
  ///
  /// Every standard stream applies this last. Idempotent and linear.
  package var inertOutput: String {
    if isPlainOutput { return self }
    return utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(Substring($0)).inertLine }.joined(separator: "\n")
  }

  package var inertLine: String {
    let line = escapedForDisplay
    let start = line.unicodeScalars.firstIndex { $0 != " " && $0 != "\u{3000}" } ?? line.endIndex
    guard line[start...].utf8.starts(with: "::".utf8) else { return line }
    return line[..<start] + "\\u{3A}" + line[start...].dropFirst()
  }

  package var isPlainOutput: Bool {
    if allBytes({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: ":") }) { return true }
    var before: UInt8 = 0
    return allBytes { byte in
      defer { before = byte }
      if byte == before, byte == UInt8(ascii: "#") || byte == UInt8(ascii: ":") { return false }
      return byte == 0x0A || (byte >= 0x20 && byte < 0x7F)
    }
  }
}

extension String {
  /// Escaped for XML or HTML text and quoted attributes. Escaping for display first removes characters that XML 1.0
  /// forbids.
  package var escapedForMarkup: String { escaped(alsoIn: "") }

  /// Escaped for HTML in Markdown, including the characters of tables, mentions and formulas.
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

  package func spelling(_ spelled: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let text = spelled(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}

extension String {
  /// One word of a command: blanks, and a backslash that would start an escape, become `\u{20}` forms.
  /// ``unspelled`` reverses it.
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

  /// Like ``spelled``, but keeps blanks.
  package var spelledWords: String {
    utf8.split(separator: 0x20, omittingEmptySubsequences: false).map { String(Substring($0)).spelled }
      .joined(separator: " ")
  }

  /// Resolves `\u{1B}`, `\n`, `\r` and `\t`; keeps all other text.
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
  /// Terminal columns: 0, 1 or 2. Ambiguous scalars count as 1.
  var displayWidth: Int {
    if value < 0x300 { return 1 }
    if ScalarTable.doubleWidth.contains(self) { return 2 }
    return ScalarTable.nonspacing.contains(self) || ScalarTable.joiningHangul.contains(self) ? 0 : 1
  }
}

extension String {
  /// The terminal columns of an escaped text, from a frozen table.
  ///
  /// Grapheme clusters are not used, because their rules change with the runtime's Unicode version.
  package var displayWidth: Int {
    unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }

  package func padded(toWidth width: Int) -> String { self + padding(toWidth: width) }

  package func paddedLeft(toWidth width: Int) -> String { padding(toWidth: width) + self }

  private func padding(toWidth width: Int) -> String { String(repeating: " ", count: max(width - displayWidth, 0)) }

  /// Ends a cut text with `...`, unless the width is below 4.
  package func truncated(toWidth width: Int) -> String {
    guard displayWidth > width else { return self }
    let mark = width >= 4 ? "..." : ""
    return prefix(ofWidth: width - mark.utf8.count) + mark
  }

  /// The longest prefix that fits; a combining mark stays with its base.
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
