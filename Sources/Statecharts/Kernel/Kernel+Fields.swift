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
  func template(of id: InstanceID) -> Template? { machine(id).map { program.templates[$0.template] } }

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
    guard let path = settablePath(of: id, port: port) else { return }
    nest(path) { kernel in kernel.assign(value, to: id, port: port, path) }
  }

  /// Returns the path of a field that can be set; else the model faults. What it looks at does not stay on the stack
  /// while sets nest.
  private mutating func settablePath(of id: InstanceID, port: Int) -> String? {
    guard let machine = machine(id) else {
      fail("a field was set of an instance that is gone")
      return nil
    }
    let template = template(of: machine)
    let path = Kernel.path(machine, port: port, in: template)
    if template.fields.indices.contains(port), template.fields[port].write != nil { return path }
    fail("field '\(path)' cannot be set")
    return nil
  }

  private mutating func assign(_ value: Value, to id: InstanceID, port: Int, _ path: String) {
    guard let template = template(of: id), let write = template.fields[port].write else { return }
    let field = template.fields[port]
    let derived = template.derivedPorts(from: field.name)
    let listeners = ([port] + derived).map { instance(id)?.listeners(of: $0) ?? [] }
    let before = derived.map { read(id, port: $0) }
    guard store(value, into: id, field, write, path) else { return }
    for (port, old) in zip(derived, before) { recordDerived(port, of: id, template, old: old) }
    if let setter = field.setter { call(setter, id, read(id, port: port)) }
    for (port, listeners) in zip([port] + derived, listeners) {
      notify(id, port, template.fields[port], listeners)
    }
  }

  /// Stores a value and returns whether it has the field's type; else the model faults.
  private mutating func store(
    _ value: Value, into id: InstanceID, _ field: FieldDefinition,
    _ write: @Sendable (UnsafeMutableRawPointer, Value) -> Bool, _ path: String
  ) -> Bool {
    guard let old = machine(id).map({ read(field, of: $0) }) else { return false }
    var hasType = false
    update(id) { $0.model.withMutableModel { hasType = write($0, value) } }
    guard hasType else {
      fail("field '\(path)' cannot hold this value")
      return false
    }
    if field.holdsReferences { mayHaveGarbage = true }
    touch(id)
    recordSet(path, of: id, field, old: old, new: value)
    return true
  }

  private mutating func recordSet(
    _ path: String, of id: InstanceID, _ field: FieldDefinition, old: Value, new: Value
  ) {
    if field.isInternal || !gathersEffects { return }
    record(.set(field: path, old: field.masked(old), new: field.masked(new)), of: id)
  }

  private mutating func recordDerived(_ port: Int, of id: InstanceID, _ template: Template, old: Value) {
    guard gathersEffects, let machine = machine(id) else { return }
    recordSet(
      Kernel.path(machine, port: port, in: template), of: id, template.fields[port], old: old, new: read(id, port: port)
    )
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

  static func path(_ machine: MachineInstance, port: Int, in template: Template) -> String {
    let names = template.fields.map(\.name) + template.subjects
    return path(machine, names.indices.contains(port) ? names[port] : "port \(port)")
  }

  static func path(_ machine: MachineInstance, _ name: String) -> String {
    machine.path.isEmpty ? name : "\(machine.path).\(name)"
  }

  /// How many bytes of a name say where an instance stands.
  func prefix(of id: InstanceID) -> Int {
    guard let path = machine(id)?.path, !path.isEmpty else { return 0 }
    return path.utf8.count + 1
  }

  // MARK: Subjects and store

  /// Sends a value by a subject to the listeners that it has now.
  mutating func output(_ value: Value, by id: InstanceID, port: Int) {
    guard fault == nil, let machine = machine(id) else { return }
    let name = Kernel.path(machine, port: port, in: template(of: machine))
    if !template(of: machine).isInternal {
      record(.output(subject: name, value: value), of: id)
    }
    send(.next(value), by: id, port: port, name)
  }

  /// Ends the subscriptions that a subject has now, by an error or by completion. The subject itself has no end: who
  /// subscribes later hears what it sends later.
  mutating func end(_ event: SignalEvent, by id: InstanceID, port: Int) {
    guard let machine = machine(id) else { return }
    send(event, by: id, port: port, Kernel.path(machine, port: port, in: template(of: machine)))
  }

  private mutating func send(_ event: SignalEvent, by id: InstanceID, port: Int, _ name: String) {
    nest(name) { kernel in
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
