extension String {
  /// The text as a canonical literal: in double quotes, with Swift's escapes.
  ///
  /// Only what the frozen table names is escaped, so that Chinese, Japanese and Korean text stays readable. A combining
  /// mark is escaped where it comes first or follows an escape, because there it would join the notation itself.
  public var quoted: String {
    var result = "\""
    write(to: &result, escapingQuotes: true)
    result += "\""
    return result
  }

  /// The text for a message: on one line, without anything that moves a cursor, hides, reorders or forges output.
  ///
  /// `##[`, which starts a command in some build logs, is broken up. Escaping twice changes nothing more.
  public var escapedForDisplay: String {
    var result = ""
    write(to: &result, escapingQuotes: false)
    return result.utf8.contains(UInt8(ascii: "[")) ? result.withoutLogCommands : result
  }

  /// Whether the text can stand as a key or label without quotes: ASCII letters, digits and `_`, not first a digit.
  public var isIdentifier: Bool {
    guard let first = utf8.first, first.isIdentifierStart else { return false }
    return utf8.allSatisfy(\.isIdentifierPart)
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

  private var withoutLogCommands: String {
    var result = String.UnicodeScalarView()
    var hashes = 0
    for scalar in unicodeScalars {
      if scalar == "[" && hashes >= 2 {
        result.removeLast()
        result.append(contentsOf: "\\u{23}".unicodeScalars)
      }
      hashes = scalar == "#" ? hashes + 1 : 0
      result.append(scalar)
    }
    return String(result)
  }
}

extension UInt8 {
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  var isIdentifierStart: Bool {
    let folded = self | 0x20
    return (folded >= UInt8(ascii: "a") && folded <= UInt8(ascii: "z")) || self == UInt8(ascii: "_")
  }

  var isIdentifierPart: Bool { isIdentifierStart || isDigit }
}
