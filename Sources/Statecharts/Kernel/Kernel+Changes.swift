extension Kernel {
  /// A changing field with the listeners that it had when the change began.
  struct PortChange: Sendable {
    var port: Int
    var listeners: [InstanceID]
    var witnesses: [Witness] = []
    var probed: FieldChange?
  }

  /// Collects the listeners of a field and its derived fields, and sends prior notifications.
  mutating func willChange(_ place: FieldPlace, _ edit: FieldChange?) -> [PortChange] {
    let derived = derivedPorts(place)
    var changes: [PortChange] = []
    changes.reserveCapacity(1 + derived.count)
    changes.append(PortChange(port: place.port, listeners: listeners(of: place.port, place)))
    for port in derived { changes.append(PortChange(port: port, listeners: listeners(of: port, place))) }
    for index in changes.indices {
      let edit = index == 0 ? edit : nil
      if changes[index].listeners.contains(where: { isRegistration($0) }) {
        changes[index].witnesses = witnesses(changes[index].listeners, of: place.id, changes[index].port, edit)
      }
      if !watchers.probes.isEmpty { probeBefore(&changes[index], place, edit) }
    }
    return changes
  }

  private func listeners(of port: Int, _ place: FieldPlace) -> [InstanceID] {
    snapshot.instances.listeners(of: place.id, port: port)
  }

  /// Notifies declared observers, then the listeners from the start of the change: first all of the field, then
  /// those of derived fields. Reversed order notifies listeners first.
  mutating func didChange(_ place: FieldPlace, _ changes: inout [PortChange]) {
    note(&changes, place)
    for index in changes.indices {
      if snapshot.reversesObservers { tellInReverse(changes, index, place) }
      tellObservers(changes[index].port, place)
      if !snapshot.reversesObservers, !changes[index].listeners.isEmpty { tell(changes[index], of: place.id) }
      if let probed = changes[index].probed { see(probed, place, changes[index].port, isPrior: false) }
    }
  }

  private mutating func tellInReverse(_ changes: [PortChange], _ index: Int, _ place: FieldPlace) {
    if scope.gathersEffects { recordTie(changes[index], place) }
    tell(changes[index], of: place.id)
  }

  private mutating func note(_ changes: inout [PortChange], _ place: FieldPlace) {
    if watchers.probes.isEmpty, !changes.contains(where: { !$0.witnesses.isEmpty }) { return }
    for index in changes.indices {
      if !changes[index].witnesses.isEmpty { settle(&changes[index].witnesses) }
      if changes[index].probed?.kind == .setting {
        let value = read(place.id, port: changes[index].port)
        changes[index].probed?.new = value
      }
    }
  }

  private mutating func tellObservers(_ port: Int, _ place: FieldPlace) {
    let observers = observers(of: port, place)
    for index in observers.indices where fault == nil {
      let index = snapshot.reversesObservers ? observers.count - 1 - index : index
      call(observers[index], place.id, read(place.id, port: port))
    }
  }

  /// Returns only the observers: holding the large definition while observers set fields would use much stack.
  private func observers(of port: Int, _ place: FieldPlace) -> [Code] { definition(of: port, place).observers }

  /// Registrations get the change's values; other listeners get the value current when they are called.
  private mutating func tell(_ change: PortChange, of id: InstanceID) {
    for listener in snapshot.reversesObservers ? change.listeners.reversed() : change.listeners where fault == nil {
      if let witness = change.witnesses.first(where: { $0.registration == listener }) {
        notify(listener, witness.change)
      } else if isChannel(listener) {
        hear(listener, from: id, port: change.port)
      } else {
        receive(.next(read(id, port: change.port)), at: listener, input: 0)
      }
    }
  }

  private mutating func recordTie(_ change: PortChange, _ place: FieldPlace) {
    let field = definition(of: change.port, place)
    let listening = change.listeners.compactMap { listenerName($0) }
    guard field.observers.count + listening.count > 1, !field.isInternal, !isNowhere(place.id) else { return }
    let path = path(of: change.port, place)
    var names: [Name] = []
    for name in field.observers.map({ _ in "Observe" }) + listening {
      let ordinal = names.count { $0 == name || $0.utf8.starts(with: "\(name)'".utf8) } + 1
      names.append(ordinal == 1 ? name : "\(name)'\(ordinal)")
    }
    let observers = names.reversed().map { Name("observer \($0) of \(path)") }
    record(.tie(chosen: observers[0], over: Array(observers.dropFirst())), of: place.id)
  }

  private func listenerName(_ id: InstanceID) -> Name? {
    switch instance(id) {
    case .stage(let stage):
      guard !stage.value.isDone, case .wiring(let name, _) = stage.value.origin else { return nil }
      return name
    case .registration(let registration): return registration.isRemoved ? nil : registration.handler.name
    case .channel(let channel): return channel.isDone ? nil : "two-way binding"
    case .plainMachine, .machine, .command, .execution, .request, .subject, .gone, nil: return nil
    }
  }

  // MARK: Probes

  private mutating func probeBefore(_ change: inout PortChange, _ place: FieldPlace, _ edit: FieldChange?) {
    let port = change.port
    guard watchers.probes.contains(where: { isMeant(by: $0.path, port, place) }) else { return }
    let probed = edit ?? FieldChange(old: read(place.id, port: port))
    change.probed = probed
    see(probed, place, port, isPrior: true)
  }

  private mutating func see(_ change: FieldChange, _ place: FieldPlace, _ port: Int, isPrior: Bool) {
    guard fault == nil else { return }
    let field = definition(of: port, place)
    var shown = change
    shown.new = change.new.map(field.masked)
    shown.old = change.old.map(field.masked)
    for probe in watchers.probes where isMeant(by: probe.path, port, place) {
      if isPrior, !probe.options.contains(.prior) { continue }
      watchers.sightings.append(
        Probe.Sighting(
          time: snapshot.time, path: probe.path, change: shown.members(probe.options, isPrior: isPrior)))
    }
  }

  /// Whether a path currently means this field; `items[#3238].likes` follows its row.
  private func isMeant(by path: String, _ port: Int, _ place: FieldPlace) -> Bool {
    guard let (instance, name) = snapshot.split(path, program), instance == place.id else { return false }
    return definition(of: port, place).name == name
  }
}

/// An external observer of a field, notified after all others. It changes nothing.
package struct Probe: Hashable, Sendable {
  /// The path as in the console: `name`, `user.name`, `items[#3238].likes`.
  package var path: String
  package var options: ObservationOptions

  package init(_ path: String, _ options: ObservationOptions) {
    self.path = path
    self.options = options
  }

  package struct Sighting: Hashable, Sendable {
    package let time: Int
    package let path: String
    package let change: [Member]
  }

  package func initialChange(_ value: Value) -> [Member]? {
    options.contains(.initial) ? FieldChange(new: value).members(options) : nil
  }
}
