extension Kernel {
  /// A registration with the old value of a change.
  struct Witness: Sendable {
    var registration: InstanceID
    var position: Int
    var change: FieldChange
  }

  /// With the option `initial` it notifies before it returns.
  @discardableResult
  mutating func observe(_ registration: Registration) -> InstanceID {
    guard fault == nil else { return .nowhere }
    let id = add(.registration(registration))
    attach(id, from: 0)
    guard registration.options.contains(.initial), fault == nil else { return id }
    notify(id, FieldChange(new: value(of: id)))
    return id
  }

  /// Removes the observer's newest registration, optionally with a context. A missing one is a fault.
  mutating func removeObserver(_ observer: InstanceID, of source: InstanceID, _ path: [Name], context: Value?) {
    guard fault == nil else { return }
    let listeners =
      path.first.flatMap { port($0, of: source) }.flatMap { snapshot.instances.listeners(of: source, port: $0) } ?? []
    let found = listeners.last { id in
      guard let registration = registration(id) else { return false }
      return registration.observer == observer && registration.source == source
        && registration.path == path
        && context.map { $0 == registration.context } ?? true
    }
    guard let found else {
      let name = self.path(source, path.joined(separator: "."))
      return fail(.unknownObserver(name))
    }
    removeRegistration(found)
  }

  mutating func removeRegistration(_ id: InstanceID) {
    guard registration(id)?.isRemoved == false else { return }
    detach(id, from: 0)
    updateRegistration(id) { $0.isRemoved = true }
    collector.isDue = true
  }

  func registration(_ id: InstanceID) -> Registration? {
    guard case .registration(let registration)? = instance(id) else { return nil }
    return registration
  }

  private mutating func updateRegistration(_ id: InstanceID, _ body: (inout Registration) -> Void) {
    guard var registration = registration(id) else { return }
    body(&registration)
    snapshot.instances[id.index] = .registration(registration)
  }

  // MARK: The path

  private mutating func attach(_ id: InstanceID, from position: Int) {
    guard let registration = registration(id), position <= registration.chain.count else { return }
    var target: InstanceID? =
      position == 0
      ? registration.source : component(of: registration.chain[position - 1], registration.path[position - 1]).target
    for name in registration.path.dropFirst(position) {
      guard let instance = target else { return }
      guard let port = fieldPort(name, of: instance) else {
        return fail(.unobservable(name.text))
      }
      listen(id, to: instance, port: port)
      updateRegistration(id) { $0.chain.append(instance) }
      target = read(instance, port: port).target
    }
  }

  private mutating func detach(_ id: InstanceID, from position: Int) {
    guard let registration = registration(id) else { return }
    for (name, instance) in zip(registration.path, registration.chain).dropFirst(position) {
      if let port = fieldPort(name, of: instance) { stopListening(id, to: instance, port: port) }
    }
    updateRegistration(id) { $0.chain.removeSubrange(min(position, $0.chain.count)...) }
  }

  private func value(of id: InstanceID) -> Value {
    guard let registration = registration(id), let last = registration.chain.last,
      registration.chain.count == registration.path.count, let name = registration.path.last
    else { return .null }
    return component(of: last, name)
  }

  private func component(of instance: InstanceID, _ name: Name) -> Value {
    fieldPort(name, of: instance).map { read(instance, port: $0) } ?? .null
  }

  private func fieldPort(_ name: Name, of instance: InstanceID) -> Int? {
    guard let template = template(of: instance), let port = template.port(named: name) else { return nil }
    return port < template.fields.count ? port : nil
  }

  // MARK: Notifications

  /// Sends prior notifications and stores old values.
  mutating func witnesses(_ listeners: [InstanceID], of id: InstanceID, _ port: Int, _ edit: FieldChange?) -> [Witness]
  {
    var result: [Witness] = []
    for listener in snapshot.reversesObservers ? listeners.reversed() : listeners where isRegistration(listener) {
      guard let witness = witness(listener, of: id, port, edit) else { continue }
      result.append(witness)
      if registration(listener)?.options.contains(.prior) == true { notify(listener, witness.change, isPrior: true) }
    }
    return result
  }

  private func witness(_ listener: InstanceID, of id: InstanceID, _ port: Int, _ edit: FieldChange?) -> Witness? {
    guard let registration = registration(listener), !registration.isRemoved,
      let position = registration.chain.indices.first(where: {
        registration.chain[$0] == id && fieldPort(registration.path[$0], of: id) == port
      })
    else { return nil }
    let edit = position == registration.path.count - 1 ? edit : nil
    return Witness(registration: listener, position: position, change: edit ?? FieldChange(old: value(of: listener)))
  }

  /// Stores the new values before any observer runs, so that all see the same; attaches paths again.
  mutating func settle(_ witnesses: inout [Witness]) {
    for index in witnesses.indices where registration(witnesses[index].registration)?.isRemoved == false {
      let id = witnesses[index].registration
      if let registration = registration(id), witnesses[index].position < registration.path.count - 1 {
        detach(id, from: witnesses[index].position + 1)
        attach(id, from: witnesses[index].position + 1)
      }
      if witnesses[index].change.kind == .setting { witnesses[index].change.new = value(of: id) }
    }
  }

  mutating func notify(_ id: InstanceID, _ change: FieldChange, isPrior: Bool = false) {
    guard fault == nil, let registration = registration(id), !registration.isRemoved else { return }
    let members = change.members(registration.options, isPrior: isPrior)
    recordNotification(registration, change, isPrior)
    call(
      registration.handler,
      ["keyPath": .string(registration.keyPath), "change": .record(members), "context": registration.context])
  }

  /// Records a notification unless the field is internal.
  private mutating func recordNotification(_ registration: Registration, _ change: FieldChange, _ isPrior: Bool) {
    guard isRecording, isMachine(registration.source) else { return }
    var isSecret = false
    for (name, instance) in zip(registration.path, registration.chain) {
      guard let template = template(of: instance), let port = fieldPort(name, of: instance) else { continue }
      let field = template.fields[port]
      isSecret = isSecret || field.isSecret
      if field.isInternal, instance == registration.chain.last { return }
    }
    var shown = change
    if isSecret {
      shown.new = change.new?.hidden
      shown.old = change.old?.hidden
    }
    let name = path(registration.source, registration.keyPath)
    record(.notified(field: Name(name), change: shown.members(registration.options, isPrior: isPrior)))
  }

  func isRegistration(_ id: InstanceID) -> Bool { if case .registration? = instance(id) { true } else { false } }
  func isChannel(_ id: InstanceID) -> Bool { if case .channel? = instance(id) { true } else { false } }
}
