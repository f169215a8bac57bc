extension Kernel {
  /// Glitches are not suppressed: two changed inputs give two outputs.
  mutating func combine(_ stage: Stage, _ delivery: Delivery, count: Int) -> Delivery? {
    let id = delivery.target
    switch delivery.event {
    case .next(let value):
      guard 0..<count ~= delivery.input else { return nil }
      remember(id) { $0.memory[delivery.input] = .list([value]) }
      let latest = (self.stage(id)?.memory ?? []).prefix(count).compactMap(Kernel.only)
      return latest.count == count ? pass(.next(.list(latest)), from: id, stage) : nil
    case .completed:
      return countDown(stage, id, at: count)
    case .error:
      return pass(delivery.event, from: id, stage)
    }
  }

  private static func only(_ latest: Value) -> Value? {
    guard case .list(let values) = latest else { return nil }
    return values.first
  }

  mutating func merge(_ stage: Stage, _ id: InstanceID, _ event: SignalEvent) -> Delivery? {
    if case .completed = event { return countDown(stage, id, at: 0) }
    return pass(event, from: id, stage)
  }

  /// Counts down the open inputs; completes with the last one.
  private mutating func countDown(_ stage: Stage, _ id: InstanceID, at place: Int) -> Delivery? {
    guard case .int(let open) = stage.memory[place] else { return nil }
    change(id) { $0.memory[place] = .int(open &- 1) }
    return open == 1 ? pass(.completed, from: id, stage) : nil
  }

  mutating func concat(_ stage: Stage, _ id: InstanceID, _ event: SignalEvent, count: Int) -> Delivery? {
    guard case .completed = event, case .int(let current)? = stage.memory.first else {
      return pass(event, from: id, stage)
    }
    let next = current &+ 1
    if next == count { return pass(event, from: id, stage) }
    change(id) { $0.memory = [.int(next)] }
    feed(id, from: next)
    return nil
  }

  /// A value or completion of the trigger completes; its error is ignored.
  mutating func takeUntil(_ stage: Stage, _ delivery: Delivery) -> Delivery? {
    if delivery.input == 0 { return pass(delivery.event, from: delivery.target, stage) }
    if case .error = delivery.event { return nil }
    return pass(.completed, from: delivery.target, stage)
  }

  mutating func catchError(_ stage: Stage, _ delivery: Delivery) -> Delivery? {
    guard delivery.input == 0, case .error = delivery.event else {
      return pass(delivery.event, from: delivery.target, stage)
    }
    feed(delivery.target, from: 1)
    return nil
  }

  mutating func catchMap(_ stage: Stage, _ delivery: Delivery) -> Delivery? {
    guard delivery.input == 0, case .error(let error) = delivery.event else {
      return pass(delivery.event, from: delivery.target, stage)
    }
    switch transform(of: stage, error) {
    case .signal(let signal): subscribeInner(signal, of: delivery.target)
    default: return pass(.completed, from: delivery.target, stage)
    }
    return nil
  }
}
