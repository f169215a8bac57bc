extension Kernel {
  /// Updates the places of the instances in a field. A row keeps its place in a list until the list loses it.
  mutating func place(_ old: Value, _ new: Value, in field: FieldPlace) {
    switch new {
    case .reference(let child):
      place(child, at: FieldPosition(in: field.id, port: field.port))
    case .list(let rows) where rows.contains(where: \.isReference):
      let owned = ownedPaths(in: field.id, port: field.port)
      for (index, row) in rows.enumerated().reversed() {
        if case .reference(let row) = row {
          place(row, at: FieldPosition(in: field.id, port: field.port, row: index), owned)
        }
      }
    default: break
    }
    detach(old, new, from: field)
  }

  private mutating func place(_ child: InstanceID, at position: FieldPosition) {
    guard isNameless(child, at: position), !stands(position.parent, in: child) else { return }
    move(child, to: position)
  }

  /// A machine that was made at a row's path becomes that row.
  private mutating func place(_ row: InstanceID, at position: FieldPosition, _ owned: [OwnedPath]) {
    guard let before = snapshot.instances.place(of: row), before != .field(position) else { return }
    let isTaken =
      switch before {
      case .root: false
      case .fixed: owned.contains { $0.machine == row }
      case .nowhere, .detached: isNameless(row, at: position)
      case .field(let other):
        other.row == nil || other.parent == position.parent && other.port == position.port
      }
    if isTaken, !stands(position.parent, in: row) { move(row, to: position, owned) }
  }

  /// Whether the field may name the instance. Only lists name former rows, and internal fields name neither former
  /// rows nor former children.
  private func isNameless(_ id: InstanceID, at position: FieldPosition) -> Bool {
    switch snapshot.instances.place(of: id) {
    case .nowhere?: true
    case .detached(let path)?:
      (position.row != nil || !path.isOfRow) && template(of: position.parent)?.isInternal == false
    case .root?, .fixed?, .field?, nil: false
    }
  }

  private mutating func move(_ child: InstanceID, to position: FieldPosition) {
    let wanted = snapshot.path(of: snapshot.name(of: position, program), in: position.parent, program)
    let isTaken = snapshot.ownedInstance(at: wanted).map { $0 != child } ?? false
    snapshot.instances.move(child, to: isTaken ? place(at: wanted) : .field(position))
  }

  /// Other machines with the row's path get a new one.
  private mutating func move(_ row: InstanceID, to position: FieldPosition, _ owned: [OwnedPath]) {
    snapshot.instances.move(row, to: .field(position))
    if owned.isEmpty { return }
    let path = path(of: row)
    for other in owned where other.machine != row && other.path.hasBytes(of: path) {
      guard case .fixed? = snapshot.instances.place(of: other.machine) else { continue }
      snapshot.instances.move(other.machine, to: .fixed(give(path)))
    }
  }

  private struct OwnedPath {
    let machine: InstanceID
    let path: String
  }

  private func ownedPaths(in parent: InstanceID, port: Int) -> [OwnedPath] {
    var list: [UInt8]?
    var result: [OwnedPath] = []
    for id in snapshot.instances.named {
      guard case .fixed(let path) = snapshot.instances.places[id.index], path.utf8.contains(UInt8(ascii: "[")) else {
        continue
      }
      if list == nil { list = Array("\(self.path(parent, port: port))[".utf8) }
      guard path.utf8.starts(with: list!), path.isRow(behind: list!.count) else { continue }
      result.append(OwnedPath(machine: id, path: path))
    }
    return result
  }

  /// Whether an instance is, or is inside, another. A cycle would have no name.
  private func stands(_ id: InstanceID, in other: InstanceID) -> Bool {
    var next: InstanceID? = id
    while let place = next {
      if place == other { return true }
      next = snapshot.instances.place(of: place)?.parent
    }
    return false
  }

  private mutating func detach(_ old: Value, _ new: Value, from field: FieldPlace) {
    for child in old.children {
      guard case .field(let position)? = snapshot.instances.place(of: child), position.parent == field.id,
        position.port == field.port, !new.holds(child, at: position.row)
      else { continue }
      let path = snapshot.detachedPath(of: child, from: position, program)
      snapshot.instances.move(child, to: detach(at: path))
    }
  }

  mutating func settlePlaces(_ order: [InstanceID], _ isAlive: [Bool]) {
    for id in order {
      switch snapshot.instances.place(of: id) {
      case .root?, .fixed?, .nowhere?, nil: break
      case .field(let position)?:
        if isAlive.indices.contains(position.parent.index), isAlive[position.parent.index] { continue }
        let last = path(of: id)
        snapshot.instances.move(id, to: detach(at: last.detached, isLast: last.isDetached))
        findHome(of: id, among: order)
      case .detached?: findHome(of: id, among: order)
      }
    }
  }

  private mutating func findHome(of child: InstanceID, among order: [InstanceID]) {
    for parent in order {
      guard let template = template(of: parent), template.holdsReferences, !stands(parent, in: child) else { continue }
      for (port, field) in template.fields.enumerated() where field.holdsReferences && field.kind == .stored {
        switch read(field, of: parent) {
        case .reference(child):
          let position = FieldPosition(in: parent, port: port)
          if isNameless(child, at: position) { return move(child, to: position) }
        case .list(let rows) where field.rows != nil:
          guard let index = rows.firstIndex(of: .reference(child)) else { continue }
          let position = FieldPosition(in: parent, port: port, row: index)
          if isNameless(child, at: position) {
            return move(child, to: position, ownedPaths(in: parent, port: port))
          }
        default: break
        }
      }
    }
  }

  /// A row that its list lost is found in the view's list that still shows it.
  private func listing(of id: InstanceID) -> Place? {
    let place = snapshot.instances.place(of: id)
    guard case .detached? = place else { return place }
    for parent in snapshot.reach(program) {
      guard let template = template(of: parent), template.isInternal else { continue }
      for (port, field) in template.fields.enumerated() where field.rows != nil && field.kind == .stored {
        guard case .list(let rows) = read(field, of: parent), let index = rows.firstIndex(of: .reference(id)) else {
          continue
        }
        return .field(FieldPosition(in: parent, port: port, row: index))
      }
    }
    return place
  }

  /// Reports a row's or child's value to its parent: first its code runs, then the chart event `FIELD.SUBJECT`
  /// follows with child, index and value.
  mutating func tellParent(_ value: Value, of id: InstanceID, port: Int) {
    guard fault == nil, !snapshot.instances.isRoot(id),
      case .field(let position)? = listing(of: id), hearsOthers(position.parent),
      let template = snapshot.template(of: id)
    else { return }
    let name = snapshot.name(of: position, program)
    let subject = program.withTemplate(template) { $0.subjects[port - $0.fields.count] }
    hear("\(name).\(subject)", .list([.reference(id), .int(position.row ?? 0), value]), by: position.parent)
  }

  private func hearsOthers(_ id: InstanceID) -> Bool {
    snapshot.template(of: id).map { program.withTemplate($0) { !$0.heardEvents.isEmpty } } ?? false
  }

  mutating func hear(_ event: Name, _ payload: Value, by id: InstanceID) {
    guard fault == nil, let code = template(of: id)?.heardEvents[event] else { return }
    if let code { nest(.named(event)) { kernel in kernel.call(code, id, payload) } }
    raise(event, payload, for: id)
  }

  // MARK: Names

  func path(of id: InstanceID) -> String { snapshot.path(of: id, program) }

  func path(_ id: InstanceID, _ name: String) -> String {
    if snapshot.instances.isRoot(id) { return name }
    let path = path(of: id)
    return path.isEmpty ? name : "\(path).\(name)"
  }

  /// Nil while no field holds the machine; then it is not traced.
  mutating func toldPath(_ id: InstanceID, _ name: String) -> String? {
    if snapshot.instances.isRoot(id) { return name }
    if let path = snapshot.instances.places[id.index].ownPath { return path.isEmpty ? name : "\(path).\(name)" }
    return isNowhere(id) ? nil : path(id, name)
  }

  func path(_ id: InstanceID, port: Int) -> String {
    guard let template = snapshot.template(of: id) else { return "port \(port)" }
    return path(id, program.withTemplate(template) { $0.name(ofPort: port) } ?? "port \(port)")
  }

  /// Whether no field holds it yet; then it is not traced.
  func isNowhere(_ id: InstanceID) -> Bool {
    if snapshot.instances.isRoot(id) { return false }
    guard let place = snapshot.instances.place(of: id) else { return false }
    return place == .nowhere || place.parent.map { isNowhere($0) } ?? false
  }
}

extension String {
  fileprivate func isRow(behind count: Int) -> Bool {
    let rest = utf8.dropFirst(count)
    guard let close = rest.firstIndex(of: UInt8(ascii: "]")), close > rest.startIndex else { return false }
    let behind = rest[rest.index(after: close)...]
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    return rest[..<close].allSatisfy(isDigit)
      && (behind.isEmpty || behind.first == UInt8(ascii: "'") && behind.dropFirst().allSatisfy(isDigit))
  }
}

extension Value {
  fileprivate var isReference: Bool { if case .reference = self { true } else { false } }

  fileprivate var children: [InstanceID] {
    switch self {
    case .reference(let id): [id]
    case .list(let values): values.compactMap { if case .reference(let id) = $0 { id } else { nil } }
    default: []
    }
  }

  fileprivate func holds(_ child: InstanceID, at index: Int?) -> Bool {
    switch (self, index) {
    case (.reference(child), nil): true
    case (.list(let values), let index?): values.indices.contains(index) && values[index] == .reference(child)
    default: false
    }
  }
}
