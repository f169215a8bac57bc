/// What the login page of seed 003 asks of its two texts.
extension String {
  /// `1[34578]\d{9}` in full, where `\d` is any decimal digit of Unicode (HZ-G7) and the prefixes are those of 2017 (HZ-G12).
  var isPhoneAsWritten: Bool {
    let scalars = Array(unicodeScalars)
    return scalars.count == 11 && scalars[0] == "1" && "34578".unicodeScalars.contains(scalars[1])
      && scalars[2...].allSatisfy(\.isDecimalDigit)
  }

  /// Four decimal digits of Unicode; the length is what `NSString` counts (HZ-G7).
  var isCodeAsWritten: Bool { utf16.count == 4 && unicodeScalars.allSatisfy(\.isDecimalDigit) }

  /// Eleven ASCII digits that begin as the numbers of today do.
  var isPhone: Bool {
    let digits = Array(utf8)
    return digits.count == 11 && digits.allSatisfy(\.isASCIIDigit) && digits[0] == UInt8(ascii: "1")
      && digits[1] >= UInt8(ascii: "3")
  }

  /// Four ASCII digits.
  var isCode: Bool { utf8.count == 4 && utf8.allSatisfy(\.isASCIIDigit) }
}

extension Unicode.Scalar {
  fileprivate var isDecimalDigit: Bool { properties.generalCategory == .decimalNumber }
}

extension UInt8 {
  fileprivate var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
