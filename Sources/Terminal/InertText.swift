extension String {
  /// Escapes control, bidirectional and zero-width characters as `\u{1B}`, so that the text cannot act on a
  /// terminal.
  var inert: String {
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isInert {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  var isInert: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF, 0xFFF9...0xFFFB,
      0xE0000...0xE007F:
      false
    default: true
    }
  }
}

/// A count per second, with two significant digits.
package struct Rate: Hashable, Sendable, CustomStringConvertible {
  package let perSecond: Int

  package init(of count: Int, in milliseconds: Int) {
    let exact = Double(max(0, count)) * 1_000 / Double(max(1, milliseconds))
    var unit = 1.0
    while exact / unit >= 100 { unit *= 10 }
    perSecond = Int((exact / unit).rounded() * unit)
  }

  package var description: String {
    let digits = Array("\(perSecond)")
    return digits.indices.reduce(into: "") { text, index in
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digits[index])
    }
  }
}
