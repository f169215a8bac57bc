extension Snapshot {
  /// Returns which places are mentioned by something alive without being kept by it: by weak values, and by what
  /// subscriptions were made from.
  ///
  /// Such a place stays taken, so that a number never comes to mean another instance.
  func mentions(_ isAlive: [Bool], _ program: Program) -> [Bool] {
    var result = [Bool](repeating: false, count: isAlive.count)
    for index in isAlive.indices where isAlive[index] {
      guard let instance = instances[index] else { continue }
      for id in instance.mentions where result.indices.contains(id.index) { result[id.index] = true }
    }
    for work in agenda.ordered {
      for id in work.target.weakTargets where result.indices.contains(id.index) { result[id.index] = true }
    }
    return result
  }
}

extension Instance {
  fileprivate var mentions: [InstanceID] {
    switch kind {
    case .stage(let stage):
      return stage.origin.mentions + stage.sink.weakTargets + stage.memory.flatMap(\.weakTargets)
        + stage.kind.mentions
    case .command(let command):
      return command.body.captures.flatMap(\.weakTargets) + (command.shown.map { [$0.owner] } ?? [])
    case .execution(let execution): return execution.body.mentions + execution.log.flatMap(\.weakTargets)
    case .request(let request): return request.input.weakTargets
    case .registration(let registration):
      return (registration.handler.captures + [registration.context]).flatMap(\.weakTargets)
    case .subject(let subject): return subject.kept.flatMap(\.weakTargets) + (subject.end?.weakTargets ?? [])
    // The weak fields of a model are cleared instead.
    case .machine: return machine.map { $0.invoker == .nowhere ? [] : [$0.invoker] } ?? []
    case .channel, .gone: return []
    }
  }
}

extension Operator {
  fileprivate var mentions: [InstanceID] {
    (source.map { [$0.instance] } ?? []) + values.flatMap { $0.weakTargets + $0.targets }
  }
}

extension SignalValue {
  /// Every instance that it names, kept or not.
  fileprivate var mentions: [InstanceID] {
    switch self {
    case .wiring(_, let captures): captures.flatMap { $0.targets + $0.weakTargets }
    case .execution(let id), .executionCatchingErrors(let id): [id]
    case .failing(let value): value.targets + value.weakTargets
    }
  }

  fileprivate var weakTargets: [InstanceID] {
    switch self {
    case .wiring(_, let captures): captures.flatMap(\.weakTargets)
    case .execution, .executionCatchingErrors: []
    case .failing(let value): value.weakTargets
    }
  }
}

extension Sink {
  fileprivate var weakTargets: [InstanceID] {
    switch self {
    case .handlers(let next, let error, let completed):
      [next, error, completed].compactMap { $0 }.flatMap(\.captures).flatMap(\.weakTargets)
    case .assign(_, _, let replacement): replacement?.weakTargets ?? []
    case .stage, .write, .output, .relay, .allow, .execute, .execution: []
    }
  }
}

extension SignalEvent {
  fileprivate var weakTargets: [InstanceID] {
    switch self {
    case .next(let value), .error(let value): value.weakTargets
    case .completed: []
    }
  }
}

extension Work.Target {
  fileprivate var weakTargets: [InstanceID] {
    switch self {
    case .deliver(_, _, let event): event.weakTargets
    case .call(let handler, let value): (handler.captures + [value]).flatMap(\.weakTargets)
    case .repeat(_, let handler): handler.captures.flatMap(\.weakTargets)
    case .answer(_, _, let value), .event(_, _, let value): value.weakTargets
    case .start, .elapsed: []
    }
  }
}

extension Work.Target {
  /// Every instance that it mentions, kept or not; empty of an instance's own work but for that instance.
  var mentions: [InstanceID] { onlyMention.map { [$0] } ?? targets + weakTargets }

  /// The only instance that it mentions; `nil` when it may be more or none.
  var onlyMention: InstanceID? {
    switch self {
    case .start(let id), .elapsed(let id, _), .event(let id, _, .null): id
    case .deliver, .call, .repeat, .answer, .event: nil
    }
  }

  private var targets: [InstanceID] {
    switch self {
    case .deliver(let id, _, let event): [id] + event.targets
    case .call(let handler, let value): handler.targets + value.targets
    case .repeat(_, let handler): handler.targets
    case .answer(let id, _, let value), .event(let id, _, let value): [id] + value.targets
    case .start(let id), .elapsed(let id, _): [id]
    }
  }
}

extension Value {
  /// The instances that it refers to without keeping them alive.
  var weakTargets: [InstanceID] {
    switch self {
    case .weak(let id?): [id]
    case .list(let values): values.flatMap(\.weakTargets)
    case .record(let members), .enumeration(_, let members): members.flatMap(\.value.weakTargets)
    case .secret(let value): value.weakTargets
    case .signal(let signal): signal.weakTargets
    case .null, .bool, .int, .double, .string, .reference, .weak(nil): []
    }
  }

  /// Returns the value with nil for every weak reference to an instance that is gone.
  func clearingWeak(_ isGone: (InstanceID) -> Bool) -> Value {
    switch self {
    case .weak(let id?): isGone(id) ? .weak(nil) : self
    case .list(let values): .list(values.map { $0.clearingWeak(isGone) })
    case .record(let members): .record(members.map { Member($0.name, $0.value.clearingWeak(isGone)) })
    case .enumeration(let name, let members):
      .enumeration(name, members.map { Member($0.name, $0.value.clearingWeak(isGone)) })
    case .secret(let value): .secret(value.clearingWeak(isGone))
    case .null, .bool, .int, .double, .string, .reference, .weak(nil), .signal: self
    }
  }
}
