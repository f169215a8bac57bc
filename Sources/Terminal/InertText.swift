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
