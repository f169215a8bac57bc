import Turns

/// Names rows by their keys: `items[3].total` becomes `items[#3238].total` at any position.
///
/// It follows the lists of one run. The second row with a key is `items[#3238'2]`. A row without a key that fits in
/// brackets keeps its index.
package struct RowNames: Sendable {
  /// Nil for a row that keeps its index.
  private typealias Names = [String?]

  private let keys: RowKeys
  /// The lists, and the records that contain them, by field.
  private var fields: [Name: Value] = [:]
  private var names: [Name: [Name: Names]] = [:]

  package init(_ fields: [Member] = [], by keys: RowKeys) {
    self.keys = keys
    for field in fields { set(field.name.text, to: field.value) }
  }

  /// Renames the row of a reaction and applies the reaction to the lists.
  package mutating func take(_ reaction: inout Reaction) {
    guard !keys.isEmpty, reaction.subject.kind.isOfPath else { return }
    let path = reaction.subject.name
    reaction.subject.name = Name(name(of: path.text))
    if reaction.subject.kind == .set, let value = reaction.values.last { set(path.text, to: value) }
  }

  package mutating func take(_ reactions: inout [Reaction]) {
    guard !keys.isEmpty else { return }
    for index in reactions.indices { take(&reactions[index]) }
  }

  /// The current path of a named row: `items[3].total` for `items[#3238].total`.
  mutating func path(of name: String) -> String {
    guard !keys.isEmpty, name.utf8.contains(UInt8(ascii: "#")) else { return name }
    return translated(name) { step, names in
      names.firstIndex { $0.map { Name($0) == step } ?? false }.map(String.init)
    }
  }

  private mutating func name(of path: String) -> String {
    translated(path) { step, names in
      Int(step).flatMap { names.indices.contains($0) ? names[$0] : nil }
    }
  }

  /// - Parameter word: The replacement for the text in brackets, given the row names of the list; nil keeps the
  ///   text.
  private mutating func translated(_ path: String, _ word: (String, Names) -> String?) -> String {
    guard !path.isDetached, let open = path.utf8.firstIndex(of: UInt8(ascii: "[")) else { return path }
    let field = Name(String(path[..<open]))
    guard fields[field] != nil else { return path }
    var (place, result) = (String(path[..<open]), String(path[..<open]))
    var rest = path[open...]
    while rest.utf8.first == UInt8(ascii: "["), let close = rest.utf8.firstIndex(of: UInt8(ascii: "]")) {
      let step = String(rest[rest.utf8.index(after: rest.startIndex)..<close])
      let names = names(at: place, in: field)
      let other = word(step, names) ?? step
      result += "[\(other)]"
      place += "[\(Int(step) == nil ? other : step)]"
      rest = rest[rest.utf8.index(after: close)...]
      let end = rest.utf8.firstIndex(of: UInt8(ascii: "[")) ?? rest.endIndex
      result += rest[..<end]
      place += rest[..<end]
      rest = rest[end...]
    }
    return result + rest
  }

  private mutating func names(at place: String, in field: Name) -> Names {
    let key = Name(place)
    if let known = names[field]?[key] { return known }
    var result: Names = []
    if let member = keys.member(of: place), case .list(let rows)? = value(at: place, in: field) {
      result =
        rows.map { row in
          row[member.text]?.keyText.flatMap { $0.canStandInBrackets ? $0 : nil }
        }.keyNames
    }
    names[field, default: [:]][key] = result
    return result
  }

  private func value(at place: String, in field: Name) -> Value? {
    guard let value = fields[field] else { return nil }
    return PathInRow(place).map { value.part(at: $0.steps) } ?? value
  }

  private mutating func set(_ path: String, to value: Value) {
    guard !keys.isEmpty, value.isContainer || keys.isKey(Reaction.Subject(.set, Name(path)).lastName) else { return }
    if let place = PathInRow(path) {
      let field = Name(place.list)
      guard let list = fields[field] else { return }
      fields[field] = list.setting(value, at: place.steps)
      names[field] = nil
    } else {
      fields[Name(path)] = value
      names[Name(path)] = nil
    }
  }
}

extension Effect.Kind {
  fileprivate var isOfPath: Bool { row.name == .plain }
}

extension Value {
  fileprivate var isContainer: Bool {
    switch self {
    case .list, .record: true
    case .enumeration(_, let members): !members.isEmpty
    default: false
    }
  }
}

extension String {
  fileprivate var canStandInBrackets: Bool { !utf8.contains { "[]'".utf8.contains($0) } }
}

/// The key members that identify the rows of lists.
package struct RowKeys: Hashable, Sendable {
  /// The key member by the last name of a list.
  package var declared: [Name: Name] = [:]

  package init() {}

  package var isEmpty: Bool { declared.isEmpty }

  /// Nil if the list's rows are identified by index.
  package func member(of path: String) -> Name? {
    if declared.isEmpty { return nil }
    return declared[Name(Reaction.Subject(.set, Name(path.withoutRows)).lastName)]
  }

  func isKey(_ member: String) -> Bool {
    declared.values.contains(Name(member))
  }
}
