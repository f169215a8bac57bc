import Turns

/// What led from state to state in a trace in the Informal Trace Format: of ours, of Quint, or of any model whose states name
/// an action.
package struct ITFActions: Hashable, Sendable {
  package struct Action: Hashable, Sendable {
    /// A command of the console, or what the model calls it.
    package let name: String
    /// What the model gives with it.
    package let arguments: [Value]
    /// Where it stands: the line, and the column in Unicode scalars, both from 1.
    package let line: Int
    package let column: Int

    package init(name: String, arguments: [Value] = [], line: Int = 1, column: Int = 1) {
      self.name = name
      self.arguments = arguments
      self.line = line
      self.column = column
    }
  }

  /// The variables that are looked for, in this order: ours, and Quint's.
  static let variables = ["action", "mbt::actionTaken"]
  /// Where Quint says with which values it took an action: a record of `Some(value)` and `None`.
  static let picks = "mbt::nondetPicks"

  /// The machine of a trace of ours.
  package private(set) var machine: String?
  /// What led to the second state, and to each one behind it.
  package private(set) var actions: [Action] = []

  /// Reads a whole file. Linear.
  package init(_ bytes: [UInt8]) throws(ITFError) {
    let node: JSONNode
    do throws(TextError) {
      node = try JSONParser.parse(bytes)
    } catch {
      throw ITFError(.text(error.reason), at: error.offset, in: bytes)
    }
    do throws(Problem) {
      try read(node, Places(bytes))
    } catch {
      throw ITFError(error.reason, at: error.offset, in: bytes)
    }
  }

  fileprivate struct Problem: Error {
    let reason: ITFFault
    let offset: Int
  }

  private mutating func read(_ node: JSONNode, _ places: Places) throws(Problem) {
    guard let states = node["states"]?.elements, node["vars"]?.elements != nil else {
      throw Problem(reason: .notITF, offset: node.offset)
    }
    if case .string(let name)? = node["#meta"]?["machine"]?.content { machine = name }
    guard let variable = Self.variables.first(where: { name in states.contains { $0[name] != nil } }) else {
      throw Problem(reason: .noAction, offset: states.first?.offset ?? node.offset)
    }
    for (index, state) in states.enumerated().dropFirst() {
      guard let action = state[variable] else {
        throw Problem(reason: .stateWithoutAction(index, variable), offset: state.offset)
      }
      actions.append(try self.action(action, state[Self.picks], at: index, places))
    }
  }

  /// A text, or a variant whose value holds the arguments.
  private func action(
    _ node: JSONNode, _ picks: JSONNode?, at index: Int, _ places: Places
  ) throws(Problem) -> Action {
    let (line, column) = places.place(of: node.offset)
    if case .string(let name) = node.content {
      return Action(name: name, arguments: try picks?.picked() ?? [], line: line, column: column)
    }
    guard case .string(let name)? = node["tag"]?.content, let value = node["value"] else {
      throw Problem(reason: .notAnAction(index), offset: node.offset)
    }
    return Action(name: name, arguments: try value.arguments(), line: line, column: column)
  }
}

/// Where the lines of a text begin.
private struct Places {
  private var starts = [0]
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    for (index, byte) in bytes.enumerated() where byte == 0x0A { starts.append(index + 1) }
  }

  func place(of offset: Int) -> (line: Int, column: Int) {
    let offset = min(offset, bytes.count)
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let column = bytes[starts[low]..<offset].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    return (low + 1, column)
  }
}

extension ITFError {
  fileprivate init(_ reason: ITFFault, at offset: Int, in bytes: [UInt8]) {
    let (line, column) = Places(bytes).place(of: offset)
    self.init(reason, line: line, column: column)
  }
}

extension JSONNode {
  fileprivate subscript(_ key: String) -> JSONNode? {
    guard case .object(let fields) = content else { return nil }
    return fields.first { $0.key.utf8.elementsEqual(key.utf8) }?.node
  }

  fileprivate var elements: [JSONNode]? {
    if case .array(let nodes) = content { nodes } else { nil }
  }

  /// What Quint picked: the values that are `Some`, in their order.
  fileprivate func picked() throws(ITFActions.Problem) -> [Value] {
    guard case .object(let fields) = content else { return [] }
    var values: [Value] = []
    for (_, node) in fields {
      if case .string("None")? = node["tag"]?.content { continue }
      values.append(try (node["tag"] == nil ? node : node["value"] ?? node).itfValue())
    }
    return values
  }

  /// What a variant holds: nothing for a unit, the members of a record, the elements of a tuple, or one value.
  fileprivate func arguments() throws(ITFActions.Problem) -> [Value] {
    switch try itfValue() {
    case .record(let members): members.map(\.value)
    case .list(let values): values
    case .null: []
    case let value: [value]
    }
  }

  /// The value that an expression of ITF spells.
  fileprivate func itfValue() throws(ITFActions.Problem) -> Value {
    switch content {
    case .null: return .null
    case .bool(let bool): return .bool(bool)
    case .int(let int): return .int(int)
    case .double(let double): return .double(double)
    case .string(let text): return .string(text)
    case .array(let nodes): return .list(try nodes.itfValues())
    case .object(let fields): return try itfValue(of: fields)
    }
  }

  private func itfValue(of fields: [(key: String, node: JSONNode)]) throws(ITFActions.Problem) -> Value {
    if let tag = fields.first, fields.count == 1, tag.key.utf8.first == UInt8(ascii: "#") {
      switch (tag.key, tag.node.content) {
      case ("#bigint", .string(let text)):
        if let int = Int(text) { return .int(int) }
      case ("#tup", .array(let nodes)), ("#set", .array(let nodes)): return .list(try nodes.itfValues())
      case ("#map", .array(let pairs)): return .record(try pairs.itfMembers())
      default: break
      }
      throw ITFActions.Problem(reason: .unreadable(tag.key), offset: offset)
    }
    if fields.count == 2, case .string(let name)? = self["tag"]?.content, let payload = self["value"] {
      if name == "None" { return .null }
      if name == "Some" { return try payload.itfValue() }
      return .enumeration(name, try payload.payload())
    }
    var members: [Member] = []
    for (key, node) in fields { members.append(Member(key, try node.itfValue())) }
    return .record(members)
  }

  private func payload() throws(ITFActions.Problem) -> [Member] {
    switch try itfValue() {
    case .record(let members): members
    case .list(let values): values.map { Member("", $0) }
    case let value: [Member("", value)]
    }
  }
}

extension [JSONNode] {
  fileprivate func itfValues() throws(ITFActions.Problem) -> [Value] {
    var values: [Value] = []
    for node in self { values.append(try node.itfValue()) }
    return values
  }

  /// Pairs of a name and a value.
  fileprivate func itfMembers() throws(ITFActions.Problem) -> [Member] {
    var members: [Member] = []
    for node in self {
      guard let pair = node.elements, pair.count == 2, case .string(let name) = pair[0].content else {
        throw ITFActions.Problem(reason: .unreadable("#map"), offset: node.offset)
      }
      members.append(Member(name, try pair[1].itfValue()))
    }
    return members
  }
}
