/// A frozen set of Unicode scalars, as sorted ranges that do not touch.
///
/// The formats embed their tables: the standard library's properties change with the toolchain, and a text that is
/// printed differently by a newer Swift would be a difference in every transcript.
struct ScalarTable: Sendable {
  let ranges: [ClosedRange<UInt32>]

  init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = ranges
  }

  /// Whether the scalar is in the set; logarithmic in the number of ranges.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar.value)
  }
}

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

extension Unicode.Scalar {
  /// Whether the formats write this scalar as an escape wherever it stands.
  package var isAlwaysEscaped: Bool {
    if value >= 0x20 && value < 0x7F { return false }
    return ScalarTable.escaped.contains(self)
  }

  /// Whether this scalar is a mark that would join what stands before it.
  package var isCombining: Bool {
    value >= 0x300 && ScalarTable.combining.contains(self)
  }

  /// The scalar in Swift's notation: `\n`, `\t`, `\r`, else `\u{1B}` with capital digits.
  var escape: String {
    switch self {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: "\\u{" + String(value, radix: 16, uppercase: true) + "}"
    }
  }
}
