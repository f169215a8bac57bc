/// Keeps up where rows and children stand while fields take them and let them go.
extension Kernel {
  /// Tells the instances that a field held and holds where they stand now. A list keeps its row until that leaves it.
  mutating func place(_ old: Value, _ new: Value, in parent: InstanceID, _ name: String) {
    switch new {
    case .reference(let child):
      place(child, in: parent, name)
    case .list(let rows) where rows.contains(where: \.isReference):
      let owned = ownedPaths(in: parent, name)
      for (index, row) in rows.enumerated().reversed() {
        if case .reference(let row) = row { place(row, at: index, of: parent, name, owned) }
      }
    default: break
    }
    detach(old, new, from: parent, name)
  }

  /// A field took an instance that stands nowhere else.
  private mutating func place(_ child: InstanceID, in parent: InstanceID, _ name: String) {
    guard isNameless(child, in: parent, index: nil), !stands(parent, in: child) else { return }
    move(child, to: parent, name)
  }

  /// A list took a row, or moved it. What was made at a place in this list stands in it from now on.
  private mutating func place(
    _ row: InstanceID, at index: Int, of parent: InstanceID, _ name: String, _ owned: [OwnedPath]
  ) {
    let place = Place.field(of: parent, name, index: index)
    guard let before = snapshot.instances.place(of: row), before != place else { return }
    let isTaken =
      switch before {
      case .fixed: owned.contains { $0.machine == row }
      case .nowhere, .detached: isNameless(row, in: parent, index: index)
      case .field(_, _, nil): true
      case .field: before.isIn(parent, name)
      }
    if isTaken, !stands(parent, in: row) { move(row, to: index, of: parent, name, owned) }
  }

  /// Whether a field of another instance may name an instance. What was a row gets its name from lists alone, and neither it
  /// nor what was a child gets one from the view's own bookkeeping.
  private func isNameless(_ id: InstanceID, in parent: InstanceID, index: Int?) -> Bool {
    switch snapshot.instances.place(of: id) {
    case .nowhere?: true
    case .detached(let path)?:
      (index != nil || !path.isOfRow) && template(of: parent)?.isInternal == false
    case .fixed?, .field?, nil: false
    }
  }

  /// Where the name of the field is taken the instance gets an ordinal of its own.
  private mutating func move(_ child: InstanceID, to parent: InstanceID, _ name: String) {
    let wanted = snapshot.path(of: name, in: parent, program)
    let isTaken = snapshot.ownedInstance(at: wanted).map { $0 != child } ?? false
    snapshot.instances.move(child, to: isTaken ? place(at: wanted) : .field(of: parent, name, index: nil))
  }

