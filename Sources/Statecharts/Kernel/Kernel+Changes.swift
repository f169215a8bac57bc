/// Who is told of a change of a field, before and after it.
extension Kernel {
  /// A field that changes, and who heard of it when the change began.
  struct PortChange: Sendable {
    var port: Int
    var listeners: [InstanceID]
    var witnesses: [Witness] = []
    /// What a probe will see.
    var probed: FieldChange?
  }

  /// Takes down who listens to a field and to those that are computed from it, and tells who asked to be told before.
  mutating func willChange(_ place: FieldPlace, _ edit: FieldChange?) -> [PortChange] {
    let derived = derivedPorts(place)
    var changes: [PortChange] = []
    changes.reserveCapacity(1 + derived.count)
    changes.append(PortChange(port: place.port, listeners: listeners(of: place.port, place)))
    for port in derived { changes.append(PortChange(port: port, listeners: listeners(of: port, place))) }
    for index in changes.indices {
      let edit = index == 0 ? edit : nil
      if hasRegistration(changes[index].listeners) {
        changes[index].witnesses = witnesses(changes[index].listeners, of: place.id, changes[index].port, edit)
      }
      if !watchers.probes.isEmpty { probeBefore(&changes[index], place, edit) }
    }
    return changes
  }

  private func listeners(of port: Int, _ place: FieldPlace) -> [InstanceID] {
    snapshot.instances.listeners(of: place.id, port: port)
  }

  /// Tells the observers that the definition declares, then the listeners that there were when the change began; all of
  /// one field, then all of the fields that are computed from it. In reverse order, the listeners first.
  mutating func didChange(_ place: FieldPlace, _ changes: inout [PortChange]) {
    note(&changes, place)
    for index in changes.indices {
      if snapshot.reversesObservers { tellInReverse(changes, index, place) }
      tellObservers(changes[index].port, place)
      if !snapshot.reversesObservers, !changes[index].listeners.isEmpty { tell(changes[index], of: place.id) }
      if changes[index].probed != nil { probeAfter(changes[index], place) }
    }
  }

  private mutating func tellInReverse(_ changes: [PortChange], _ index: Int, _ place: FieldPlace) {
    if scope.gathersEffects { recordTie(changes[index], place) }
    tell(changes[index], of: place.id)
  }

  /// Takes note of the new values for those who are told of them.
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

  /// A definition is large: who holds one while observers set further fields takes much of the stack.
  private func observers(of port: Int, _ place: FieldPlace) -> [Code] { definition(of: port, place).observers }

  /// A registration gets the values of the change; every other listener the value as it is at its own turn.
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

  /// Says which observers are told in another order than they registered in, where there are several.
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

  /// What the definition calls a listener: its wiring, or the handler that it registered; nil for one that hears no more.
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

  private func hasRegistration(_ listeners: [InstanceID]) -> Bool { listeners.contains { isRegistration($0) } }

  // MARK: Probes

  private mutating func probeBefore(_ change: inout PortChange, _ place: FieldPlace, _ edit: FieldChange?) {
    let port = change.port
    guard watchers.probes.contains(where: { isMeant(by: $0.path, port, place) }) else { return }
    let probed = edit ?? FieldChange(old: read(place.id, port: change.port))
    change.probed = probed
    see(probed, place, change.port, isPrior: true)
  }

  private mutating func probeAfter(_ change: PortChange, _ place: FieldPlace) {
    if let probed = change.probed { see(probed, place, change.port, isPrior: false) }
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

  /// Whether a path means this field as things stand: `items[#3238].likes` follows its row wherever it goes.
  private func isMeant(by path: String, _ port: Int, _ place: FieldPlace) -> Bool {
    guard let (instance, name) = snapshot.split(path, program), instance == place.id else { return false }
    return definition(of: port, place).name == name
  }
}

/// A field that is watched from outside, with the options of key-value observing. It hears after all observers, and
/// changes nothing.
package struct Probe: Hashable, Sendable {
  /// The field as the console calls it: `name`, `user.name`, `items[#3238].likes`.
  package var path: String
  package var options: ObservationOptions

  package init(_ path: String, _ options: ObservationOptions) {
    self.path = path
    self.options = options
  }

  /// What it saw once.
  package struct Sighting: Hashable, Sendable {
    /// Virtual time in milliseconds.
    package let time: Int
    package let path: String
    /// The change dictionary.
    package let change: [Member]
  }

  /// Returns what it sees when it begins; `nil` when it asks for nothing then.
  package func initialChange(_ value: Value) -> [Member]? {
    options.contains(.initial) ? FieldChange(new: value).members(options) : nil
  }
}
