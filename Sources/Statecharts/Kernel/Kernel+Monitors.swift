extension Kernel {
  struct EffectOwner: Sendable {
    /// Nil for effects of the screen.
    var instance: InstanceID?
    var prefix = 0
    var kind: EffectKinds

    func isTold(to id: InstanceID) -> Bool { instance.map { $0 == id } ?? true }
  }

  mutating func record(_ effect: @autoclosure () -> Effect, of id: InstanceID) {
    guard scope.gathersEffects, fault == nil else { return }
    gather(effect(), of: id)
  }

  mutating func gather(_ effect: consuming Effect, of id: InstanceID?) {
    if program.remembersTurns {
      owners.append(EffectOwner(instance: id, prefix: id.map { prefix(of: $0) } ?? 0, kind: effect.watchedKind))
      hasLeftovers = true
    }
    recording.append(effect)
  }

  var isAtRest: Bool { snapshot.agenda.nextDue.map { $0 > snapshot.time } ?? true }

  var isStill: Bool {
    snapshot.agenda.isEmpty
      && !snapshot.instances.requests.contains { request($0).map { !$0.isEnded && $0.answerer != .agenda } ?? false }
  }

  /// A property that becomes false is an effect of the turn.
  ///
  /// - Returns: Whether one became false.
  mutating func checkMonitors(_ cause: borrowing Cause) -> Bool {
    let broken = brokenProperties(cause)
    if !broken.isEmpty { recordBroken(broken) }
    return !broken.isEmpty
  }

  private typealias Broken = (id: InstanceID, name: Name)

  private mutating func brokenProperties(_ cause: borrowing Cause) -> [Broken] {
    withUnsafePointer(to: cause) { cause in
      let told = program.remembersTurns ? recording.effectsOfTurn(program) : []
      var turn = WatchedTurn(cause: cause)
      var broken: [Broken] = []
      for index in snapshot.instances.charts.indices {
        let template = Int(snapshot.instances.charts[index].template)
        guard template >= 0, program.isWatched(template) else { continue }
        tally?.add(watched: template)
        let id = InstanceID(index)
        tell(&turn, told, of: id)
        let count = snapshot.instances.watched[index].count
        for (position, monitor) in program.monitors(of: template).prefix(count).enumerated() {
          monitor._withUnsafeGuaranteedRef { monitor in
            if breaks(monitor, at: position, of: id, &turn) { broken.append((id, monitor.name)) }
          }
        }
      }
      if let fault = turn.fault { fail(fault) }
      return broken
    }
  }

  @inline(__always)
  private mutating func breaks(
    _ monitor: Monitor, at position: Int, of id: InstanceID, _ turn: inout WatchedTurn
  ) -> Bool {
    let wasBroken = snapshot.instances.watched[id.index][position].isBroken
    if !wasBroken && monitor.isIndifferent(to: turn.kinds) { return false }
    let counts =
      switch monitor.moment {
      case .turn: true
      case .rest: isAtRest
      case .stillness: isStill
      }
    if !(counts || monitor.remembers) { return false }
    var memory = monitor.usesMemory ? snapshot.instances.watched[id.index][position].memory : .null
    (turn.look, turn.isTriggered) = (.counts([]), false)
    let holds = verdict(of: monitor, id, &turn, &memory)
    if turn.isTriggered || monitor.isTested(by: turn.look) {
      tally?.add(law: position, of: Int(snapshot.instances.charts[id.index].template))
    }
    if monitor.usesMemory, memory != snapshot.instances.watched[id.index][position].memory {
      snapshot.instances.watched[id.index][position].memory = memory
    }
    if holds { monitor.learn(from: turn.look, of: turn.kinds) }
    if !counts || wasBroken == !holds { return false }
    snapshot.instances.watched[id.index][position].isBroken = !holds
    return !holds
  }

  // Inlining crashes the compiler (Swift 6.3.1) in release mode.
  @inline(never) private mutating func verdict(
    of monitor: Monitor, _ id: InstanceID, _ turn: inout WatchedTurn, _ memory: inout Value
  ) -> Bool {
    withUnsafeMutablePointer(to: &turn) { turn in
      withUnsafePointer(to: &self) { kernel in
        monitor.check(TurnReport(kernel: kernel, turn: turn, me: id), &memory)
      }
    }
  }

  private func tell(_ turn: inout WatchedTurn, _ told: [Effect], of id: InstanceID) {
    var (kinds, isOwn): (EffectKinds, Bool) = ([], true)
    for owner in owners {
      let isTold = owner.isTold(to: id)
      if isTold { kinds.formUnion(owner.kind) }
      isOwn = isOwn && isTold && owner.prefix == 0
    }
    if isOwn { return turn.tell(told, kinds) }
    var own: [Effect] = []
    for (place, owner) in owners.enumerated() where owner.isTold(to: id) {
      own.append(told[place].droppingName(owner.prefix))
    }
    turn.tell(own, kinds)
  }

  /// Records broken properties in order of reach, independent of identifiers.
  private mutating func recordBroken(_ broken: [Broken]) {
    guard keptTurns != .none else { return }
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
  fileprivate func droppingName(_ prefix: Int) -> Effect {
    if prefix == 0 { return self }
    let own = { (name: String) in String(decoding: name.utf8.dropFirst(prefix), as: UTF8.self) }
    return switch self {
    case .set(let field, let old, let new): .set(field: Name(own(field.text)), old: old, new: new)
    case .moved(let region, let from, let to): .moved(region: Name(own(region.text)), from: from, to: to)
    case .output(let subject, let value): .output(subject: Name(own(subject.text)), value: value)
    case .timerStarted(let name, let delay): .timerStarted(name: Name(own(name.text)), delay: delay)
    case .timerFired(let name): .timerFired(name: Name(own(name.text)))
    default: self
    }
  }
}