  /// Whoever else has been called as the row makes way.
  private mutating func move(
    _ row: InstanceID, to index: Int, of parent: InstanceID, _ name: String, _ owned: [OwnedPath]
  ) {
    snapshot.instances.move(row, to: .field(of: parent, name, index: index))
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

  /// The machines that were made at places in a list: `items[3]`.
  private func ownedPaths(in parent: InstanceID, _ name: String) -> [OwnedPath] {
    var list: [UInt8]?
    var result: [OwnedPath] = []
    for id in snapshot.instances.named {
      guard case .fixed(let path) = snapshot.instances.places[id.index], path.utf8.contains(UInt8(ascii: "[")) else {
        continue
      }
      if list == nil { list = Array("\(snapshot.path(of: name, in: parent, program))[".utf8) }
      guard path.utf8.starts(with: list!), path.isRow(behind: list!.count) else { continue }
      result.append(OwnedPath(machine: id, path: path))
    }
    return result
  }

  /// Whether an instance is another or stands in it, at any depth: what stood in itself would have no name.
  private func stands(_ id: InstanceID, in other: InstanceID) -> Bool {
    var next: InstanceID? = id
    while let place = next {
      if place == other { return true }
      next = snapshot.instances.place(of: place)?.parent
    }
    return false
  }

  private mutating func detach(_ old: Value, _ new: Value, from parent: InstanceID, _ name: String) {
    for child in old.children {
      guard case .field(parent, name, let index)? = snapshot.instances.place(of: child), !new.holds(child, at: index)
      else {
        continue
      }
      let path = snapshot.detachedPath(of: child, from: parent, name, index: index, program)
      snapshot.instances.move(child, to: detach(at: path))
    }
  }

  /// Finds another field for what left one, or outlives the instance that it stood in; without one that is detached.
  mutating func settlePlaces(_ order: [InstanceID], _ isAlive: [Bool]) {
    for id in order {
      switch snapshot.instances.place(of: id) {
      case .fixed?, .nowhere?, nil: break
      case .field(let parent, _, _)?:
        if isAlive.indices.contains(parent.index), isAlive[parent.index] { continue }
        let last = path(of: id)
        snapshot.instances.move(id, to: detach(at: last.detached, isLast: last.isDetached))
        findHome(of: id, among: order)
      case .detached?: findHome(of: id, among: order)
      }
    }
  }

  /// Calls a detached instance by the field that has it now.
  private mutating func findHome(of child: InstanceID, among order: [InstanceID]) {
    for parent in order {
      guard let template = template(of: parent), template.holdsReferences, !stands(parent, in: child) else { continue }
      for field in template.fields where field.holdsReferences && field.kind == .stored {
        switch read(field, of: parent) {
        case .reference(child) where isNameless(child, in: parent, index: nil):
          return move(child, to: parent, field.name)
        case .list(let rows) where field.rows != nil:
          guard let index = rows.firstIndex(of: .reference(child)), isNameless(child, in: parent, index: index) else {
            continue
          }
          return move(child, to: index, of: parent, field.name, ownedPaths(in: parent, field.name))
        default: break
        }
      }
    }
  }

  /// Where an instance stands; for a row that its list has lost the view's list that still shows it.
  private func listing(of id: InstanceID) -> Place? {
    let place = snapshot.instances.place(of: id)
    guard case .detached? = place else { return place }
    for parent in snapshot.reach(program) {
      guard let template = template(of: parent), template.isInternal else { continue }
      for field in template.fields where field.rows != nil && field.kind == .stored {
        guard case .list(let rows) = read(field, of: parent), let index = rows.firstIndex(of: .reference(id)) else {
          continue
        }
        return .field(of: parent, field.name, index: index)
      }
    }
    return place
  }

  /// Tells the instance whose row or child sent a value: its code at once, its chart by an event named after field and
  /// subject, with the child, its index and the value.
  mutating func tellParent(_ value: Value, of id: InstanceID, port: Int) {
    guard fault == nil, !snapshot.instances.isRoot(id),
      case .field(let parent, let name, let index)? = listing(of: id), hearsOthers(parent),
      let template = snapshot.template(of: id)
    else { return }
    let subject = program.withTemplate(template) { $0.subjects[port - $0.fields.count] }
    hear("\(name).\(subject)", .list([.reference(id), .int(index ?? 0), value]), by: parent)
  }

  private func hearsOthers(_ id: InstanceID) -> Bool {
    snapshot.template(of: id).map { program.withTemplate($0) { !$0.heardEvents.isEmpty } } ?? false
  }

  /// Tells an instance of an event that it hears: its code at once, its chart by the event.
  mutating func hear(_ event: String, _ payload: Value, by id: InstanceID) {
    guard fault == nil, let code = template(of: id)?.heardEvents[event] else { return }
    if let code { nest(.named(event)) { kernel in kernel.call(code, id, payload) } }
    raise(event, payload, for: id)
  }

  // MARK: Names

  /// Returns where an instance stands, seen from the root.
  func path(of id: InstanceID) -> String { snapshot.path(of: id, program) }

  /// Returns the name of something of an instance, seen from the root.
  func path(_ id: InstanceID, _ name: String) -> String {
    if snapshot.instances.isRoot(id) { return name }
    let path = path(of: id)
    return path.isEmpty ? name : "\(path).\(name)"
  }

  /// Returns the name of something of a machine; `nil` when nothing has taken the machine yet, so that what it does is
  /// not told.
  mutating func toldPath(_ id: InstanceID, _ name: String) -> String? {
    if snapshot.instances.isRoot(id) { return name }
    if let path = snapshot.instances.places[id.index].ownPath { return path.isEmpty ? name : "\(path).\(name)" }
    return isNowhere(id) ? nil : path(id, name)
  }

  func path(_ id: InstanceID, port: Int) -> String {
    guard let template = snapshot.template(of: id) else { return "port \(port)" }
    return path(id, program.withTemplate(template) { $0.name(ofPort: port) } ?? "port \(port)")
  }

  /// Whether nothing has taken the instance yet, so that what it does is not told.
  func isNowhere(_ id: InstanceID) -> Bool {
    if snapshot.instances.isRoot(id) { return false }
    guard let place = snapshot.instances.place(of: id) else { return false }
    return place == .nowhere || place.parent.map { isNowhere($0) } ?? false
  }
}

extension Place {
  fileprivate func isIn(_ other: InstanceID, _ field: String) -> Bool {
    if case .field(other, field, _) = self { true } else { false }
  }
}

extension String {
  /// Whether a list's name and bracket of so many bytes are followed by the position of one row, or that and an ordinal.
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

  /// The instances of a field that holds one, or a list of them.
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
