/// Rows and children: what an instance is called, and which instance a name means.
extension Snapshot {
  /// Returns where an instance stands: `items[3]`, `items[3].images[0]`, `detached items[#3238]`; empty for the root.
  public func path(of id: InstanceID, _ program: Program) -> String {
    check(program)
    guard let place = instances.place(of: id) else { return "" }
    switch place {
    case .fixed(let path): return path
    case .nowhere: return program.templates[Int(instances.charts[id.index].template)].name
    case .field(let parent, let name, let index):
      return path(of: name, in: parent, program) + (index.map { "[\($0)]" } ?? "")
    case .detached(let parent, let name, let index):
      let list = path(of: name, in: parent, program)
      let place = key(of: id, in: name, of: parent, program).map { "[#\($0)]" } ?? index.map { "[\($0)]" } ?? ""
      return list.utf8.starts(with: "detached ".utf8) ? list + place : "detached \(list)\(place)"
    }
  }

  private func path(of name: String, in parent: InstanceID, _ program: Program) -> String {
    let path = path(of: parent, program)
    return path.isEmpty ? name : "\(path).\(name)"
  }

  func machine(_ id: InstanceID) -> MachineInstance? {
    instances.indices.contains(id.index) ? instances[id.index]?.machine : nil
  }

  /// The text of a row's identity, where its list declares one.
  private func key(of row: InstanceID, in name: String, of parent: InstanceID, _ program: Program) -> String? {
    guard let parent = machine(parent), let machine = machine(row),
      let key = program.templates[parent.template].fields.first(where: { $0.name == name })?.rows?.key,
      let port = program.templates[machine.template].port(named: key)
    else { return nil }
    return read(row, port: port, program).keyText
  }

  // MARK: Names

  /// Returns the instance at a path: `user`, `items[3]`, `items[#3238]`, and `items[#3238'2]` for the second with that
  /// identity; `nil` when there is none.
  public func instance(at path: String, _ program: Program) -> InstanceID? {
    check(program)
    if let fixed = fixedMachine(at: path) { return fixed }
    guard let (parent, name) = split(path, program) else { return nil }
    return child(name, of: parent, program)
  }

  /// Returns what a field of an instance holds: its row `items[3]` or `items[#3238'2]`, or the only one, `user`.
  public func child(_ name: String, of parent: InstanceID, _ program: Program) -> InstanceID? {
    check(program)
    let step = RowName(name)
    guard let port = machine(parent).flatMap({ program.templates[$0.template].port(named: step.list) }) else {
      return nil
    }
    switch (read(parent, port: port, program), step.row) {
    case (.reference(let child), nil): return child
    case (.list(let rows), .index(let index)?): return rows.indices.contains(index) ? rows[index].target : nil
    case (.list(let rows), .key(let keys)?):
      let known = rows.compactMap(\.target).map { ($0, self.key(of: $0, in: step.list, of: parent, program)) }
      for (key, ordinal) in keys {
        let fitting = known.filter { $0.1?.utf8.elementsEqual(key.utf8) ?? false }
        if ordinal <= fitting.count { return fitting[ordinal - 1].0 }
      }
      return nil
    default: return nil
    }
  }

  /// Returns how the rows of a field are named by their identity: `[#3238]`, `[#3238'2]`; `nil` for rows without one.
  public func rowNames(_ field: String, of parent: InstanceID, _ program: Program) -> [String?] {
    var counts: [String: Int] = [:]
    return rows(field, of: parent, program).map { row in
      guard let key = key(of: row, in: field, of: parent, program) else { return nil }
      let count = counts[key, default: 0] + 1
      counts[key] = count
      return count == 1 ? "[#\(key)]" : "[#\(key)'\(count)]"
    }
  }

  /// Returns the rows of a field of an instance, in order.
  public func rows(_ field: String, of parent: InstanceID, _ program: Program) -> [InstanceID] {
    check(program)
    guard let port = machine(parent).flatMap({ program.templates[$0.template].port(named: field) }),
      case .list(let rows) = read(parent, port: port, program)
    else { return [] }
    return rows.compactMap(\.target)
  }

  /// Splits a path into the instance that it begins with and the name of a field, subject or region there.
  ///
  /// Names may hold points themselves: the instance that leaves the longest name which it has is taken.
  public func split(_ path: String, _ program: Program) -> (instance: InstanceID, name: String)? {
    check(program)
    var points = path.pointOffsets
    if let root = fixedMachine(at: ""), points.isEmpty || has(path, root, program) { return (root, path) }
    while let point = points.popLast() {
      let (head, tail) = (String(decoding: path.utf8.prefix(point), as: UTF8.self), path.utf8.dropFirst(point + 1))
      guard let instance = instance(at: head, program) else { continue }
      return (instance, String(decoding: tail, as: UTF8.self))
    }
    return fixedMachine(at: "").map { ($0, path) }
  }

