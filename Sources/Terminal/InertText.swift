extension String {
  /// The text with everything that could act on a terminal written as `\u{1B}`: control characters, and those that turn
  /// the direction of writing or take no room. Costs one pass.
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
  /// Whether a terminal shows this scalar and does nothing else.
  var isInert: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF, 0xFFF9...0xFFFB,
      0xE0000...0xE007F:
      false
    default: true
    }
  }
}

/// How many of something there are in a second, as a person reads it: two digits, the others are 0.
package struct Rate: Hashable, Sendable, CustomStringConvertible {
  package let perSecond: Int

  /// - Parameter milliseconds: How long it took; below 1 it is as 1.
  package init(of count: Int, in milliseconds: Int) {
    let exact = Double(max(0, count)) * 1_000 / Double(max(1, milliseconds))
    var unit = 1.0
    while exact / unit >= 100 { unit *= 10 }
    perSecond = Int((exact / unit).rounded() * unit)
  }

  /// `58,000`
  package var description: String {
    let digits = Array("\(perSecond)")
    return digits.indices.reduce(into: "") { text, index in
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digits[index])
    }
  }
}
