extension Snapshot {
  /// Returns everything that the snapshot holds, as one value: two snapshots with equal values are the same simulation.
  ///
  /// - Precondition: It is a snapshot of the program.
  public func value(_ program: Program) -> Value {
    check(program)
    return .record(
      frame + [
        Member("instances", .list(instances.indices.map { value(of: InstanceID($0), program) ?? .null })),
        Member("agenda", .list(agenda.ordered.map(\.canonicalValue))),
      ])
  }

  /// What belongs to no instance and no work.
  var frame: [Member] {
    [
      Member("time", .int(time)), Member("seed", .int(Int(bitPattern: UInt(seed)))),
      Member("fault", fault.map(Value.string) ?? .null), Member("reversesObservers", .bool(reversesObservers)),
      Member("store", .record(store)), Member("services", .list(services.map(\.canonicalValue))),
      Member("roots", .list(roots.map(Value.reference))),
    ]
  }

  /// Returns an instance; `nil` for a place that is free.
  func value(of id: InstanceID, _ program: Program) -> Value? {
    guard let instance = instances[id.index] else { return nil }
    let listeners = Value.list(instances.listeners[id.index].map { .list($0.map(Value.reference)) })
    let kind = instance.machine.map { value(of: $0, at: id, program.templates[$0.template]) }
    return ["listeners": listeners, "is": kind ?? Snapshot.value(of: instance.kind)]
  }

  static func value(of kind: Instance.Kind) -> Value {
    switch kind {
    case .stage(let stage): stage.value.canonicalValue
    case .command(let command):
      .enumeration(
        "command",
        [
          Member("body", command.body.canonicalValue), Member("running", .int(command.running)),
          Member("isAllowed", .bool(command.isAllowed)), Member("concurrent", .bool(command.allowsConcurrency)),
          Member("shownExecuting", .bool(command.shownExecuting)), Member("shownEnabled", .bool(command.shownEnabled)),
        ] + (command.shown.map { [Member("shown", $0.canonicalValue)] } ?? []))
    case .execution(let execution):
      .enumeration(
        "execution",
        [
          Member("command", .reference(execution.command)), Member("body", execution.body.canonicalValue),
          Member("log", .list(execution.log.map(\.canonicalValue))), Member("isDone", .bool(execution.isDone)),
        ])
    case .request(let request):
      .enumeration(
        "request",
        [
          Member("service", .string(request.service)), Member("ordinal", .int(request.ordinal)),
          Member("owner", .reference(request.owner)),
          Member("state", .int(request.state)), Member("input", request.input),
          Member("isEnded", .bool(request.isEnded)), Member("delay", request.delay.map(Value.int) ?? .null),
          Member("answersLate", .bool(request.answersLate)), Member("answerer", .string(request.answerer.rawValue)),
        ])
    case .registration(let registration): registration.canonicalValue
    case .channel(let channel):
      .enumeration(
        "channel",
        [
          Member("left", channel.left.canonicalValue), Member("right", channel.right.canonicalValue),
          Member("isDone", .bool(channel.isDone)),
        ])
    case .subject(let subject):
      .enumeration(
        "subject",
        [
          Member("capacity", subject.capacity.map(Value.int) ?? .null), Member("kept", .list(subject.kept)),
          Member("end", subject.end?.canonicalValue ?? .null),
        ])
    case .gone, .machine: .enumeration("gone", [])
    }
  }

  private func value(of machine: MachineInstance, at id: InstanceID, _ template: Template) -> Value {
    let chart = instances.charts[id.index]
    let fields = template.fields.filter { $0.kind == .stored }.map { Member($0.name, read($0, of: id)) }
    return .enumeration(
      "machine",
      [
        Member("template", .string(template.name)), Member("place", instances.places[id.index].canonicalValue),
        Member("fields", .record(fields)),
        Member("configuration", .list(chart.active.states.map(Value.int))),
        Member("history", .list(instances.histories[id.index].map(\.canonicalValue))),
        Member("requests", .list(machine.requests.map(Value.reference))),
        Member("invoked", .list(machine.invoked.map(\.canonicalValue))),
        Member("invoker", .weak(machine.invoker == .nowhere ? nil : machine.invoker)),
        Member("isFinished", .bool(chart.isFinished)),
      ] + (machine.watched.isEmpty ? [] : [Member("properties", .list(machine.watched.map(\.canonicalValue)))]))
  }
}

