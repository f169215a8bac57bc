/// Checks the properties that templates declare, at the end of each turn.
extension Kernel {
  /// Whose an effect is.
  struct EffectOwner: Sendable {
    var instance: InstanceID
    /// How many bytes of its name say where the instance stands.
    var prefix: Int
  }

  /// Records an effect of an instance, so that its properties learn of it.
  mutating func record(_ effect: @autoclosure () -> Effect, of id: InstanceID) {
    guard gathersEffects, fault == nil else { return }
    if program.remembersTurns {
      owners.append(EffectOwner(instance: id, prefix: prefix(of: id)))
      hasLeftovers = true
    }
    recording.append(effect())
  }

  var isAtRest: Bool { snapshot.agenda.nextDue.map { $0 > snapshot.time } ?? true }

  var isStill: Bool {
    snapshot.agenda.isEmpty
      && !snapshot.instances.requests.contains { request($0).map { !$0.isEnded && $0.answerer != .agenda } ?? false }
  }

  /// Checks what is watched; a property that becomes false is an effect of the turn that broke it.
  mutating func checkMonitors(_ cause: borrowing Cause) {
    let (isAtRest, isStill) = (isAtRest, isStill)
    let told = program.remembersTurns ? recording.effectsOfTurn(program) : []
    var turn = WatchedTurn(copy cause)
    var broken: [(id: InstanceID, name: String)] = []
    for index in snapshot.instances.indices {
      let template = Int(snapshot.instances.charts[index].template)
      guard template >= 0, program.isWatched(template) else { continue }
      let id = InstanceID(index)
      turn.tell(ownEffects(told, of: id))
      let kinds = turn.kinds
      let states = snapshot.instances.watched(id)
      let monitors = program.withTemplate(template) { $0.monitors }
      withUnsafeMutablePointer(to: &turn) { turn in
        for (position, monitor) in monitors.enumerated() {
          let counts =
            switch monitor.moment {
            case .turn: true
            case .rest: isAtRest
            case .stillness: isStill
            }
          guard counts || monitor.initial != nil, position < states.count else { continue }
          // Nothing happened that it is about: it learns nothing, and holds.
          if let about = monitor.kinds, !kinds.meets(about), !states[position].isBroken { continue }
          if check(monitor, at: position, of: id, states[position], turn, counts) { broken.append((id, monitor.name)) }
        }
      }
    }
    recordBroken(broken)
  }

  /// Returns whether a property of an instance was not broken and now is.
  private mutating func check(
    _ monitor: Monitor, at position: Int, of id: InstanceID, _ before: MonitorState,
    _ turn: UnsafePointer<WatchedTurn>, _ counts: Bool
  ) -> Bool {
    var state = before
    let holds = verdict(of: monitor, id, turn, &state.memory)
    if counts { state.isBroken = !holds }
    if state != before { update(id) { $0.watched[position] = state } }
    return state.isBroken && !before.isBroken
  }

  // Inlining it ends the compiler (Swift 6.3.1) in release mode.
  @inline(never) private func verdict(
    of monitor: Monitor, _ id: InstanceID, _ turn: UnsafePointer<WatchedTurn>, _ memory: inout Value
  ) -> Bool {
    withUnsafePointer(to: self) { kernel in
      monitor.check(TurnReport(kernel: kernel, turn: turn, me: id), &memory)
    }
  }

  /// What the instance did, and what no instance did but the screen.
  private func ownEffects(_ told: [Effect], of id: InstanceID) -> [Effect] {
    let isAllOwn = owners.allSatisfy { $0.map { $0.instance == id && $0.prefix == 0 } ?? true }
    if isAllOwn { return told }
    return zip(told, owners).compactMap { effect, owner in
      guard let owner else { return effect }
      return owner.instance == id ? effect.droppingName(owner.prefix) : nil
    }
  }

  /// Several that broke in one turn are told in order of reach, which does not depend on identifiers.
  private mutating func recordBroken(_ broken: [(id: InstanceID, name: String)]) {
    brokenCount &+= broken.count
    guard !broken.isEmpty, isRecording else { return }
    let order = Set(broken.map(\.id)).count > 1 ? snapshot.reach(program) : [broken[0].id]
    for id in order {
      let path = path(of: id)
      for entry in broken where entry.id == id {
        recording.append(.broken(property: path.isEmpty ? entry.name : "\(path): \(entry.name)"))
      }
    }
  }
}

extension Effect {
  /// Returns the effect under the name that its own instance gives it.
  fileprivate func droppingName(_ prefix: Int) -> Effect {
    if prefix == 0 { return self }
    let own = { (name: String) in String(decoding: name.utf8.dropFirst(prefix), as: UTF8.self) }
    return switch self {
    case .set(let field, let old, let new): .set(field: own(field), old: old, new: new)
    case .moved(let region, let from, let to): .moved(region: own(region), from: from, to: to)
    case .output(let subject, let value): .output(subject: own(subject), value: value)
    case .timerStarted(let name, let delay): .timerStarted(name: own(name), delay: delay)
    case .timerFired(let name): .timerFired(name: own(name))
    case .requested, .replied, .cancelled, .late, .pushed, .popped, .alertShown, .alertClosed, .hudShown, .hudClosed,
      .tipShown, .tipClosed, .stored, .logged, .notified, .refused, .broken, .limit, .crashed, .tie:
      self
    }
  }
}
