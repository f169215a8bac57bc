extension JSONParser {
  /// Reads a text in double quotes with JSON's escapes; half a surrogate pair and raw control characters are refused.
  mutating func string() throws(TextError) -> String {
    let start = scanner.offset
    guard scanner.skip("\"") else { throw scanner.expected("a text in double quotes") }
    let first = scanner.offset
    while let byte = scanner.next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      scanner.offset += 1
    }
    var content = Array(scanner.bytes[first..<scanner.offset])
    while let byte = scanner.next {
      switch byte {
      case UInt8(ascii: "\""):
        scanner.offset += 1
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        content.append(contentsOf: String(try escape()).utf8)
      case 0..<0x20:
        throw scanner.error(.rawControl(String(Unicode.Scalar(byte))))
      default:
        content.append(byte)
        scanner.offset += 1
      }
    }
    throw scanner.error(.unclosedText, at: start)
  }

  private mutating func escape() throws(TextError) -> Unicode.Scalar {
    guard let byte = scanner.byte(at: 1) else { throw scanner.error(.unclosedText) }
    if byte == UInt8(ascii: "u") { return try numericEscape() }
    guard let scalar = Self.scalar(ofEscape: byte) else {
      throw scanner.error(.unknownEscape("\\" + String(scanner.rest.unicodeScalars.dropFirst().prefix(1))))
    }
    scanner.offset += 2
    return scalar
  }

  private static func scalar(ofEscape byte: UInt8) -> Unicode.Scalar? {
    switch byte {
    case UInt8(ascii: "\""): "\""
    case UInt8(ascii: "\\"): "\\"
    case UInt8(ascii: "/"): "/"
    case UInt8(ascii: "b"): "\u{8}"
    case UInt8(ascii: "f"): "\u{C}"
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "t"): "\t"
    default: nil
    }
  }

  private mutating func numericEscape() throws(TextError) -> Unicode.Scalar {
    let start = scanner.offset
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    let isHigh = first & 0xFC00 == 0xD800
    guard isHigh, scanner.next == UInt8(ascii: "\\"), scanner.byte(at: 1) == UInt8(ascii: "u") else {
      throw scanner.error(.loneSurrogate(scanner.text(from: start, to: scanner.offset)), at: start)
    }
    let second = try codeUnit()
    let value = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
    guard second & 0xFC00 == 0xDC00, let scalar = Unicode.Scalar(value) else {
      throw scanner.error(.loneSurrogate(scanner.text(from: start, to: start + 6)), at: start)
    }
    return scalar
  }

  /// Reads `\u` and four hexadecimal digits.
  private mutating func codeUnit() throws(TextError) -> UInt16 {
    let start = scanner.offset
    scanner.offset += 2
    let digits = scanner.offset
    while let byte = scanner.next, byte.isHexDigit, scanner.offset - digits < 4 { scanner.offset += 1 }
    let text = scanner.text(from: digits, to: scanner.offset)
    guard text.utf8.count == 4, let unit = UInt16(text, radix: 16) else {
      throw scanner.error(.invalidScalar("\\u" + text), at: start)
    }
    return unit
  }
}