extension CommandInstance.Shown {
  fileprivate var canonicalValue: Value { .list([.weak(owner), .string(name), .string(phase.rawValue)]) }
}

extension HistoryEntry {
  fileprivate var canonicalValue: Value { .list([.int(state), .list(remembered.states.map(Value.int))]) }
}

extension InvokedMachine {
  fileprivate var canonicalValue: Value { .list([.int(state), .int(position), .reference(machine)]) }
}

extension MonitorState {
  fileprivate var canonicalValue: Value { .list([memory, .bool(isBroken)]) }
}

extension Stage {
  fileprivate var canonicalValue: Value {
    .enumeration(
      "stage",
      [
        Member("origin", origin.canonicalValue), Member("position", .int(position)),
        Member("kind", kind.canonicalValue),
        Member("sink", sink.canonicalValue), Member("captures", .list(captures.map(Value.reference))),
        Member("memory", .list(memory)),
        Member("upstream", .list(upstream.map(Value.reference))), Member("isDone", .bool(isDone)),
      ])
  }
}

extension Registration {
  fileprivate var canonicalValue: Value {
    .enumeration(
      "registration",
      [
        Member("source", .reference(source)), Member("path", .list(path.map(Value.string))),
        Member("options", .int(options.rawValue)), Member("context", context),
        Member("handler", handler.canonicalValue), Member("observer", .reference(observer)),
        Member("isAutomatic", .bool(isAutomatic)), Member("chain", .list(chain.map(Value.reference))),
        Member("isRemoved", .bool(isRemoved)),
      ])
  }
}

extension Channel.Side {
  fileprivate var canonicalValue: Value {
    .list([
      .reference(instance), .int(port), replacement.map { .list([$0]) } ?? .null, .bool(ignoresNext),
    ])
  }
}

extension SignalValue {
  var canonicalValue: Value {
    switch self {
    case .wiring(let name, let captures): .enumeration("wiring", [Member(name, .list(captures))])
    case .execution(let id): .enumeration("execution", [Member("", .reference(id))])
    case .executionCatchingErrors(let id): .enumeration("executionCatchingErrors", [Member("", .reference(id))])
    case .failing(let error): .enumeration("failing", [Member("", error)])
    }
  }
}

extension SignalEvent {
  fileprivate var canonicalValue: Value {
    switch self {
    case .next(let value): .enumeration("next", [Member("", value)])
    case .error(let value): .enumeration("error", [Member("", value)])
    case .completed: .enumeration("completed", [])
    }
  }
}

extension HandlerValue {
  fileprivate var canonicalValue: Value { .enumeration("handler", [Member(name, .list(captures))]) }
}

