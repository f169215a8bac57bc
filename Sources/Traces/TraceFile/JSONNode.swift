import Turns

/// A parsed JSON value with its place.
package struct JSONNode: Sendable {
  package indirect enum Content: Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([JSONNode])
    case object([(key: String, node: JSONNode)])
  }

  package var content: Content
  /// In bytes.
  var offset: Int
}

struct JSONShapeError: Error {
  let reason: TextError.Reason
  let offset: Int
}

extension JSONNode {
  /// The inverse of `Value.json`.
  func value() throws(JSONShapeError) -> Value {
    switch content {
    case .null: return .null
    case .bool(let bool): return .bool(bool)
    case .int(let int): return .int(int)
    case .double(let double): return .double(double)
    case .string(let string): return .string(string)
    case .array(let nodes): return .list(try nodes.map { (node) throws(JSONShapeError) in try node.value() })
    case .object(let fields):
      guard let tag = fields.first, tag.key.isTag else { return .record(try members(fields)) }
      return try tagged(tag.key, tag.node, fields)
    }
  }

  func wrong(_ key: String, _ expected: String) -> JSONShapeError {
    JSONShapeError(reason: .wrongValue(of: key, expected: expected), offset: offset)
  }

  private func members(_ fields: [(key: String, node: JSONNode)]) throws(JSONShapeError) -> [Member] {
    try fields.map { (key, node) throws(JSONShapeError) in
      guard !key.isTag else { throw JSONShapeError(reason: .unknownKey(key), offset: node.offset) }
      let isDoubled = key.utf8.first == UInt8(ascii: "#")
      return Member(isDoubled ? String(key.unicodeScalars.dropFirst()) : key, try node.value())
    }
  }

  private func tagged(
    _ tag: String, _ node: JSONNode, _ fields: [(key: String, node: JSONNode)]
  ) throws(JSONShapeError) -> Value {
    let extra = try extra(of: tag, fields)
    switch tag {
    case "#bigint": return .int(try node.bigInteger(tag))
    case "#double": return .double(try node.unusualDouble(tag))
    case "#enum": return .enumeration(try node.text(tag), try extra?.payload() ?? [])
    case "#map": return .record(try node.pairs(tag))
    case "#secret": return .secret(.null)
    case "#revealed": return .secret(try node.value())
    case "#ref": return .reference(try node.instance(tag))
    case "#weak":
      if case .null = node.content { return .weak(nil) }
      return .weak(try node.instance(tag))
    case "#signal": return .signal(.wiring(Name(try node.text(tag)), try extra?.elements("captures") ?? []))
    case "#execution":
      let id = try node.instance(tag)
      return .signal(extra == nil ? .execution(id) : .executionCatchingErrors(id))
    case "#failing": return .signal(.failing(try node.value()))
    default: throw JSONShapeError(reason: .unknownKey(tag), offset: node.offset)
    }
  }

  /// The optional second field of a tag.
  private func extra(
    of tag: String, _ fields: [(key: String, node: JSONNode)]
  ) throws(JSONShapeError) -> JSONNode? {
    let allowed = ["#enum": "payload", "#signal": "captures", "#execution": "catching"][tag]
    guard let (key, node) = fields.dropFirst().first else { return nil }
    guard fields.count == 2, let allowed, Name(key) == allowed else {
      throw JSONShapeError(
        reason: .unknownKey(fields[fields.count - 1].key), offset: fields[fields.count - 1].node.offset)
    }
    if key == "catching" {
      guard case .bool(true) = node.content else { throw node.wrong(key, "true") }
    }
    return node
  }

  private func payload() throws(JSONShapeError) -> [Member] {
    guard case .object(let fields) = content else { return try pairs("payload") }
    return try members(fields)
  }

  private func pairs(_ key: String) throws(JSONShapeError) -> [Member] {
    guard case .array(let nodes) = content else { throw wrong(key, "an array of pairs") }
    return try nodes.map { (node) throws(JSONShapeError) in
      guard case .array(let pair) = node.content, pair.count == 2, case .string(let name) = pair[0].content else {
        throw node.wrong(key, "an array of pairs, each a text and a value")
      }
      return Member(name, try pair[1].value())
    }
  }

  private func elements(_ key: String) throws(JSONShapeError) -> [Value] {
    guard case .array(let nodes) = content else { throw wrong(key, "an array") }
    return try nodes.map { (node) throws(JSONShapeError) in try node.value() }
  }

  private func text(_ key: String) throws(JSONShapeError) -> String {
    guard case .string(let text) = content else { throw wrong(key, "a text") }
    return text
  }

  private func instance(_ key: String) throws(JSONShapeError) -> InstanceID {
    guard case .int(let index)? = try? value() else { throw wrong(key, "the number of an instance") }
    return InstanceID(index)
  }

  private func bigInteger(_ key: String) throws(JSONShapeError) -> Int {
    guard case .string(let text) = content, let int = Int(text), String(int) == text else {
      throw wrong(key, "a text with an integer of 64 bits")
    }
    return int
  }

  private func unusualDouble(_ key: String) throws(JSONShapeError) -> Double {
    switch content {
    case .string("nan"): return .nan
    case .string("inf"): return .infinity
    case .string("-inf"): return -.infinity
    default: throw wrong(key, "\"nan\", \"inf\" or \"-inf\"")
    }
  }
}

extension String {
  /// Whether the key is reserved: it begins with one `#`, not two.
  fileprivate var isTag: Bool {
    utf8.starts(with: [UInt8(ascii: "#")]) && !utf8.starts(with: [UInt8(ascii: "#"), UInt8(ascii: "#")])
  }
}
