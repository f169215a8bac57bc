import Foundation
import Traces

/// A published JSON Schema, of the words that ours use. Keys of an object are to stand in the order of its
/// `properties`.
package struct JSONSchema {
  /// By their names; one refers to another by its name.
  private var files: [String: JSONNode] = [:]
  private let name: String
  private static let root = String(#filePath.dropLast("/Tests/PtySupport/JSONSchema.swift".count))

  package init(_ name: String, besides others: [String] = []) throws {
    self.name = name
    for file in [name] + others {
      let text = try String(contentsOfFile: "\(Self.root)/Documentation/\(file)", encoding: .utf8)
      files[file] = try JSONParser.parse(Array(text.utf8))
    }
  }

  /// In what a text does not fit; empty when it does.
  package func faults(in line: some StringProtocol) throws -> [String] {
    try faults(JSONParser.parse(Array(line.utf8)), files[name]!, in: name, at: "")
  }

  private func faults(_ node: JSONNode, _ schema: JSONNode, in file: String, at path: String) -> [String] {
    schema.members.flatMap { word, rule -> [String] in
      switch word {
      case "$schema", "title", "description", "$defs", "required": []
      case "$ref": resolved(rule.text, from: file).map { faults(node, $0.schema, in: $0.file, at: path) } ?? ["\(rule)"]
      case "type": (rule.elements ?? [rule]).contains { node.isOf(type: $0.text) } ? [] : ["\(path): another type"]
      case "const": node.isSame(as: rule) ? [] : ["\(path): another constant"]
      case "enum": (rule.elements ?? []).contains(where: node.isSame) ? [] : ["\(path): none of the values"]
      case "minimum": (node.number ?? 0) >= (rule.number ?? 0) ? [] : ["\(path): below its minimum"]
      case "minProperties": node.members.count >= (rule.number ?? 0) ? [] : ["\(path): too few members"]
      case "maxProperties": node.members.count <= (rule.number ?? 0) ? [] : ["\(path): too many members"]
      case "minItems": (node.elements?.count ?? 0) >= (rule.number ?? 0) ? [] : ["\(path): too few items"]
      case "maxItems": (node.elements?.count ?? 0) <= (rule.number ?? 0) ? [] : ["\(path): too many items"]
      case "items":
        (node.elements ?? []).enumerated().flatMap { faults($1, rule, in: file, at: "\(path)[\($0)]") }
      case "oneOf":
        oneOf(rule.elements ?? [], node, in: file, at: path)
      case "properties": properties(rule, of: schema, node, in: file, at: path)
      case "additionalProperties": additional(rule, of: schema, node, in: file, at: path)
      default: ["the schema has a word that is not known: \(word)"]
      }
    }
  }

  private func oneOf(_ rules: [JSONNode], _ node: JSONNode, in file: String, at path: String) -> [String] {
    let open = rules.filter { !isOfAnother(node, $0, in: file) }
    let faults = open.map { self.faults(node, $0, in: file, at: path) }
    let fitting = faults.count(where: \.isEmpty)
    return fitting == 1 ? [] : ["\(path): fits \(fitting) of \(rules.count)"] + faults.joined()
  }

  /// Whether a constant member shows that a rule is for other objects: most of many rules need no more.
  private func isOfAnother(_ node: JSONNode, _ rule: JSONNode, in file: String) -> Bool {
    guard let (schema, _) = rule["$ref"].map({ resolved($0.text, from: file) }) ?? (rule, file) else { return false }
    return (schema["properties"]?.members ?? []).contains { key, rule in
      if let constant = rule["const"], let value = node[key] { !value.isSame(as: constant) } else { false }
    }
  }

  private func properties(
    _ rules: JSONNode, of schema: JSONNode, _ node: JSONNode, in file: String, at path: String
  ) -> [String] {
    let (keys, order) = (node.members.map(\.key), rules.members.map(\.key))
    let known = keys.filter(order.contains)
    let required = (schema["required"]?.elements ?? []).map(\.text)
    let missing = required.filter { !keys.contains($0) }
    return (known == order.filter(keys.contains) ? [] : ["\(path): another order: \(keys)"])
      + (missing.isEmpty ? [] : ["\(path): lacks \(missing)"])
      + node.members.flatMap { key, value in
        rules[key].map { faults(value, $0, in: file, at: "\(path).\(key)") } ?? []
      }
  }

  private func additional(
    _ rule: JSONNode, of schema: JSONNode, _ node: JSONNode, in file: String, at path: String
  ) -> [String] {
    node.members.filter { schema["properties"]?[$0.key] == nil }.flatMap { key, value in
      if case .bool(false) = rule.content { return ["\(path): has '\(key)'"] }
      return faults(value, rule, in: file, at: "\(path).\(key)")
    }
  }

  /// `#/$defs/value`, or `trace.schema.json#/$defs/value`.
  private func resolved(_ reference: String, from file: String) -> (schema: JSONNode, file: String)? {
    let parts = reference.split(separator: "#", omittingEmptySubsequences: false)
    let target = parts[0].isEmpty ? file : String(parts[0])
    let schema = parts[1].split(separator: "/").reduce(files[target]) { $0?[String($1)] }
    return schema.map { ($0, target) }
  }
}

extension JSONNode {
  fileprivate var members: [(key: String, node: JSONNode)] {
    if case .object(let fields) = content { fields } else { [] }
  }

  fileprivate subscript(_ key: String) -> JSONNode? { members.first { $0.key == key }?.node }

  fileprivate var elements: [JSONNode]? {
    if case .array(let nodes) = content { nodes } else { nil }
  }

  fileprivate var text: String {
    if case .string(let text) = content { text } else { "" }
  }

  fileprivate var number: Int? {
    if case .int(let number) = content { number } else { nil }
  }

  fileprivate func isOf(type: String) -> Bool {
    switch content {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .int: type == "integer" || type == "number"
    case .double: type == "number"
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }

  fileprivate func isSame(as other: JSONNode) -> Bool {
    switch (content, other.content) {
    case (.null, .null): true
    case (.bool(let one), .bool(let two)): one == two
    case (.int(let one), .int(let two)): one == two
    case (.string(let one), .string(let two)): one == two
    default: false
    }
  }
}
