@testable import Traces

/// A JSON Schema, as far as the published ones go: `$ref`, `const`, `enum`, `type`, `minimum`, `items`, `properties` in their order,
/// `required` and `additionalProperties: false`.
struct JSONSchema {
  private let root: JSONNode

  init(_ bytes: [UInt8]) throws {
    root = try JSONParser.parse(bytes)
  }

  /// Returns where a value does not fit, and what was expected there; nothing where it fits.
  func misfits(_ bytes: [UInt8]) throws -> [String] {
    misfits(try JSONParser.parse(bytes), root, at: "")
  }

  private func misfits(_ value: JSONNode, _ schema: JSONNode, at place: String) -> [String] {
    if case .string(let reference)? = schema["$ref"]?.content {
      let name = String(reference.dropFirst("#/$defs/".count))
      guard let schema = root["$defs"]?[name] else { return ["\(place): no definition '\(name)'"] }
      return misfits(value, schema, at: place)
    }
    var result: [String] = []
    if let wanted = schema["const"], wanted.text != value.text { result.append("\(place): not \(wanted.text)") }
    if case .array(let allowed)? = schema["enum"]?.content, !allowed.contains(where: { $0.text == value.text }) {
      result.append("\(place): \(value.text) is none of the values")
    }
    if let type = schema["type"], !type.texts.contains(value.type) { result.append("\(place): a \(value.type)") }
    if case .int(let least)? = schema["minimum"]?.content, case .int(let number) = value.content, number < least {
      result.append("\(place): less than \(least)")
    }
    switch value.content {
    case .array(let parts):
      guard let items = schema["items"] else { return result }
      return result + parts.enumerated().flatMap { misfits($1, items, at: "\(place)[\($0)]") }
    case .object(let members): return result + misfits(members, schema, at: place)
    default: return result
    }
  }

  private func misfits(
    _ members: [(key: String, node: JSONNode)], _ schema: JSONNode, at place: String
  ) -> [String] {
    guard case .object(let properties)? = schema["properties"]?.content else { return [] }
    let (keys, known) = (members.map(\.key), properties.map(\.key))
    var result: [String] = []
    if keys.filter(known.contains) != known.filter(keys.contains) { result.append("\(place): another order") }
    for key in schema["required"]?.texts ?? [] where !keys.contains(key) { result.append("\(place): no '\(key)'") }
    for (key, node) in members {
      if let part = schema["properties"]?[key] {
        result += misfits(node, part, at: "\(place).\(key)")
      } else if case .bool(false)? = schema["additionalProperties"]?.content {
        result.append("\(place): unknown '\(key)'")
      }
    }
    return result
  }
}

extension JSONNode {
  fileprivate subscript(_ key: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.node
  }

  /// A text or a list of texts.
  fileprivate var texts: [String] {
    switch content {
    case .string(let text): [text]
    case .array(let parts): parts.flatMap(\.texts)
    default: []
    }
  }

  /// What tells one plain value from another.
  fileprivate var text: String {
    switch content {
    case .null: "null"
    case .bool(let truth): "\(truth)"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    case .array, .object: type
    }
  }

  fileprivate var type: String {
    switch content {
    case .null: "null"
    case .bool: "boolean"
    case .int: "integer"
    case .double: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
