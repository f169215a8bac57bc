import Turns

/// A cursor over one line of text, for values, patterns and output lines.
///
/// Each operation either reads its part or leaves the cursor unchanged. No input traps. The cost is linear.
package struct ValueScanner: Sendable {
  let bytes: [UInt8]
  /// In UTF-8 bytes.
  package internal(set) var offset: Int

  package init(_ text: String) {
    bytes = Array(text.utf8)
    offset = 0
  }

  /// Throws if the bytes are not UTF-8.
  package init(utf8 bytes: [UInt8]) throws(TextError) {
    let repaired = String(decoding: bytes, as: UTF8.self)
    guard repaired.utf8.elementsEqual(bytes) else {
      let offset = zip(repaired.utf8, bytes).prefix { $0 == $1 }.count
      let column = String(decoding: bytes[..<offset], as: UTF8.self).unicodeScalars.count + 1
      throw TextError(.invalidUTF8, offset: offset, column: column)
    }
    self.bytes = bytes
    offset = 0
  }

  package var isAtEnd: Bool { offset >= bytes.count }

  package var next: UInt8? { byte(at: 0) }

  /// In Unicode scalars, from 1. Linear.
  package var column: Int { bytes.column(at: offset) }

  package var rest: String { text(from: offset, to: bytes.count) }

  /// Adjusts offsets inside a scalar or beyond the end.
  package func text(from start: Int, to end: Int) -> String {
    let end = min(max(end, 0), bytes.count)
    return String(decoding: bytes[min(max(start, 0), end)..<end], as: UTF8.self)
  }

  package mutating func move(to offset: Int) {
    self.offset = min(max(offset, 0), bytes.count)
  }

  @discardableResult
  package mutating func skipBlanks() -> Int {
    let start = offset
    while next == UInt8(ascii: " ") { offset += 1 }
    return offset - start
  }

  package mutating func skip(_ text: String) -> Bool {
    var end = offset
    for byte in text.utf8 {
      guard end < bytes.count, bytes[end] == byte else { return false }
      end += 1
    }
    offset = end
    return true
  }

  package mutating func expect(_ text: String) throws(TextError) {
    guard skip(text) else { throw expected("'\(text)'") }
  }

  /// ASCII letters, digits and `_`, not starting with a digit.
  package mutating func identifier() -> String? {
    guard let first = next, first.isIdentifierStart else { return nil }
    let start = offset
    while let byte = next, byte.isIdentifierPart { offset += 1 }
    return text(from: start, to: offset)
  }

  package mutating func word() -> String {
    let start = offset
    while let byte = next, byte != UInt8(ascii: " ") { offset += 1 }
    return text(from: start, to: offset)
  }

  package func expected(_ description: String) -> TextError {
    var probe = self
    let found = probe.word()
    return error(.expected(description, found: found.isEmpty && !isAtEnd ? " " : found))
  }

  package func error(_ reason: TextError.Reason, at place: Int? = nil) -> TextError {
    let place = place ?? offset
    return TextError(reason, offset: place, column: bytes.column(at: place))
  }

  func byte(at distance: Int) -> UInt8? {
    let index = offset + distance
    return index < bytes.count ? bytes[index] : nil
  }
}

extension [UInt8] {
  /// The column at a byte offset of UTF-8, in Unicode scalars from 1. Linear.
  func column(at offset: Int) -> Int {
    self[..<Swift.min(Swift.max(offset, 0), count)].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
  }
}

extension Value {
  /// Blanks around the value are allowed.
  package init(parsing text: String, names: NamedValues = NamedValues()) throws(TextError) {
    var scanner = ValueScanner(text)
    scanner.skipBlanks()
    self = try scanner.value(names: names)
    scanner.skipBlanks()
    guard scanner.isAtEnd else { throw scanner.expected("the end") }
  }
}

extension ValueScanner {
  package static let depthLimit = 128

  /// Rejects markers, `...` and folded values.
  package mutating func value(names: NamedValues = NamedValues()) throws(TextError) -> Value {
    var grammar = ValueGrammar(scanner: self, names: names, allowsPatterns: false)
    let pattern = try grammar.pattern(depth: 1)
    guard case .value(let value) = pattern else {
      throw error(.notALiteral(ValuePrinter(.literal).patternText(of: pattern)))
    }
    offset = grammar.scanner.offset
    return value
  }

  package mutating func pattern() throws(TextError) -> ValuePattern {
    var grammar = ValueGrammar(scanner: self, names: NamedValues(), allowsPatterns: true)
    let pattern = try grammar.pattern(depth: 1)
    offset = grammar.scanner.offset
    return pattern
  }
}

extension ValueScanner {
  /// Reads a 64-bit integer, a double with a fraction or an exponent, or `-inf`.
  ///
  /// It rejects leading zeros, `.5`, `5.`, hexadecimal numbers, `1e999` and a number followed by letters.
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

extension ValueScanner {
  /// Reads a text in double quotes with the escapes `\0 \t \n \r \" \' \\ \u{1F600}`.
  package mutating func string() throws(TextError) -> String {
    var probe = self
    let text = try probe.unguardedString()
    offset = probe.offset
    return text
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
