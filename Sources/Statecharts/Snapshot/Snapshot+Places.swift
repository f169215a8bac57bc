extension Snapshot {
  /// An instance's path: `items[3]`, `items[3].images[0]`, `detached items[#3238]`; empty for the root.
  package func path(of id: InstanceID, _ program: Program) -> String {
    check(program)
    guard let place = instances.place(of: id) else { return "" }
    switch place {
    case .root: return ""
    case .fixed(let path), .detached(let path): return path
    case .nowhere: return program.templates[Int(instances.charts[id.index].template)].name.text
    case .field(let position):
      return path(of: name(of: position, program), in: position.parent, program)
        + (position.row.map { "[\($0)]" } ?? "")
    }
  }

  func form(of place: Place, _ program: Program) -> Value {
    switch place {
    case .root: .string("")
    case .fixed(let path): .string(path)
    case .nowhere: .null
    case .field(let position):
      .list([.reference(position.parent), .string(name(of: position, program)), .int(position.row ?? -1)])
    case .detached(let path): .enumeration("detached", [Member("", .string(path))])
    }
  }

  func name(of position: FieldPosition, _ program: Program) -> String {
    template(of: position.parent).map { program.templates[$0].fields[position.port].name.text } ?? ""
  }

  /// The path after leaving a field: `detached items[#3238]`, with the position if the rows have no identity.
  func detachedPath(of id: InstanceID, from position: FieldPosition, _ program: Program) -> String {
    let name = name(of: position, program)
    let key = position.row == nil ? nil : key(of: id, in: Name(name), of: position.parent, program)
    let row = key.map { "[#\($0)]" } ?? position.row.map { "[\($0)]" } ?? ""
    return (path(of: name, in: position.parent, program) + row).detached
  }

  func path(of name: String, in parent: InstanceID, _ program: Program) -> String {
    let path = path(of: parent, program)
    return path.isEmpty ? name : "\(path).\(name)"
  }

  func machine(_ id: InstanceID) -> MachineInstance? {
    instances.indices.contains(id.index) ? instances[id.index]?.machine : nil
  }

  private func key(of row: InstanceID, in name: Name, of parent: InstanceID, _ program: Program) -> String? {
    guard let template = template(of: parent), let ownTemplate = self.template(of: row),
      let key = program.templates[template].fields.first(where: { $0.name == name })?.rows?.key,
      let port = program.templates[ownTemplate].port(named: key)
    else { return nil }
    return read(row, port: port, program).keyText
  }

  // MARK: Names

  /// Returns the child in a field, as `user`, or a row, as `items[3]` or `items[#3238'2]`.
  package func child(_ name: String, of parent: InstanceID, _ program: Program) -> InstanceID? {
    check(program)
    let step = RowName(name)
    guard let port = template(of: parent).flatMap({ program.templates[$0].port(named: step.list) }) else { return nil }
    if case .index(let index)? = step.row, let row = readRow(index, of: parent, port: port, program) {
      return row.target
    }
    switch (read(parent, port: port, program), step.row) {
    case (.reference(let child), nil): return child
    case (.list(let rows), .index(let index)?): return rows.indices.contains(index) ? rows[index].target : nil
    case (.list(let rows), .key(let keys)?):
      let known = rows.compactMap(\.target).map { ($0, self.key(of: $0, in: step.list, of: parent, program)) }
      for (key, ordinal) in keys {
        let fitting = known.filter { $0.1.map(key.hasBytes) ?? false }
        if ordinal <= fitting.count { return fitting[ordinal - 1].0 }
      }
      return nil
    default: return nil
    }
  }

  private func readRow(_ index: Int, of parent: InstanceID, port: Int, _ program: Program) -> Value? {
    guard let template = template(of: parent), port < program.templates[template].fields.count else { return nil }
    return program.templates[template].fields[port].readRow?(instances.modelLocation(at: parent.index), index)
  }

  /// The identities of a list's rows, as `[#3238]`, `[#3238'2]`; nil for rows without one.
  package func rowNames(_ field: Name, of parent: InstanceID, _ program: Program) -> [String?] {
    rows(field, of: parent, program).map { key(of: $0, in: field, of: parent, program) }.keyNames.map { name in
      name.map { "[\($0)]" }
    }
  }

  package func rows(_ field: Name, of parent: InstanceID, _ program: Program) -> [InstanceID] {
    check(program)
    guard let port = template(of: parent).flatMap({ program.templates[$0].port(named: field) }),
      case .list(let rows) = read(parent, port: port, program)
    else { return [] }
    return rows.compactMap(\.target)
  }

  // MARK: Contents

  /// Replaces rows by records of their visible fields and regions. A row inside itself or deeper than 128 levels
  /// becomes nil.
  package func described(_ value: Value, _ program: Program) -> Value { described(value, program, in: []) }

  private func described(_ value: Value, _ program: Program, in rows: [InstanceID]) -> Value {
    switch value {
    case .reference(let id): content(of: id, program, in: rows)
    case .list(let values): .list(values.map { described($0, program, in: rows) })
    default: value
    }
  }

  private static let mostLevelsOfRows = 128

  private func content(of id: InstanceID, _ program: Program, in rows: [InstanceID]) -> Value {
    check(program)
    guard let template = template(of: id).map({ program.templates[$0] }), !rows.contains(id),
      rows.count < Snapshot.mostLevelsOfRows
    else { return .null }
    var members: [Member] = []
    for field in template.fields where !field.isInternal && field.kind != .computed {
      let value = read(field, of: id)
      let told = field.rows == nil ? value : described(value, program, in: rows + [id])
      members.append(Member(field.name, field.masked(told)))
    }
    let regions = template.chart?.regions(configuration(of: id), templateName: template.name) ?? []
    for (region, state) in regions + commandRegions(of: id, program)
    where !members.contains(where: { $0.name == region }) {
      members.append(Member(region, .enumeration(state, [])))
    }
    return .record(members)
  }
}

private struct RowName {
  enum Row {
    case index(Int)
    /// All readings, likeliest first, because a key may end in an apostrophe and a number.
    case key([(base: String, ordinal: Int)])
  }

  let list: Name
  let row: Row?

  init(_ name: String) {
    let bytes = Array(name.utf8)
    guard let open = bytes.firstIndex(of: UInt8(ascii: "[")), let close = bytes.lastIndex(of: UInt8(ascii: "]")),
      open < close
    else {
      (list, row) = (Name(name), nil)
      return
    }
    let inside = String(decoding: bytes[(open + 1)..<close], as: UTF8.self)
    let behind = String(decoding: bytes[(close + 1)...], as: UTF8.self)
    list = Name(String(decoding: bytes[..<open], as: UTF8.self))
    row = RowName.row(inside, behind)
  }

  /// Also accepts the older spelling `[#3238]'2` of `[#3238'2]`.
  private static func row(_ inside: String, _ behind: String) -> Row? {
    guard inside.utf8.first == UInt8(ascii: "#") else {
      guard behind.isEmpty, let index = Int(inside), String(index) == inside else { return nil }
      return .index(index)
    }
    let key = String(inside.dropFirst())
    guard behind.isEmpty else { return (key + behind).splitOrdinal.map { .key([$0]) } }
    return .key([(key, 1)] + (key.splitOrdinal.map { [$0] } ?? []))
  }
}
