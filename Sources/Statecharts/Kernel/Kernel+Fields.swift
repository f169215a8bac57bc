extension Kernel {
  func machine(_ id: InstanceID) -> MachineInstance? {
    snapshot.machine(id)
  }

  func instance(_ id: InstanceID) -> Instance? {
    snapshot.instances.indices.contains(id.index) ? snapshot.instances[id.index] : nil
  }

  /// Changes a machine in place; does nothing when the instance is gone.
  mutating func update(_ id: InstanceID, _ body: (inout MachineInstance) -> Void) {
    guard var machine = machine(id) else { return }
    // The table lets go of its lists, so that none is copied.
    snapshot.instances[id.index] = .plainMachine
    body(&machine)
    snapshot.instances[id.index] = Instance(machine: machine)
  }

  /// Whether something is a machine.
  func isMachine(_ id: InstanceID) -> Bool { snapshot.template(of: id) != nil }

  /// Returns what a machine is made of; `nil` for what is none.
  func template(of id: InstanceID) -> Template? { snapshot.template(of: id).map { program.templates[$0] } }

  /// Returns the port of a field or subject of an instance.
  func port(_ name: Name, of id: InstanceID) -> Int? {
    guard snapshot.instances.indices.contains(id.index), snapshot.instances.charts[id.index].template >= 0 else {
      return nil
    }
    return program.withTemplate(Int(snapshot.instances.charts[id.index].template)) { $0.port(named: name) }
  }

  /// Returns a field's value, or what a command shows; nil's value when the instance or field does not exist.
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

  /// Sets a field: prior notifications, store, the setter's body, then the observers over the list as it was when the
  /// change began.
  mutating func set(_ id: InstanceID, port: Int, to value: Value) {
    if isQuiet(id), setPlainly(id, port, to: value) { return }
    guard let place = settable(id, port: port), let write = definition(of: port, place).write else { return }
    set(place, to: value, isTyped: false) { write($0, value) }
  }

  /// Sets a field as `set` does, where the value is already what the field holds.
  mutating func set(
    _ id: InstanceID, port: Int, to value: Value, writing write: (UnsafeMutableRawPointer) -> Void
  ) {
    guard let place = settable(id, port: port) else { return }
    set(place, to: value, isTyped: true) { model in
      write(model)
      return true
    }
  }

  /// Sets a field by name.
  mutating func set(_ id: InstanceID, _ field: String, to value: Value) {
    if let port = port(Name(field), of: id) { return set(id, port: port, to: value) }
    guard let template = template(of: id) else { return set(id, port: 0, to: value) }
    fail(.unknownField(field, template: template.name.text))
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

  /// Whether nobody listens to an instance.
  @inline(__always)
  private func isQuiet(_ id: InstanceID) -> Bool {
    fault == nil && watchers.probes.isEmpty
      && UInt(bitPattern: id.index) < UInt(bitPattern: snapshot.instances.charts.count)
      && snapshot.instances.charts[id.index].template >= 0 && !snapshot.instances.charts[id.index].isHeard
  }

  /// Sets a field of an instance that nobody listens to.
  ///
  /// - Returns: Whether it was set: it is plain and the value has its type.
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
      // The field's type may normalize the value.
      if isTold, isStored { new = template.fields[port].read(UnsafeRawPointer(model)) }
    }
    if isStored {
      touch(id)
      if isTold { recordPlain(id, port, old, new) }
    }
    return isStored
  }

  /// Returns where the model lies of which a field is to be set that is known by its place in it, if nothing follows from
  /// that but its line in a trace: nobody listens, nothing is computed from it, and it has no setter.
  ///
  /// Whoever asks sets it at once, and tells of it if need be.
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

  /// Returns the definition of a field of the instance that a place is of.
  func definition(of port: Int, _ place: FieldPlace) -> FieldDefinition {
    program.withTemplate(place.template) { $0.fields[port] }
  }

  /// The ports of the fields that are computed from a place's field.
  func derivedPorts(_ place: FieldPlace) -> [Int] {
    program.withTemplate(place.template) { $0.derivedPorts(from: place.port) }
  }

  /// Stores a value behind the back of setter and observers: the write of an instance variable.
  mutating func setSilently(_ id: InstanceID, port: Int, to value: Value) {
    guard fault == nil, let place = settable(id, port: port) else { return }
    _ = store(value, into: place)
  }

  /// Runs a body between the notifications of a field, as if it were being set: manual notification.
  mutating func changing(_ id: InstanceID, port: Int, _ body: (inout Kernel) -> Void) {
    guard fault == nil, let place = settable(id, port: port) else { return }
    nest(.port(place.id, place.port)) { kernel in
      var changes = kernel.willChange(place, nil)
      body(&kernel)
      if kernel.fault == nil { kernel.didChange(place, &changes) }
    }
  }

  /// Edits a list in place; observers are told what came, went or was replaced, and where. The setter's body does not
  /// run, as it does not for the accessors of a key-value coding proxy.
  mutating func edit(_ id: InstanceID, port: Int, _ edit: ListEdit) {
    guard let place = settable(id, port: port) else { return }
    nest(.port(place.id, place.port)) { kernel in
      guard let preview = kernel.applied(edit, place) else { return }
      var changes = kernel.willChange(place, preview.change)
      // Whoever was told before may have changed the list.
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

  /// Returns a field that can be set; else the model faults.
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

  /// Stores a value and returns whether it has the field's type; else the model faults. The fields that are computed from
  /// it are recorded with it.
  private mutating func store(_ value: Value, into place: FieldPlace) -> Bool {
    guard let write = definition(of: place.port, place).write else { return false }
    return store(value, into: place, isTyped: false) { write($0, value) }
  }

  ///
  /// - Parameter isTyped: Whether the field then holds just this value; another is normalized by the field's type.
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

  /// Whether a change of a field is recorded.
  private func tells(_ field: FieldDefinition, of id: InstanceID) -> Bool {
    scope.gathersEffects && !field.isInternal && !isNowhere(id)
  }

  /// What a trace says of a field's value: rows by what they are.
  private func told(_ value: Value, of field: FieldDefinition) -> Value {
    field.masked(field.rows == nil ? value : snapshot.described(value, program))
  }

  /// - Parameter old: What a trace says of the value before.
  private mutating func recordSet(of id: InstanceID, _ field: FieldDefinition, old: Value, new: Value) {
    guard tells(field, of: id), fault == nil else { return }
    gather(.set(field: Name(path(id, field.name.text)), old: old, new: told(new, of: field)), of: id)
  }

  private mutating func recordDerived(_ port: Int, of id: InstanceID, _ place: FieldPlace, old: Value) {
    let field = definition(of: port, place)
    guard tells(field, of: id) else { return }
    recordSet(of: id, field, old: told(old, of: field), new: read(id, port: port))
  }

  /// Returns the path of a field of the instance that a place is of.
  func path(of port: Int, _ place: FieldPlace) -> String {
    path(place.id, definition(of: port, place).name.text)
  }

  /// How many bytes of a name say where an instance stands.
  func prefix(of id: InstanceID) -> Int {
    if snapshot.instances.isRoot(id) { return 0 }
    let path = path(of: id)
    return path.isEmpty ? 0 : path.utf8.count + 1
  }

  // MARK: Subjects and store

  /// Sends a value by a subject to the listeners that it has now.
  mutating func output(_ value: Value, by id: InstanceID, port: Int) {
    guard fault == nil, let template = snapshot.template(of: id) else { return }
    if scope.gathersEffects, !program.withTemplate(template, \.isInternal), !isNowhere(id) {
      let (path, told) = (path(id, port: port), told(value))
      record(.output(subject: Name(path), value: told), of: id)
    }
    send(.next(value), by: id, port: port)
    tellParent(value, of: id, port: port)
  }

  /// What a trace says of a value that is sent: an instance by where it stands, which outlives its number.
  private func told(_ value: Value) -> Value {
    guard case .reference(let id) = value else { return value }
    let path = path(of: id)
    return path.isEmpty ? value : .string(path)
  }

  /// Ends the subscriptions that a subject has now, by an error or by completion. The subject itself has no end: who
  /// subscribes later hears what it sends later.
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
    let isBefore = { (member: Member) in member.name < Name(key) }
    let index = snapshot.store.firstIndex { !isBefore($0) } ?? snapshot.store.endIndex
    if index < snapshot.store.endIndex, snapshot.store[index].name == key {
      snapshot.store[index].value = value
    } else {
      snapshot.store.insert(Member(key, value), at: index)
    }
  }
}

/// A field that is being changed; small, for sets nest.
struct FieldPlace: Sendable {
  let id: InstanceID
  let port: Int
  let template: Int
}

extension FieldDefinition {
  /// Returns the value as a trace may hold it.
  func masked(_ value: Value) -> Value { isSecret ? value.hidden : value }
}
