/// Keeps up where rows and children stand while fields take them and let them go.
extension Kernel {
  /// Tells the instances that a field held and holds where they stand now. A list keeps its row until that leaves it.
  mutating func place(_ old: Value, _ new: Value, in parent: InstanceID, _ name: String) {
    switch new {
    case .reference(let child):
      place(child, .field(of: parent, name, index: nil), isRow: false)
    case .list(let rows):
      for (index, row) in rows.enumerated().reversed() {
        if case .reference(let row) = row {
          place(row, .field(of: parent, name, index: index), isRow: true)
        }
      }
    default: break
    }
    detach(old, new, from: parent, name)
  }

  private mutating func place(_ child: InstanceID, _ place: Place, isRow: Bool) {
    guard let before = snapshot.instances.place(of: child), before != place else { return }
    switch before {
    case .fixed: return
    case .nowhere, .detached: break
    case .field(let parent, let name, let index):
      guard isRow, index == nil || place.isIn(parent, name) else { return }
    }
    if let parent = place.parent, stands(parent, in: child) { return }
    snapshot.instances.places[child.index] = place
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
      snapshot.instances.places[child.index] = .detached(from: parent, name, index: index)
    }
  }

  /// Finds another list for what left one and is alive, and writes down the path of what outlives the instance that it
  /// stood in.
  mutating func settlePlaces(_ order: [InstanceID], _ isAlive: [Bool]) {
    for id in order {
      guard let place = snapshot.instances.place(of: id), let parent = place.parent else { continue }
      if !isAlive.indices.contains(parent.index) || !isAlive[parent.index] {
        let path = path(of: id)
        let isSaid = path.utf8.starts(with: "detached ".utf8)
        snapshot.instances.places[id.index] = .fixed(isSaid ? path : "detached \(path)")
      } else if case .detached = place, let home = home(of: id, among: order) {
        snapshot.instances.places[id.index] = home
      }
    }
  }

  private func home(of child: InstanceID, among order: [InstanceID]) -> Place? {
    for parent in order {
      guard let machine = machine(parent), template(of: machine).holdsReferences, !stands(parent, in: child) else {
        continue
      }
      for field in template(of: machine).fields where field.holdsReferences && field.kind == .stored {
        let value = read(field, of: parent)
        if value == .reference(child) { return .field(of: parent, field.name, index: nil) }
        guard case .list(let rows) = value, let index = rows.firstIndex(of: .reference(child)) else { continue }
        return .field(of: parent, field.name, index: index)
      }
    }
    return nil
  }

  /// Tells the instance whose row or child sent a value: its code at once, its chart by an event named after field and
  /// subject, with the child, its index and the value.
  mutating func tellParent(_ value: Value, of id: InstanceID, port: Int) {
    guard fault == nil, case .field(let parent, let name, let index)? = snapshot.instances.place(of: id),
      machine(parent).map({ !template(of: $0).heardEvents.isEmpty }) == true, let machine = machine(id)
    else { return }
    let subject = template(of: machine).subjects[port - template(of: machine).fields.count]
    hear("\(name).\(subject)", .list([.reference(id), .int(index ?? 0), value]), by: parent)
  }

  /// Tells an instance of an event that it hears: its code at once, its chart by the event.
  mutating func hear(_ event: String, _ payload: Value, by id: InstanceID) {
    guard fault == nil, let code = machine(id).flatMap({ template(of: $0).heardEvents[event] }) else { return }
    if let code { nest(.named(event)) { kernel in kernel.call(code, id, payload) } }
    raise(event, payload, for: id)
  }

  // MARK: Names

  /// Returns where an instance stands, seen from the root.
  func path(of id: InstanceID) -> String { snapshot.path(of: id, program) }

  /// Returns the name of something of an instance, seen from the root.
  func path(_ id: InstanceID, _ name: String) -> String {
    let path = path(of: id)
    return path.isEmpty ? name : "\(path).\(name)"
  }

  /// Returns the name of something of a machine; `nil` when nothing has taken the machine yet, so that what it does is
  /// not told.
  mutating func toldPath(_ id: InstanceID, _ name: String) -> String? {
    if case .fixed(let path) = snapshot.instances.places[id.index] { return path.isEmpty ? name : "\(path).\(name)" }
    return isNowhere(id) ? nil : path(id, name)
  }

  func path(_ id: InstanceID, port: Int) -> String {
    guard let machine = machine(id) else { return "port \(port)" }
    let template = template(of: machine)
    let names = port < template.fields.count ? template.fields.map(\.name) : template.subjects
    let index = port < template.fields.count ? port : port - template.fields.count
    return path(id, names.indices.contains(index) ? names[index] : "port \(port)")
  }

  /// Whether nothing has taken the instance yet, so that what it does is not told.
  func isNowhere(_ id: InstanceID) -> Bool {
    guard let place = snapshot.instances.place(of: id) else { return false }
    return place == .nowhere || place.parent.map { isNowhere($0) } ?? false
  }
}

extension Place {
  fileprivate func isIn(_ other: InstanceID, _ field: String) -> Bool {
    if case .field(other, field, _) = self { true } else { false }
  }
}

extension Value {
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
