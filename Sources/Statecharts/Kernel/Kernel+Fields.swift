extension Kernel {
  func machine(_ id: InstanceID) -> MachineInstance? {
    snapshot.machine(id)
  }

  func instance(_ id: InstanceID) -> Instance? {
    snapshot.instances.indices.contains(id.index) ? snapshot.instances[id.index] : nil
  }

  mutating func update(_ id: InstanceID, _ body: (inout MachineInstance) -> Void) {
    guard var machine = machine(id) else { return }
    // Emptying the table's place keeps the lists uniquely referenced, so no change copies them.
    snapshot.instances[id.index] = .plainMachine
    body(&machine)
    snapshot.instances[id.index] = Instance(machine: machine)
  }

  func isMachine(_ id: InstanceID) -> Bool { snapshot.template(of: id) != nil }

  func template(of id: InstanceID) -> Template? { snapshot.template(of: id).map { program.templates[$0] } }

  func port(_ name: Name, of id: InstanceID) -> Int? {
    guard snapshot.instances.indices.contains(id.index), snapshot.instances.charts[id.index].template >= 0 else {
      return nil
    }
    return program.withTemplate(Int(snapshot.instances.charts[id.index].template)) { $0.port(named: name) }
  }

  /// Reads a field, or what a command shows; null if there is none.
  func read(_ id: InstanceID, port: Int) -> Value {
    guard snapshot.instances.indices.contains(id.index) else { return .null }
    let template = Int(snapshot.instances.charts[id.index].template)
    if template < 0 { return shown(id, port: port).map(Value.bool) ?? .null }
    return program.withTemplate(template) { template in
      guard template.fields.indices.contains(port) else { return .null }
      return template.fields[port].read(snapshot.instances.modelLocation(at: id.index))
    }
  }

  func read(_ field: FieldDefinition, of id: InstanceID) -> Value { snapshot.read(field, of: id) }

  /// Sets a field in order: prior notifications, store, setter, then observers registered before the change.
  mutating func set(_ id: InstanceID, port: Int, to value: Value) {
    if isQuiet(id), setPlainly(id, port, to: value) { return }
    guard let place = settable(id, port: port), let write = definition(of: port, place).write else { return }
    set(place, to: value, isTyped: false) { write($0, value) }
  }

  /// The value must already have the field's type.
  mutating func set(
    _ id: InstanceID, port: Int, to value: Value, writing write: (UnsafeMutableRawPointer) -> Void
  ) {
    guard let place = settable(id, port: port) else { return }
    set(place, to: value, isTyped: true) { model in
      write(model)
      return true
    }
  }

  private mutating func set(
    _ place: FieldPlace, to value: Value, isTyped: Bool, by write: (UnsafeMutableRawPointer) -> Bool
  ) {
    nest(.port(place.id, place.port)) { kernel in
      var changes = kernel.willChange(place, nil)
      guard kernel.store(value, into: place, isTyped: isTyped, by: write) else { return }
      kernel.runSetter(place)
      kernel.didChange(place, &changes)
    }
  }

  @inline(__always)
  private func isQuiet(_ id: InstanceID) -> Bool {
    fault == nil && watchers.probes.isEmpty
      && UInt(bitPattern: id.index) < UInt(bitPattern: snapshot.instances.charts.count)
      && snapshot.instances.charts[id.index].template >= 0 && !snapshot.instances.charts[id.index].isHeard
  }

  private mutating func setPlainly(_ id: InstanceID, _ port: Int, to value: Value) -> Bool {
    let template = Int(snapshot.instances.charts[id.index].template)
    let isTold = scope.gathersEffects
    var (old, new) = (Value.null, Value.null)
    var isStored = false
    program.withTemplate(template) { template in
      guard template.isPlain(port) else { return }
      let model = snapshot.instances.modelAddress(at: id.index)
      if isTold { old = template.fields[port].read(UnsafeRawPointer(model)) }
      isStored = template.fields[port].write?(model, value) ?? false
      // The field's type may normalise the value.
      if isTold, isStored { new = template.fields[port].read(UnsafeRawPointer(model)) }
    }
    if isStored {
      touch(id)
      if isTold { recordPlain(id, port, old, new) }
    }
    return isStored
  }

  /// See `TurnContext.plainAddress`. The caller must set the field at once and record it if needed.
  @inline(__always)
  mutating func plainAddress(
    of id: InstanceID, at offset: Int, _ type: ObjectIdentifier
  ) -> (model: UnsafeMutableRawPointer, told: Int32)? {
    guard isQuiet(id) else { return nil }
    let chart = program.chart(Int(snapshot.instances.charts[id.index].template))
    let port = chart.steps.plainField(at: offset)
    guard port >= 0, chart.steps.modelType == type else { return nil }
    if chart.steps.hasEventless { touch(id) }
    return (snapshot.instances.modelAddress(at: id.index), scope.gathersEffects ? port : -1)
  }

  @inline(__always)
  mutating func recordPlain(_ id: InstanceID, _ port: Int, _ old: borrowing Value, _ new: borrowing Value) {
    let index = Int(snapshot.instances.charts[id.index].template)
    if recordsByNumber(id), program.chart(index).steps.tellsPlainly[port] {
      return recording.appendSet(of: index, port: port, old, new)
    }
    recordByText(id, index, port, copy old, copy new)
  }

  @inline(never)
  private mutating func recordByText(_ id: InstanceID, _ index: Int, _ port: Int, _ old: Value, _ new: Value) {
    program.withTemplate(index) { template in
      guard !template.fields[port].isInternal, let name = toldPath(id, template.fields[port].name.text) else { return }
      if template.fields[port].isSecret {
        record(.set(field: Name(name), old: old.hidden, new: new.hidden), of: id)
      } else {
        record(.set(field: Name(name), old: old, new: new), of: id)
      }
    }
  }

  private mutating func runSetter(_ place: FieldPlace) {
    guard let setter = definition(of: place.port, place).setter else { return }
    call(setter, place.id, read(place.id, port: place.port))
  }

  func definition(of port: Int, _ place: FieldPlace) -> FieldDefinition {
    program.withTemplate(place.template) { $0.fields[port] }
  }

  func derivedPorts(_ place: FieldPlace) -> [Int] {
    program.withTemplate(place.template) { $0.derivedPorts[place.port] }
  }

  mutating func setSilently(_ id: InstanceID, port: Int, to value: Value) {
    guard fault == nil, let place = settable(id, port: port) else { return }
    _ = store(value, into: place)
  }

  mutating func changing(_ id: InstanceID, port: Int, _ body: (inout Kernel) -> Void) {
    guard fault == nil, let place = settable(id, port: port) else { return }
    nest(.port(place.id, place.port)) { kernel in
      var changes = kernel.willChange(place, nil)
      body(&kernel)
      if kernel.fault == nil { kernel.didChange(place, &changes) }
    }
  }

  /// The setter does not run, as with key-value coding proxies.
  mutating func edit(_ id: InstanceID, port: Int, _ edit: ListEdit) {
    guard let place = settable(id, port: port) else { return }
    nest(.port(place.id, place.port)) { kernel in
      guard let preview = kernel.applied(edit, place) else { return }
      var changes = kernel.willChange(place, preview.change)
      // Prior observers may have changed the list.
      guard let result = kernel.applied(edit, place), kernel.store(.list(result.list), into: place) else { return }
      kernel.didChange(place, &changes)
    }
  }

  private mutating func applied(_ edit: ListEdit, _ place: FieldPlace) -> (list: [Value], change: FieldChange)? {
    guard fault == nil else { return nil }
    guard case .list(let list) = read(place.id, port: place.port) else {
      fail(.noList(path(place.id, port: place.port)))
      return nil
    }
    if let result = edit.applied(to: list) { return result }
    fail(.noPlace(in: path(place.id, port: place.port), count: list.count, indexes: edit.indexes))
    return nil
  }

  private mutating func settable(_ id: InstanceID, port: Int) -> FieldPlace? {
    guard let template = snapshot.template(of: id) else {
      fail(.fieldOfNothing)
      return nil
    }
    let isSettable = program.withTemplate(template) { $0.fields.indices.contains(port) && $0.fields[port].write != nil }
    guard isSettable else {
      fail(.unsettableField(path(id, port: port)))
      return nil
    }
    return FieldPlace(id: id, port: port, template: template)
  }

  /// Records derived fields too. A value of a wrong type faults the model.
  private mutating func store(_ value: Value, into place: FieldPlace) -> Bool {
    guard let write = definition(of: place.port, place).write else { return false }
    return store(value, into: place, isTyped: false) { write($0, value) }
  }

  /// - Parameter isTyped: Whether the field will hold exactly this value; otherwise its type may normalise it.
  private mutating func store(
    _ value: Value, into place: FieldPlace, isTyped: Bool, by write: (UnsafeMutableRawPointer) -> Bool
  ) -> Bool {
    let field = definition(of: place.port, place)
    guard fault == nil, snapshot.template(of: place.id) != nil else { return false }
    let isTold = tells(field, of: place.id)
    let old = isTold || field.holdsReferences ? read(field, of: place.id) : .null
    let derived = scope.gathersEffects ? derivedPorts(place) : []
    let before = derived.map { read(place.id, port: $0) }
    guard write(snapshot.instances.modelAddress(at: place.id.index)) else {
      fail(.unfittingField(path(place.id, port: place.port), isNil: value == .null))
      return false
    }
    touch(place.id)
    let told = isTold ? told(old, of: field) : .null
    if field.holdsReferences {
      replaced(old, by: value)
      self.place(old, value, in: place)
    }
    if isTold { recordSet(of: place.id, field, old: told, new: isTyped ? value : read(field, of: place.id)) }
    for (port, old) in zip(derived, before) { recordDerived(port, of: place.id, place, old: old) }
    return true
  }

  private func tells(_ field: FieldDefinition, of id: InstanceID) -> Bool {
    scope.gathersEffects && !field.isInternal && !isNowhere(id)
  }

  private func told(_ value: Value, of field: FieldDefinition) -> Value {
    field.masked(field.rows == nil ? value : snapshot.described(value, program))
  }

  private mutating func recordSet(of id: InstanceID, _ field: FieldDefinition, old: Value, new: Value) {
    guard tells(field, of: id), fault == nil else { return }
    gather(.set(field: Name(path(id, field.name.text)), old: old, new: told(new, of: field)), of: id)
  }

  private mutating func recordDerived(_ port: Int, of id: InstanceID, _ place: FieldPlace, old: Value) {
    let field = definition(of: port, place)
    guard tells(field, of: id) else { return }
    recordSet(of: id, field, old: told(old, of: field), new: read(id, port: port))
  }

  func path(of port: Int, _ place: FieldPlace) -> String {
    path(place.id, definition(of: port, place).name.text)
  }

  /// The length in bytes of an instance's path in names.
  func prefix(of id: InstanceID) -> Int {
    if snapshot.instances.isRoot(id) { return 0 }
    let path = path(of: id)
    return path.isEmpty ? 0 : path.utf8.count + 1
  }

  // MARK: Subjects and store

  mutating func output(_ value: Value, by id: InstanceID, port: Int) {
    guard fault == nil, let template = snapshot.template(of: id) else { return }
    if scope.gathersEffects, !program.withTemplate(template, \.isInternal), !isNowhere(id) {
      let (path, told) = (path(id, port: port), told(value))
      record(.output(subject: Name(path), value: told), of: id)
    }
    send(.next(value), by: id, port: port)
    tellParent(value, of: id, port: port)
  }

  /// A sent value as traces show it: an instance by its path, because its number may be reused.
  private func told(_ value: Value) -> Value {
    guard case .reference(let id) = value else { return value }
    let path = path(of: id)
    return path.isEmpty ? value : .string(path)
  }

  /// Ends a subject's current subscriptions. The subject has no end; later subscribers receive later values.
  mutating func end(_ event: SignalEvent, by id: InstanceID, port: Int) {
    guard snapshot.template(of: id) != nil else { return }
    send(event, by: id, port: port)
  }

  private mutating func send(_ event: SignalEvent, by id: InstanceID, port: Int) {
    nest(.port(id, port)) { kernel in
      let listeners = kernel.snapshot.instances.listeners(of: id, port: port)
      for listener in listeners where kernel.fault == nil { kernel.receive(event, at: listener, input: 0) }
    }
  }

  func stored(_ key: String) -> Value? {
    snapshot.store.first { $0.name == key }?.value
  }

  mutating func store(_ key: String, _ value: Value) {
    guard fault == nil else { return }
    record(.stored(key: Name(key), value: value))
    let index = snapshot.store.firstIndex { $0.name >= Name(key) } ?? snapshot.store.endIndex
    if index < snapshot.store.endIndex, snapshot.store[index].name == key {
      snapshot.store[index].value = value
    } else {
      snapshot.store.insert(Member(key, value), at: index)
    }
  }
}

/// A changing field. Small, because sets nest.
struct FieldPlace: Sendable {
  let id: InstanceID
  let port: Int
  let template: Int
}

extension FieldDefinition {
  func masked(_ value: Value) -> Value { isSecret ? value.hidden : value }
}
