extension Kernel {
  func machine(_ id: InstanceID) -> MachineInstance? {
    guard case .machine(let machine)? = instance(id)?.kind else { return nil }
    return machine
  }

  func instance(_ id: InstanceID) -> Instance? {
    snapshot.instances.indices.contains(id.index) ? snapshot.instances[id.index] : nil
  }

  /// Changes a machine in place; does nothing when the instance is gone.
  mutating func update(_ id: InstanceID, _ body: (inout MachineInstance) -> Void) {
    guard case .machine(var machine)? = snapshot.instances[id.index]?.kind else { return }
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

  /// Returns a field's value; nil's value when the instance or field does not exist.
  func read(_ id: InstanceID, port: Int) -> Value {
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
      return fail("field '\(Kernel.path(machine, port: port, in: template))' cannot be set")
    }
    let field = template.fields[port]
    nest(Kernel.path(machine, port: port, in: template)) { kernel in
      kernel.store(value, into: id, field, write, Kernel.path(machine, port: port, in: template))
      let derived = kernel.derived(from: field.name, of: id, template, before: machine)
      kernel.notify(id, port, field)
      for (port, field) in derived { kernel.notify(id, port, field) }
    }
  }

  private mutating func store(
    _ value: Value, into id: InstanceID, _ field: FieldDefinition,
    _ write: @Sendable (UnsafeMutableRawPointer, Value) -> Bool, _ path: String
  ) {
    guard let machine = machine(id) else { return }
    let old = read(field, of: machine)
    var hasType = false
    update(id) { $0.model.withMutableModel { hasType = write($0, value) } }
    guard hasType else { return fail("field '\(path)' cannot hold this value") }
    if field.holdsReferences { mayHaveGarbage = true }
    touch(id)
    recordSet(path, field, old: old, new: value)
  }

  private mutating func recordSet(_ path: String, _ field: FieldDefinition, old: Value, new: Value) {
    if field.isInternal || !isRecording { return }
    record(.set(field: path, old: field.masked(old), new: field.masked(new)))
  }

  /// Records what the computed fields became that depend on a field, and returns them.
  private mutating func derived(
    from name: String, of id: InstanceID, _ template: Template, before: MachineInstance
  ) -> [(Int, FieldDefinition)] {
    var result: [(Int, FieldDefinition)] = []
    for (port, field) in template.fields.enumerated() {
      guard case .derived(let sources) = field.kind, template.depends(sources, on: name) else { continue }
      guard let after = machine(id) else { continue }
      recordSet(
        Kernel.path(after, port: port, in: template), field, old: read(field, of: before), new: read(field, of: after))
      result.append((port, field))
    }
    return result
  }

  private mutating func notify(_ id: InstanceID, _ port: Int, _ field: FieldDefinition) {
    if port == setterPort(field, port), let setter = field.setter { call(setter, id, read(id, port: port)) }
    let listeners = instance(id)?.listeners(of: port) ?? []
    let observers = snapshot.reversesObservers ? Array(field.observers.reversed()) : field.observers
    if snapshot.reversesObservers {
      for listener in listeners.reversed() { receive(.next(read(id, port: port)), at: listener, input: 0) }
    }
    for observer in observers where fault == nil { call(observer, id, read(id, port: port)) }
    if !snapshot.reversesObservers {
      for listener in listeners { receive(.next(read(id, port: port)), at: listener, input: 0) }
    }
  }

  /// A computed field has no setter to run.
  private func setterPort(_ field: FieldDefinition, _ port: Int) -> Int { field.kind == .stored ? port : -1 }

  static func path(_ machine: MachineInstance, port: Int, in template: Template) -> String {
    let names = template.fields.count
    let name = port < names ? template.fields[port].name : template.subjects[port - names]
    return path(machine, name)
  }

  static func path(_ machine: MachineInstance, _ name: String) -> String {
    machine.path.isEmpty ? name : "\(machine.path).\(name)"
  }

  // MARK: Subjects and store

  /// Sends a value by a subject to the listeners that it has now.
  mutating func output(_ value: Value, by id: InstanceID, port: Int) {
    guard let machine = machine(id) else { return }
    let name = Kernel.path(machine, port: port, in: template(of: machine))
    if !template(of: machine).isInternal { record(.output(subject: name, value: value)) }
    nest(name) { kernel in
      let listeners = kernel.instance(id)?.listeners(of: port) ?? []
      for listener in listeners { kernel.receive(.next(value), at: listener, input: 0) }
    }
  }

  func stored(_ key: String) -> Value? {
    snapshot.store.first { $0.name.utf8.elementsEqual(key.utf8) }?.value
  }

  mutating func store(_ key: String, _ value: Value) {
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
  func masked(_ value: Value) -> Value {
    if !isSecret { return value }
    if case .secret = value { return value }
    return .secret(value)
  }
}

extension Template {
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
