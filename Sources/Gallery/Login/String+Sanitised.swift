extension String {
  /// Keeps ASCII letters and digits, without leading digits. Idempotent. Bytes suffice, because UTF-8 has no ASCII
  /// byte in other characters.
  var sanitisedLoginName: String {
    if isSanitised { return self }
    let kept = utf8.filter { $0.isASCIILetter || $0.isASCIIDigit }
    return String(decoding: kept.drop(while: \.isASCIIDigit), as: UTF8.self)
  }

  /// Avoids a copy in the common case.
  private var isSanitised: Bool {
    var text = self
    return text.withUTF8 { bytes in
      bytes.first?.isASCIIDigit != true && bytes.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
    }
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool {
    let lower = self | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }
}
