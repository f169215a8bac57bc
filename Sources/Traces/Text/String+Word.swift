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
