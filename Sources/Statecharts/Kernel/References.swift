/// How something mentions an instance.
enum Mention: Sendable {
  /// It keeps the instance alive.
  case keeps
  /// It keeps the instance's number from being given out again, and nothing else.
  case names
}

// Each record says once which instances it mentions, in the order in which a walk reaches them.

extension Value {
  func visitInstances(_ visit: (InstanceID, Mention) -> Void) {
    switch self {
    case .reference(let id): visit(id, .keeps)
    case .weak(let id?): visit(id, .names)
    case .list(let values): for value in values { value.visitInstances(visit) }
    case .record(let members), .enumeration(_, let members):
      for member in members { member.value.visitInstances(visit) }
    case .secret(let value): value.visitInstances(visit)
    case .signal(let signal): signal.visitInstances(visit)
    case .null, .bool, .int, .double, .string, .weak(nil): break
    }
  }

  /// The instances that it keeps alive.
  var targets: [InstanceID] { kept { visitInstances($0) } }

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

extension SignalValue {
  func visitInstances(_ visit: (InstanceID, Mention) -> Void) {
    switch self {
    case .wiring(_, let captures): for value in captures { value.visitInstances(visit) }
    case .execution(let id), .executionCatchingErrors(let id): visit(id, .keeps)
    case .failing(let value): value.visitInstances(visit)
    }
  }

  var targets: [InstanceID] { kept { visitInstances($0) } }
}

extension SignalEvent {
  func visitInstances(_ visit: (InstanceID, Mention) -> Void) {
    switch self {
    case .next(let value), .error(let value): value.visitInstances(visit)
    case .completed: break
    }
  }
}

extension HandlerValue {
  func visitInstances(_ visit: (InstanceID, Mention) -> Void) {
    for value in captures { value.visitInstances(visit) }
  }
}

extension Sink {
  func visitInstances(_ visit: (InstanceID, Mention) -> Void) {
    switch self {
    case .stage(let id, _), .write(let id, _), .output(let id, _), .relay(let id), .execute(let id), .execution(let id):
      visit(id, .keeps)
    case .allow: break
    case .assign(_, _, let replacement): replacement?.visitInstances(visit)
    case .handlers(let next, let error, let completed):
      next?.visitInstances(visit)
      error?.visitInstances(visit)
      completed?.visitInstances(visit)
    }
  }
}

extension Operator {
  /// What it observes it does not keep.
  func visitInstances(_ visit: (InstanceID, Mention) -> Void) {
    if let source { visit(source.instance, .names) }
    if case .perform = self {
      for value in values { value.visitInstances(visit) }
    } else {
      for value in values { value.visitInstances { id, _ in visit(id, .names) } }
    }
  }
}

extension Work.Target {
  func visitInstances(_ visit: (InstanceID, Mention) -> Void) {
    switch self {
    case .deliver(let id, _, let event):
      visit(id, .keeps)
      event.visitInstances(visit)
    case .start(let id), .elapsed(let id, _): visit(id, .keeps)
    case .call(let handler, let value):
      handler.visitInstances(visit)
      value.visitInstances(visit)
    case .repeat(_, let handler): handler.visitInstances(visit)
    case .answer(let id, _, let value), .event(let id, _, let value):
      visit(id, .keeps)
      value.visitInstances(visit)
    }
  }
}

extension Instance.Kind {
  /// What a machine mentions stands in its model too, and who listens to an instance beside it: see `Snapshot`.
  func visitInstances(_ visit: (InstanceID, Mention) -> Void) {
    switch self {
    case .stage(let stage): stage.value.visitInstances(visit)
    case .command(let command):
      command.body.visitInstances(visit)
      if let owner = command.shown?.owner { visit(owner, .names) }
    case .execution(let execution):
      visit(execution.command, .keeps)
      execution.body.visitInstances(visit)
      for event in execution.log { event.visitInstances(visit) }
    case .request(let request): request.visitInstances(visit)
    case .registration(let registration): registration.visitInstances(visit)
    case .channel(let channel):
      channel.left.replacement?.visitInstances(visit)
      channel.right.replacement?.visitInstances(visit)
    case .subject(let subject):
      for value in subject.kept { value.visitInstances(visit) }
      subject.end?.visitInstances(visit)
    case .gone, .machine: break
    }
  }
}

extension Stage {
  fileprivate func visitInstances(_ visit: (InstanceID, Mention) -> Void) {
    if isDone {
      sink.visitInstances { if $1 == .names { visit($0, .names) } }
      for value in memory { value.visitInstances { if $1 == .names { visit($0, .names) } } }
      kind.visitInstances { id, _ in visit(id, .names) }
    } else {
      sink.visitInstances(visit)
      for value in memory { value.visitInstances(visit) }
      for id in upstream { visit(id, .keeps) }
      for id in captures { visit(id, .keeps) }
      kind.visitInstances(visit)
    }
    // What it was made from has to be found again.
    origin.visitInstances { id, _ in visit(id, .names) }
  }
}

extension RequestInstance {
  /// One that has ended keeps nobody alive.
  fileprivate func visitInstances(_ visit: (InstanceID, Mention) -> Void) {
    if isEnded { return input.visitInstances { if $1 == .names { visit($0, .names) } } }
    visit(owner, .keeps)
    input.visitInstances(visit)
  }
}

extension Registration {
  /// It keeps what its code captured, but never its observer.
  fileprivate func visitInstances(_ visit: (InstanceID, Mention) -> Void) {
    for value in handler.captures + [context] {
      value.visitInstances { if $1 == .names || (!isRemoved && $0 != observer) { visit($0, $1) } }
    }
  }
}

/// Returns what is kept alive among the instances that are visited.
private func kept(_ visitAll: ((InstanceID, Mention) -> Void) -> Void) -> [InstanceID] {
  var result: [InstanceID] = []
  visitAll { if $1 == .keeps { result.append($0) } }
  return result
}