  private func has(_ name: String, _ id: InstanceID, _ program: Program) -> Bool {
    machine(id).map { program.templates[$0.template].port(named: name) != nil } ?? false
  }

  private func fixedMachine(at path: String) -> InstanceID? {
    let index = instances.places.indices.first { index in
      guard case .fixed(let own) = instances.places[index] else { return false }
      return own.utf8.elementsEqual(path.utf8)
    }
    return index.map { InstanceID($0) }
  }

  // MARK: Contents

  /// Returns a value with rows by what they are: a record of their visible fields, and of the states of their regions.
  public func described(_ value: Value, _ program: Program) -> Value {
    switch value {
    case .reference(let id): content(of: id, program)
    case .list(let values): .list(values.map { described($0, program) })
    default: value
    }
  }

  private func content(of id: InstanceID, _ program: Program) -> Value {
    check(program)
    guard let machine = machine(id) else { return .null }
    let template = program.templates[machine.template]
    var members: [Member] = []
    for field in template.fields where !field.isInternal && field.kind != .computed {
      let value = read(field, of: id)
      members.append(Member(field.name, field.masked(field.rows == nil ? value : described(value, program))))
    }
    let regions = template.chart?.regions(configuration(of: id), templateName: template.name) ?? []
    for (region, state) in regions + commandRegions(of: id, program)
    where !members.contains(where: { $0.name.utf8.elementsEqual(region.utf8) }) {
      members.append(Member(region, .enumeration(state, [])))
    }
    return .record(members)
  }
}

/// The last step of a path, apart: `items[3]`, `items[#3238'2]`.
private struct RowName {
  enum Row {
    case index(Int)
    /// What the brackets may mean, most likely first: a key may itself end in an apostrophe and a number.
    case key([(key: String, ordinal: Int)])
  }

  let list: String
  let row: Row?

  init(_ name: String) {
    let bytes = Array(name.utf8)
    guard let open = bytes.firstIndex(of: UInt8(ascii: "[")), let close = bytes.lastIndex(of: UInt8(ascii: "]")),
      open < close
    else {
      (list, row) = (name, nil)
      return
    }
    let inside = String(decoding: bytes[(open + 1)..<close], as: UTF8.self)
    let behind = String(decoding: bytes[(close + 1)...], as: UTF8.self)
    list = String(decoding: bytes[..<open], as: UTF8.self)
    row = RowName.row(inside, behind)
  }

  /// `[#3238]'2` was written for `[#3238'2]` once, and is still read.
  private static func row(_ inside: String, _ behind: String) -> Row? {
    guard inside.utf8.first == UInt8(ascii: "#") else {
      guard behind.isEmpty, let index = Int(inside), String(index) == inside else { return nil }
      return .index(index)
    }
    let key = String(inside.dropFirst())
    guard behind.isEmpty else { return numbered(key + behind).map { .key([$0]) } }
    return .key([(key, 1)] + (numbered(key).map { [$0] } ?? []))
  }

  /// `3238'2` as the second `3238`.
  private static func numbered(_ text: String) -> (key: String, ordinal: Int)? {
    let bytes = Array(text.utf8)
    guard let mark = bytes.lastIndex(of: UInt8(ascii: "'")) else { return nil }
    let digits = String(decoding: bytes[(mark + 1)...], as: UTF8.self)
    guard let ordinal = Int(digits), ordinal > 1, String(ordinal) == digits else { return nil }
    return (String(decoding: bytes[..<mark], as: UTF8.self), ordinal)
  }
}

extension String {
  /// Where the points outside brackets are, in UTF-8 bytes.
  fileprivate var pointOffsets: [Int] {
    var depth = 0
    return utf8.enumerated().compactMap { offset, byte in
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      return byte == UInt8(ascii: ".") && depth <= 0 ? offset : nil
    }
  }
}

extension Value {
  /// An identity as paths hold it; `nil` for a value that cannot be one.
  fileprivate var keyText: String? {
    switch self {
    case .int(let number): String(number)
    case .string(let text): text
    case .bool(let truth): String(truth)
    case .enumeration(let name, let members) where members.isEmpty: name
    default: nil
    }
  }
}
