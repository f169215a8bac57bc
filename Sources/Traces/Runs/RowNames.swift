import Turns

/// What the rows of lists are called that are known by a key: what happens to `items[3].total` is told of
/// `items[#3238].total`, wherever the row stands.
///
/// It follows the lists of one run. The second row of a key is `items[#3238'2]`. A row without a key, and one whose key cannot
/// stand in brackets, goes by its place.
package struct RowNames: Sendable {
  /// What the rows of one list are called, in their order: `#3238`, `#3238'2`; nil for those that go by their places.
  private typealias Names = [String?]

  private let keys: RowKeys
  /// The values of the fields that hold such lists, as far as keys go.
  private var fields: [Name: Value] = [:]
  /// By field, and by the place of the list in it.
  private var names: [Name: [Name: Names]] = [:]

  /// - Parameter fields: What the machine's fields are when the run begins.
  package init(_ fields: [Member] = [], by keys: RowKeys) {
    self.keys = keys
    for field in fields { set(field.name.text, to: field.value) }
  }

  /// Names the row that a reaction is about, and takes in what the reaction did to the lists.
  package mutating func take(_ reaction: inout Reaction) {
    guard !keys.isEmpty, reaction.subject.kind.isOfPath else { return }
    let path = reaction.subject.name
    reaction.subject.name = Name(name(of: path.text))
    if reaction.subject.kind == .set, let value = reaction.values.last { set(path.text, to: value) }
  }

  /// Names the rows that reactions are about, one after the other.
  package mutating func take(_ reactions: inout [Reaction]) {
    guard !keys.isEmpty else { return }
    for index in reactions.indices { take(&reactions[index]) }
  }

  /// Where something stands by now that has a row's name: `items[3].total` for `items[#3238].total`.
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

  /// A path with other words in its brackets.
  ///
  /// - Parameter word: What stands for a word in the brackets behind a list whose rows have such names; nil for the word itself.
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

  /// What the rows of the list at a place are called; nothing where they have no names.
  private mutating func names(at place: String, in field: Name) -> Names {
    let key = Name(place)
    if let known = names[field]?[key] { return known }
    var result: Names = []
    if let member = keys.member(of: place), case .list(let rows)? = value(at: place, in: field) {
      result =
        rows.map { row in
          row.member(member)?.keyText.flatMap { $0.canStandInBrackets ? $0 : nil }
        }.keyNames
    }
    names[field, default: [:]][key] = result
    return result
  }

  private func value(at place: String, in field: Name) -> Value? {
    guard let value = fields[field] else { return nil }
    return PathInRow(place).map { value.part(at: $0.steps) } ?? value
  }

  /// Takes in what a field is, if there can be lists in it, or if it is a key.
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
  /// Whether what it is about is named by a path.
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

  fileprivate func member(_ name: Name) -> Value? {
    guard case .record(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}

extension String {
  /// Whether a row of this key is told from every other by its name.
  fileprivate var canStandInBrackets: Bool { !utf8.contains { "[]'".utf8.contains($0) } }
}

/// By which of its members each row of a list is known, wherever it stands.
package struct RowKeys: Hashable, Sendable {
  /// What a machine declares: by the last name of a list, the member by which its rows are known.
  package var declared: [Name: Name] = [:]

  package init() {}

  /// Whether no row is known by a member.
  package var isEmpty: Bool { declared.isEmpty }

  /// The member by which the rows of the list at a path are known; nil where they are known by their places.
  package func member(of path: String) -> Name? {
    if declared.isEmpty { return nil }
    return declared[Name(Reaction.Subject(.set, Name(path.withoutRows)).lastName)]
  }

  /// Whether the rows of some list are known by a member of that name.
  func isKey(_ member: String) -> Bool {
    declared.values.contains(Name(member))
  }
}
