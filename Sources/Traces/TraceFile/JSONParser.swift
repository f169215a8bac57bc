import Turns

/// Reads one JSON value strictly by RFC 8259: no duplicate keys, no repair of text, no number that would be rounded to
/// infinity or, written as an integer, does not fit into 64 bits; nesting up to 128 levels.
package struct JSONParser {
  static let depthLimit = 128

  var scanner: ValueScanner

  /// Reads bytes that hold one value and nothing but white space around it.
  package static func parse(_ bytes: [UInt8]) throws(TextError) -> JSONNode {
    var parser = JSONParser(scanner: try ValueScanner(utf8: bytes))
    let node = try parser.node(depth: 1)
    guard parser.scanner.isAtEnd else { throw parser.scanner.expected("the end") }
    return node
  }

  /// Reads a value with the white space around it.
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

  /// Moves over an opening bracket and the white space behind it.
  private mutating func enter(_ depth: Int) throws(TextError) {
    guard depth <= Self.depthLimit else { throw scanner.error(.tooDeep(limit: Self.depthLimit)) }
    scanner.offset += 1
    skipSpace()
  }

  private mutating func skipSpace() {
    while let byte = scanner.next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { scanner.offset += 1 }
  }
}

/// The keys of an object; a few are compared one by one, which is quicker than hashing them.
private struct KeySet {
  private var few: [String] = []
  private var many: Set<Name> = []

  /// Takes a key; false when it is there.
  mutating func insert(_ key: String) -> Bool {
    if !many.isEmpty { return many.insert(Name(key)).inserted }
    if few.contains(where: { $0.hasBytes(of: key) }) { return false }
    few.append(key)
    if few.count == 16 { many = Set(few.names) }
    return true
  }
}
