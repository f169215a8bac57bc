extension Kernel {
  func machine(_ id: InstanceID) -> MachineInstance? {
    guard case .machine(let machine)? = instance(id)?.kind else { return nil }
    return machine
  }

  func instance(_ id: InstanceID) -> Instance? {
    snapshot.instances.indices.contains(id.index) ? snapshot.instances[id.index] : nil
  }

  /// Changes a machine in place; does nothing when the instance is gone.
  ///
  /// What stands in its place meanwhile lets the model be changed without a copy.
  mutating func update(_ id: InstanceID, _ body: (inout MachineInstance) -> Void) {
    guard case .machine(var machine)? = instance(id)?.kind else { return }
    snapshot.instances[id.index]?.kind = .request(
      RequestInstance(service: "", ordinal: 0, owner: id, state: 0, input: .null))
    body(&machine)
    snapshot.instances[id.index]?.kind = .machine(machine)
  }

  func template(of machine: MachineInstance) -> Template { program.templates[machine.template] }

  /// Returns the port of a field or subject of an instance.
  func port(_ name: String, of id: InstanceID) -> Int? {
    machine(id).flatMap { template(of: $0).port(named: name) }
  }

  /// Returns a field's value, or what a command shows; nil's value when the instance or field does not exist.
  func read(_ id: InstanceID, port: Int) -> Value {
    if command(id) != nil { return shown(id, port: port).map(Value.bool) ?? .null }
    guard let machine = machine(id) else { return .null }
    let fields = template(of: machine).fields
    guard fields.indices.contains(port) else { return .null }
    return read(fields[port], of: machine)
  }

  func read(_ field: FieldDefinition, of machine: MachineInstance) -> Value {
    var value = Value.null
    machine.model.withModel { value = field.read($0) }
    return value
  }

  /// Sets a field: store, the setter's body, then the observers over the list as it was when the change began.
  mutating func set(_ id: InstanceID, port: Int, to value: Value) {
    guard let machine = machine(id) else { return fail("a field was set of an instance that is gone") }
    let template = template(of: machine)
    guard template.fields.indices.contains(port), let write = template.fields[port].write else {
      return fail("field '\(path(id, port: port))' cannot be set")
    }
    let field = template.fields[port]
    nest(.port(id, port)) { kernel in
      let derived = template.derivedPorts(from: field.name)
      let listeners = ([port] + derived).map { kernel.instance(id)?.listeners(of: $0) ?? [] }
      let before = derived.map { kernel.read(id, port: $0) }
      guard kernel.store(value, into: id, field, port, write) else { return }
      for (port, old) in zip(derived, before) { kernel.recordDerived(port, of: id, template, old: old) }
      if let setter = field.setter { kernel.call(setter, id, kernel.read(id, port: port)) }
      for (port, listeners) in zip([port] + derived, listeners) {
        kernel.notify(id, port, template.fields[port], listeners)
      }
    }
  }

  /// Stores a value and returns whether it has the field's type; else the model faults.
  private mutating func store(
    _ value: Value, into id: InstanceID, _ field: FieldDefinition, _ port: Int,
    _ write: @Sendable (UnsafeMutableRawPointer, Value) -> Bool
  ) -> Bool {
    guard let old = machine(id).map({ read(field, of: $0) }) else { return false }
    var hasType = false
    update(id) { $0.model.withMutableModel { hasType = write($0, value) } }
    guard hasType else {
      fail("field '\(path(id, port: port))' cannot hold this value")
      return false
    }
    touch(id)
    let told = tells(field, of: id) ? told(old, of: field) : .null
    if field.holdsReferences {
      mayHaveGarbage = true
      place(old, value, in: id, field.name)
    }
    recordSet(of: id, field, old: told, new: value)
    return true
  }

  /// Whether a change of a field is recorded.
  private func tells(_ field: FieldDefinition, of id: InstanceID) -> Bool {
    gathersEffects && !field.isInternal && !isNowhere(id)
  }

  /// What a trace says of a field's value: rows by what they are.
  private func told(_ value: Value, of field: FieldDefinition) -> Value {
    field.masked(field.rows == nil ? value : snapshot.described(value, program))
  }

  /// - Parameter old: What a trace says of the value before.
  private mutating func recordSet(of id: InstanceID, _ field: FieldDefinition, old: Value, new: Value) {
    guard tells(field, of: id) else { return }
    let (path, new) = (path(id, field.name), told(new, of: field))
    record(.set(field: path, old: old, new: new), of: id)
  }

  private mutating func recordDerived(_ port: Int, of id: InstanceID, _ template: Template, old: Value) {
    let field = template.fields[port]
    guard tells(field, of: id) else { return }
    recordSet(of: id, field, old: told(old, of: field), new: read(id, port: port))
  }

  /// Tells the observers that the definition declares, then the listeners that there were when the change began.
  private mutating func notify(_ id: InstanceID, _ port: Int, _ field: FieldDefinition, _ listeners: [InstanceID]) {
    if snapshot.reversesObservers {
      tell(listeners.reversed(), of: id, port)
      for observer in field.observers.reversed() where fault == nil { call(observer, id, read(id, port: port)) }
    } else {
      for observer in field.observers where fault == nil { call(observer, id, read(id, port: port)) }
      tell(listeners, of: id, port)
    }
  }

  /// Every listener gets the value as it is at its own turn.
  private mutating func tell(_ listeners: [InstanceID], of id: InstanceID, _ port: Int) {
    for listener in listeners where fault == nil { receive(.next(read(id, port: port)), at: listener, input: 0) }
  }

  /// How many bytes of a name say where an instance stands.
  func prefix(of id: InstanceID) -> Int {
    let path = path(of: id)
    return path.isEmpty ? 0 : path.utf8.count + 1
  }

  // MARK: Subjects and store

  /// Sends a value by a subject to the listeners that it has now.
  mutating func output(_ value: Value, by id: InstanceID, port: Int) {
    guard fault == nil, let machine = machine(id) else { return }
    if gathersEffects, !template(of: machine).isInternal {
      let path = path(id, port: port)
      record(.output(subject: path, value: value), of: id)
    }
    send(.next(value), by: id, port: port)
    tellParent(value, of: id, port: port)
  }

  /// Ends the subscriptions that a subject has now, by an error or by completion. The subject itself has no end: who
  /// subscribes later hears what it sends later.
  mutating func end(_ event: SignalEvent, by id: InstanceID, port: Int) {
    guard machine(id) != nil else { return }
    send(event, by: id, port: port)
  }

  private mutating func send(_ event: SignalEvent, by id: InstanceID, port: Int) {
    nest(.port(id, port)) { kernel in
      let listeners = kernel.instance(id)?.listeners(of: port) ?? []
      for listener in listeners where kernel.fault == nil { kernel.receive(event, at: listener, input: 0) }
    }
  }

  func stored(_ key: String) -> Value? {
    snapshot.store.first { $0.name.utf8.elementsEqual(key.utf8) }?.value
  }

  mutating func store(_ key: String, _ value: Value) {
    guard fault == nil else { return }
    record(.stored(key: key, value: value))
    let isBefore = { (member: Member) in member.name.utf8.lexicographicallyPrecedes(key.utf8) }
    let index = snapshot.store.firstIndex { !isBefore($0) } ?? snapshot.store.endIndex
    if index < snapshot.store.endIndex, snapshot.store[index].name.utf8.elementsEqual(key.utf8) {
      snapshot.store[index].value = value
    } else {
      snapshot.store.insert(Member(key, value), at: index)
    }
  }
}

extension FieldDefinition {
  /// Returns the value as a trace may hold it.
  func masked(_ value: Value) -> Value { isSecret ? value.hidden : value }
}

extension Template {
  /// The ports of the fields that are computed from a field and declare it.
  func derivedPorts(from name: String) -> [Int] {
    fields.indices.filter { port in
      if case .derived(let sources) = fields[port].kind { depends(sources, on: name) } else { false }
    }
  }

  /// Returns whether one of the sources is the field, or is computed from it.
  func depends(_ sources: [String], on name: String) -> Bool {
    sources.contains { source in
      if source == name { return true }
      guard let port = port(named: source), port < fields.count, case .derived(let deeper) = fields[port].kind else {
        return false
      }
      return depends(deeper, on: name)
    }
  }
}
