/// The classes of ASCII, of which no byte of another character is.
extension UInt8 {
  package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  package var isUpperCase: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }

  package var isLowerCase: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }

  package var isLetter: Bool { (self | 0x20).isLowerCase }

  package var isHexDigit: Bool {
    let folded = self | 0x20
    return isDigit || (folded >= UInt8(ascii: "a") && folded <= UInt8(ascii: "f"))
  }

  /// Whether the byte is one of the hexadecimal digits that digests are written in.
  package var isDigestDigit: Bool { isHexDigit && !isUpperCase }

  var isIdentifierStart: Bool { isLetter || self == UInt8(ascii: "_") }

  package var isIdentifierPart: Bool { isIdentifierStart || isDigit }

  /// The byte in lower case.
  package var lowerCased: UInt8 { isUpperCase ? self | 0x20 : self }
}
