import Turns

extension ValueScanner {
  /// Reads a text in double quotes and resolves its escapes: `\0 \t \n \r \" \' \\ \u{1F600}`.
  package mutating func string() throws(TextError) -> String {
    let start = offset
    do throws(TextError) {
      return try unguardedString()
    } catch {
      offset = start
      throw error
    }
  }

  private mutating func unguardedString() throws(TextError) -> String {
    let start = offset
    guard next == UInt8(ascii: "\"") else { throw expected("a text in double quotes") }
    offset += 1
    var content: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        content.append(contentsOf: try escapedScalar().utf8)
      default:
        content.append(byte)
        offset += 1
      }
    }
    throw error(.unclosedText, at: start)
  }

  private mutating func escapedScalar() throws(TextError) -> String {
    let scalar: Unicode.Scalar
    switch byte(at: 1) {
    case UInt8(ascii: "0"): scalar = "\0"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "\""): scalar = "\""
    case UInt8(ascii: "'"): scalar = "'"
    case UInt8(ascii: "\\"): scalar = "\\"
    case UInt8(ascii: "u"): return try numericScalar()
    case .none: throw error(.unclosedText)
    case .some:
      throw error(.unknownEscape(String(String.UnicodeScalarView(rest.unicodeScalars.prefix(2)))))
    }
    offset += 2
    return String(scalar)
  }

  private mutating func numericScalar() throws(TextError) -> String {
    let start = offset
    offset += 2
    guard next == UInt8(ascii: "{") else { throw error(.unknownEscape("\\u"), at: start) }
    offset += 1
    let digits = offset
    while let byte = next, byte.isHexDigit, offset - digits < 9 { offset += 1 }
    let text = text(from: digits, to: offset)
    guard next == UInt8(ascii: "}"), text.utf8.count <= 8, let value = UInt32(text, radix: 16),
      let scalar = Unicode.Scalar(value)
    else { throw error(.invalidScalar("\\u{" + text), at: start) }
    offset += 1
    return String(scalar)
  }
}
