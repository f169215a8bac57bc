import Turns

extension ValueScanner {
  /// Reads a number: an integer of 64 bits, or a double with a fraction or an exponent, or `-inf`.
  ///
  /// Leading zeros, `.5`, `5.`, hexadecimal numbers, `1e999` and whatever runs on with letters are refused.
  package mutating func number() throws(TextError) -> Value {
    var probe = self
    let start = offset
    let isNegative = probe.skip("-")
    if isNegative, probe.identifier() == "inf" {
      offset = probe.offset
      return .double(-.infinity)
    }
    probe.offset = start + (isNegative ? 1 : 0)
    let isInteger = try probe.skipNumber(from: start)
    let text = text(from: start, to: probe.offset)
    guard !isInteger else {
      guard let int = Int(text) else { throw error(.integerOutOfRange(text)) }
      offset = probe.offset
      return .int(int)
    }
    guard let double = Double(text), double.isFinite else { throw error(.numberOutOfRange(text)) }
    offset = probe.offset
    return .double(double)
  }

  /// Moves over the digits, fraction and exponent of a number and tells whether there were only digits.
  private mutating func skipNumber(from start: Int) throws(TextError) -> Bool {
    let first = offset
    guard skipDigits() else { throw malformed(from: start, "begin it with a digit") }
    if bytes[first] == UInt8(ascii: "0"), offset - first > 1 { throw malformed(from: start, "drop its leading zeros") }
    var isInteger = true
    if skip(".") {
      guard skipDigits() else { throw malformed(from: start, "write digits after its point") }
      isInteger = false
    }
    if let exponent = next, exponent | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if !skip("-") { _ = skip("+") }
      guard skipDigits() else { throw malformed(from: start, "write digits after its exponent") }
      isInteger = false
    }
    if let byte = next, byte.isIdentifierPart || byte == UInt8(ascii: ".") || byte >= 0x80 {
      throw malformed(from: start, "write text in double quotes")
    }
    return isInteger
  }

  private mutating func skipDigits() -> Bool {
    let start = offset
    while let byte = next, byte.isDigit { offset += 1 }
    return offset > start
  }

  /// An error about the number that begins at an offset, as far as it runs on.
  private func malformed(from start: Int, _ hint: String) -> TextError {
    var probe = self
    probe.offset = start
    _ = probe.skip("-")
    while let byte = probe.next, byte.isIdentifierPart || byte >= 0x80 || byte == UInt8(ascii: ".") {
      probe.offset += 1
    }
    return error(.malformedNumber(text(from: start, to: probe.offset), hint: hint), at: start)
  }
}