extension Operator {
  var canonicalValue: Value {
    switch self {
    case .values(let id, let port): .enumeration("values", [Member("", .reference(id)), Member("", .int(port))])
    case .changes(let id, let port): .enumeration("changes", [Member("", .reference(id)), Member("", .int(port))])
    case .subject(let id, let port): .enumeration("subject", [Member("", .reference(id)), Member("", .int(port))])
    case .signal(let signal): .enumeration("signal", [Member("", signal.canonicalValue)])
    case .just(let value): .enumeration("just", [Member("", value)])
    case .fail(let value): .enumeration("fail", [Member("", value)])
    case .empty: .enumeration("empty", [])
    case .never: .enumeration("never", [])
    case .map: .enumeration("map", [])
    case .filter: .enumeration("filter", [])
    case .distinct: .enumeration("distinct", [])
    case .member(let field): .enumeration("member", [Member("", .string(field))])
    case .lifetime(let id): .enumeration("lifetime", [Member("", .reference(id))])
    case .delay(let delay): .enumeration("delay", [Member("", .int(delay))])
    case .deliver: .enumeration("deliver", [])
    case .log: .enumeration("log", [])
    case .perform(let next, let error, let completed):
      .enumeration("perform", [next, error, completed].map { Member("", $0?.canonicalValue ?? .null) })
    case .skip(let count): .enumeration("skip", [Member("", .int(count))])
    case .take(let count): .enumeration("take", [Member("", .int(count))])
    case .ignoreValues: .enumeration("ignoreValues", [])
    case .materialize: .enumeration("materialize", [])
    case .catchMap: .enumeration("catchMap", [])
    case .flatten(let limit): .enumeration("flatten", [Member("", limit.map(Value.int) ?? .null)])
    case .switchToLatest: .enumeration("switchToLatest", [])
    case .combineLatest(let count): .enumeration("combineLatest", [Member("", .int(count))])
    case .merge(let count): .enumeration("merge", [Member("", .int(count))])
    case .concat(let count): .enumeration("concat", [Member("", .int(count))])
    case .takeUntil: .enumeration("takeUntil", [])
    case .catchError: .enumeration("catch", [])
    }
  }
}

extension Sink {
  var canonicalValue: Value {
    switch self {
    case .stage(let id, let input): .enumeration("stage", [Member("", .reference(id)), Member("", .int(input))])
    case .assign(let id, let port, let replacement):
      .enumeration(
        "assign",
        [Member("", .reference(id)), Member("", .int(port)), Member("", replacement.map { .list([$0]) } ?? .null)])
    case .write(let id, let port): .enumeration("write", [Member("", .reference(id)), Member("", .int(port))])
    case .relay(let id): .enumeration("relay", [Member("", .reference(id))])
    case .output(let id, let port): .enumeration("output", [Member("", .reference(id)), Member("", .int(port))])
    case .allow(let id): .enumeration("allow", [Member("", .reference(id))])
    case .execute(let id): .enumeration("execute", [Member("", .reference(id))])
    case .execution(let id): .enumeration("execution", [Member("", .reference(id))])
    case .handlers(let next, let error, let completed):
      .enumeration("handlers", [next, error, completed].map { Member("", $0?.canonicalValue ?? .null) })
    }
  }
}

extension Work {
  var canonicalValue: Value {
    ["due": .int(due), "source": .string(source.rawValue), "name": .string(name), "target": target.canonicalValue]
  }
}

extension Work.Target {
  fileprivate var canonicalValue: Value {
    switch self {
    case .deliver(let id, let input, let event):
      .enumeration("deliver", [Member("", .reference(id)), Member("", .int(input)), Member("", event.canonicalValue)])
    case .start(let id): .enumeration("start", [Member("", .reference(id))])
    case .call(let handler, let value): .enumeration("call", [Member("", handler.canonicalValue), Member("", value)])
    case .repeat(let interval, let handler):
      .enumeration("repeat", [Member("", .int(interval)), Member("", handler.canonicalValue)])
    case .answer(let id, let outcome, let value):
      .enumeration("answer", [Member("", .reference(id)), Member(outcome.rawValue, value)])
    case .event(let id, let event, let value):
      .enumeration("event", [Member("", .reference(id)), Member(event.name, value)])
    case .elapsed(let id, let transition):
      .enumeration("elapsed", [Member("", .reference(id)), Member("", .int(transition))])
    }
  }
}

extension ServiceSetting {
  var canonicalValue: Value {
    let answer: Value =
      switch behaviour.answer {
      case .defined: "defined"
      case .never: "never"
      case .manual: "manual"
      case .outcome(let outcome, let value):
        .enumeration("outcome", [Member(outcome.rawValue, value.map { .list([$0]) } ?? .null)])
      case .twice(let outcome, let value):
        .enumeration("twice", [Member(outcome.rawValue, value.map { .list([$0]) } ?? .null)])
      }
    return [
      "service": .string(service), "delay": behaviour.delay.map(Value.int) ?? .null, "answer": answer,
      "isLate": .bool(behaviour.isLate), "isOnce": .bool(behaviour.isOnce),
    ]
  }
}
