import Turns

/// A strict JSON parser (RFC 8259). It rejects duplicate keys, invalid text, numbers that overflow and more than
/// 128 levels.
package struct JSONParser {
  private static let depthLimit = 128

  private var scanner: ValueScanner

  package static func parse(_ bytes: [UInt8]) throws(TextError) -> JSONNode {
    var parser = JSONParser(scanner: try ValueScanner(utf8: bytes))
    let node = try parser.node(depth: 1)
    guard parser.scanner.isAtEnd else { throw parser.scanner.expected("the end") }
    return node
  }

  private mutating func node(depth: Int) throws(TextError) -> JSONNode {
    skipSpace()
    let offset = scanner.offset
    let content = try content(depth: depth)
    skipSpace()
    return JSONNode(content: content, offset: offset)
  }

  private mutating func content(depth: Int) throws(TextError) -> JSONNode.Content {
    switch scanner.next {
    case UInt8(ascii: "{"): return .object(try object(depth: depth))
    case UInt8(ascii: "["): return .array(try array(depth: depth))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-") where scanner.byte(at: 1)?.isDigit == true: return try number()
    case .some(let byte) where byte.isDigit: return try number()
    default: return try keyword()
    }
  }

  private mutating func keyword() throws(TextError) -> JSONNode.Content {
    let start = scanner.offset
    switch scanner.identifier() {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default:
      scanner.move(to: start)
      throw scanner.expected("a JSON value")
    }
  }

  private mutating func number() throws(TextError) -> JSONNode.Content {
    switch try scanner.number() {
    case .int(let int): .int(int)
    case .double(let double): .double(double)
    default: throw scanner.expected("a number")
    }
  }

  private mutating func array(depth: Int) throws(TextError) -> [JSONNode] {
    try enter(depth)
    guard !scanner.skip("]") else { return [] }
    var nodes: [JSONNode] = []
    repeat { nodes.append(try node(depth: depth + 1)) } while scanner.skip(",")
    guard scanner.skip("]") else { throw scanner.expected("',' or ']'") }
    return nodes
  }

  private mutating func object(depth: Int) throws(TextError) -> [(key: String, node: JSONNode)] {
    try enter(depth)
    guard !scanner.skip("}") else { return [] }
    var fields: [(key: String, node: JSONNode)] = []
    var seen = KeySet()
    repeat {
      skipSpace()
      let start = scanner.offset
      let key = try string()
      guard seen.insert(key) else { throw scanner.error(.duplicateKey(key), at: start) }
      skipSpace()
      try scanner.expect(":")
      fields.append((key, try node(depth: depth + 1)))
    } while scanner.skip(",")
    guard scanner.skip("}") else { throw scanner.expected("',' or '}'") }
    return fields
  }

  private mutating func enter(_ depth: Int) throws(TextError) {
    guard depth <= Self.depthLimit else { throw scanner.error(.tooDeep(limit: Self.depthLimit)) }
    scanner.offset += 1
    skipSpace()
  }

  private mutating func skipSpace() {
    while let byte = scanner.next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { scanner.offset += 1 }
  }

  // MARK: Texts

  /// Rejects lone surrogates and raw control characters.
  private mutating func string() throws(TextError) -> String {
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

/// The keys of an object. A few are compared one by one, because hashing is slower.
private struct KeySet {
  private var few: [String] = []
  private var many: Set<Name> = []

  /// Returns false for a duplicate.
  mutating func insert(_ key: String) -> Bool {
    if !many.isEmpty { return many.insert(Name(key)).inserted }
    if few.contains(Name(key)) { return false }
    few.append(key)
    if few.count == 16 { many = Set(few.names) }
    return true
  }
}

extension Value {
  package init(json text: String) throws(TextError) {
    let bytes = Array(text.utf8)
    let node = try JSONParser.parse(bytes)
    do throws(JSONShapeError) {
      self = try node.value()
    } catch {
      throw TextError(error.reason, offset: error.offset, column: bytes.column(at: error.offset))
    }
  }
}
