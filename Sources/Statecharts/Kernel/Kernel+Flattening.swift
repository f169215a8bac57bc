extension Kernel {
  private enum Flat {
    static let active = 0
    static let isOuterDone = 1
    static let queue = 2
    /// Set while the stage subscribes; a completion then only lowers the count.
    static let isStarting = 3
  }

  /// Adds the stage to `upstream` before it can send.
  @discardableResult
  mutating func subscribeInner(_ signal: SignalValue, of id: InstanceID) -> InstanceID {
    guard let stage = stage(id), !stage.isDone, fault == nil else { return .nowhere }
    let inner = add(
      Stage(origin: stage.origin, position: stage.position, kind: .signal(signal), sink: .stage(id, input: 1)))
    change(id) { $0.upstream.append(inner) }
    if case .switchToLatest = stage.kind { change(id) { $0.memory[0] = .reference(inner) } }
    subscribe(inner, to: signal)
    return inner
  }

  mutating func flatten(_ stage: Stage, _ delivery: Delivery, limit: Int) -> Delivery? {
    let id = delivery.target
    switch (delivery.input, delivery.event) {
    case (_, .error), (1, .next):
      return pass(delivery.event, from: id, stage)
    case (_, .next(.null)):
      return nil
    case (_, .next(let value)):
      guard case .signal = value else { return failFlattening(value) }
      enqueue(value, at: id)
      return startQueued(id, limit)
    case (0, .completed):
      change(id) { $0.memory[Flat.isOuterDone] = .bool(true) }
      return completeIfIdle(id)
    case (_, .completed):
      change(id) { $0.memory[Flat.active] = .int(($0.memory[Flat.active].number ?? 1) &- 1) }
      return startQueued(id, limit)
    }
  }

  private mutating func failFlattening(_ value: Value) -> Delivery? {
    fail(.noSignal(value))
    return nil
  }

  private mutating func enqueue(_ value: Value, at id: InstanceID) {
    remember(id) {
      if case .list(let queue) = $0.memory[Flat.queue] { $0.memory[Flat.queue] = .list(queue + [value]) }
    }
  }

  /// Subscribes waiting signals in a loop, so that simultaneous completions do not nest.
  private mutating func startQueued(_ id: InstanceID, _ limit: Int) -> Delivery? {
    guard stage(id)?.memory[Flat.isStarting] == .bool(false) else {
      return startNested(id, limit)
    }
    change(id) { $0.memory[Flat.isStarting] = .bool(true) }
    while let signal = dequeue(id, limit) { subscribeInner(signal, of: id) }
    change(id) { $0.memory[Flat.isStarting] = .bool(false) }
    return completeIfIdle(id)
  }

  /// During a subscription, subscribes further signals only if the number is unlimited.
  private mutating func startNested(_ id: InstanceID, _ limit: Int) -> Delivery? {
    guard limit == .max else { return nil }
    while let signal = dequeue(id, limit) { subscribeInner(signal, of: id) }
    return nil
  }

  private mutating func dequeue(_ id: InstanceID, _ limit: Int) -> SignalValue? {
    guard fault == nil, let stage = stage(id), !stage.isDone, case .int(let active) = stage.memory[Flat.active],
      active < limit, case .list(let queue) = stage.memory[Flat.queue], case .signal(let next)? = queue.first
    else { return nil }
    remember(id) {
      $0.memory[Flat.queue] = .list(Array(queue.dropFirst()))
      $0.memory[Flat.active] = .int(active &+ 1)
    }
    return next
  }

  private mutating func completeIfIdle(_ id: InstanceID) -> Delivery? {
    guard let stage = stage(id), !stage.isDone, stage.memory[Flat.isOuterDone] == .bool(true),
      stage.memory[Flat.active] == .int(0), stage.memory[Flat.queue] == .list([]),
      stage.memory[Flat.isStarting] == .bool(false)
    else { return nil }
    return pass(.completed, from: id, stage)
  }

  /// Remembers the newest inner stage and whether the outer signal has completed.
  mutating func switchToLatest(_ stage: Stage, _ delivery: Delivery) -> Delivery? {
    let id = delivery.target
    switch (delivery.input, delivery.event) {
    case (_, .error), (1, .next):
      return pass(delivery.event, from: id, stage)
    case (_, .next(let value)):
      return switchTo(value, stage, id)
    case (0, .completed):
      if stage.memory[0] == .null { return pass(.completed, from: id, stage) }
      change(id) { $0.memory[1] = .bool(true) }
      return nil
    case (_, .completed):
      if stage.memory[1] == .bool(true) { return pass(.completed, from: id, stage) }
      change(id) { $0.memory[0] = .null }
      return nil
    }
  }

  private mutating func switchTo(_ value: Value, _ stage: Stage, _ id: InstanceID) -> Delivery? {
    if let old = stage.memory[0].target { dispose(old) }
    change(id) { $0.memory[0] = .null }
    switch value {
    case .signal(let signal): subscribeInner(signal, of: id)
    case .null: break
    default: return failFlattening(value)
    }
    return nil
  }

  /// Follows a field of the latest instance; remembers the watching stage and whether the input has completed.
  mutating func follow(_ stage: Stage, _ delivery: Delivery, field: Name) -> Delivery? {
    let id = delivery.target
    switch (delivery.input, delivery.event) {
    case (0, .next(let value)):
      return watch(field, of: value.target, for: id, stage)
    case (0, .completed):
      if stage.memory[0].target == nil { return pass(.completed, from: id, stage) }
      change(id) { $0.memory[1] = .bool(true) }
      return nil
    case (_, .completed):
      change(id) { $0.memory[0] = .null }
      return stage.memory[1] == .bool(true) ? pass(.completed, from: id, stage) : nil
    case (_, .next), (_, .error):
      return pass(delivery.event, from: id, stage)
    }
  }

  private mutating func watch(_ field: Name, of target: InstanceID?, for id: InstanceID, _ stage: Stage) -> Delivery? {
    if let old = stage.memory[0].target { dispose(old) }
    guard let target, let port = port(field, of: target) else {
      change(id) { $0.memory[0] = .null }
      return pass(.next(.null), from: id, stage)
    }
    let watcher = add(
      Stage(
        origin: stage.origin, position: stage.position, kind: .values(target, port: port), sink: .stage(id, input: 1)))
    change(id) {
      $0.memory[0] = .reference(watcher)
      $0.upstream.append(watcher)
    }
    listen(watcher, to: target, port: port)
    emit(.next(read(target, port: port)), from: watcher)
    return nil
  }
}

extension Value {
  fileprivate var number: Int? { if case .int(let number) = self { number } else { nil } }
}
