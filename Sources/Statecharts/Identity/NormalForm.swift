extension Snapshot {
  /// Returns the snapshot with everything taken away that makes no difference to what follows.
  ///
  /// Instances are numbered in order of reach, nothing unreachable is left, and due times count from now: the clock
  /// is 0. Stepping a snapshot and stepping its normal form give the same effects and the same normal form. Costs a
  /// walk over everything that is alive.
  public func normalised(_ program: Program) -> Snapshot {
    let order = reach(program)
    var renumbering = Renumbering(count: instances.count)
    for (index, id) in order.enumerated() { renumbering[id] = InstanceID(index) }
    let origin = program.readsClock ? 0 : time
    var result = self
    result.time = time - origin
    result.roots = roots.map { renumbering[$0] }
    result.instances = renumbering.renumber(instances, order, program)
    let work = agenda.ordered.map { work in
      var work = work
      work.due -= origin
      work.target = renumbering.renumber(work.target)
      return work
    }
    result.agenda = Agenda(work, at: result.time)
    return result
  }

  /// Returns the canonical bytes of the normal form: equal bytes, equal behaviour.
  public func canonicalBytes(_ program: Program) -> [UInt8] {
    var encoder = CanonicalEncoder()
    encoder.append(normalised(program).value(program))
    return encoder.bytes
  }
}

/// Gives instances new numbers, wherever they are mentioned.
struct Renumbering {
  private var map: [InstanceID]

  init(count: Int) {
    map = Array(repeating: InstanceID(-1), count: count)
  }

  subscript(id: InstanceID) -> InstanceID {
    get { map.indices.contains(id.index) ? map[id.index] : InstanceID(-1) }
    set { map[id.index] = newValue }
  }

  /// Returns the instances of an order, with charts and models.
  func renumber(_ table: InstanceTable, _ order: [InstanceID], _ program: Program) -> InstanceTable {
    var result = InstanceTable()
    for id in order {
      var chart = table.charts[id.index]
      if chart.template >= 0 { chart.row = result.models.add(chart, of: table.models) }
      let place = table.places[id.index].renumbered { self[$0] }
      result.append(table[id.index].map(renumber), chart, place, history: table.histories[id.index])
      if chart.template >= 0 {
        renumber(result.modelAddress(at: result.count - 1), program.templates[Int(chart.template)])
      }
      var listeners = table.listeners[id.index].map { $0.map { self[$0] } }
      while let last = listeners.last, last.isEmpty { listeners.removeLast() }
      result.changeListeners(at: result.count - 1) { $0 = listeners }
    }
    return result
  }

  private func renumber(_ instance: Instance) -> Instance {
    var instance = instance
    if instance.machine != nil {
      renumber(&instance.machine!)
    } else {
      instance.change(to: renumber(instance.kind))
    }
    return instance
  }

  private func renumber(_ machine: inout MachineInstance) {
    machine.requests = machine.requests.map { self[$0] }
    for index in machine.invoked.indices { machine.invoked[index].machine = self[machine.invoked[index].machine] }
    machine.invoker = self[machine.invoker]
  }

  private func renumber(_ kind: Instance.Kind) -> Instance.Kind {
    switch kind {
    case .machine:
      return .machine
    case .stage(let stage):
      return .stage(Box(renumber(stage.value)))
    case .command(var command):
      command.body = renumber(command.body)
      if let owner = command.shown?.owner { command.shown?.owner = self[owner] }
      return .command(command)
    case .execution(var execution):
      execution.command = self[execution.command]
      execution.body = renumber(execution.body)
      execution.log = execution.log.map(renumber)
      return .execution(execution)
    case .request(var request):
      request.owner = self[request.owner]
      request.input = renumber(request.input)
      return .request(request)
    case .registration(let registration):
      return .registration(renumber(registration))
    case .channel(var channel):
      channel.left = renumber(channel.left)
      channel.right = renumber(channel.right)
      return .channel(channel)
    case .subject(var subject):
      subject.kept = subject.kept.map(renumber)
      subject.end = subject.end.map(renumber)
      return .subject(subject)
    case .gone:
      return .gone
    }
  }

  private func renumber(_ model: UnsafeMutableRawPointer, _ template: Template) {
    for field in template.fields where field.holdsReferences && field.kind == .stored {
      _ = field.write?(model, renumber(field.read(UnsafeRawPointer(model))))
    }
  }

  private func renumber(_ stage: Stage) -> Stage {
    var stage = stage
    stage.origin = renumber(stage.origin)
    stage.sink = renumber(stage.sink)
    stage.memory = stage.memory.map(renumber)
    stage.upstream = stage.upstream.map { self[$0] }
    stage.captures = stage.captures.map { self[$0] }
    switch stage.kind {
    case .values(let id, let port): stage.kind = .values(self[id], port: port)
    case .changes(let id, let port): stage.kind = .changes(self[id], port: port)
    case .subject(let id, let port): stage.kind = .subject(self[id], port: port)
    case .signal(let signal): stage.kind = .signal(renumber(signal))
    case .just(let value): stage.kind = .just(renumber(value))
    case .fail(let value): stage.kind = .fail(renumber(value))
    case .lifetime(let id): stage.kind = .lifetime(self[id])
    case .perform(let next, let error, let completed):
      stage.kind = .perform(next: next.map(renumber), error: error.map(renumber), completed: completed.map(renumber))
    case .empty, .never, .map, .filter, .distinct, .member, .delay, .deliver, .log, .skip, .take, .ignoreValues,
      .materialize, .catchMap, .flatten, .switchToLatest, .combineLatest, .merge, .concat, .takeUntil, .catchError:
      break
    }
    return stage
  }

  private func renumber(_ registration: Registration) -> Registration {
    var registration = registration
    registration.source = self[registration.source]
    registration.observer = self[registration.observer]
    registration.context = renumber(registration.context)
    registration.handler = renumber(registration.handler)
    registration.chain = registration.chain.map { self[$0] }
    return registration
  }

  private func renumber(_ side: Channel.Side) -> Channel.Side {
    var side = side
    side.instance = self[side.instance]
    side.replacement = side.replacement.map(renumber)
    return side
  }

  func renumber(_ target: Work.Target) -> Work.Target {
    switch target {
    case .deliver(let id, let input, let event): .deliver(self[id], input: input, renumber(event))
    case .start(let id): .start(execution: self[id])
    case .call(let handler, let value): .call(renumber(handler), renumber(value))
    case .repeat(let interval, let handler): .repeat(every: interval, renumber(handler))
    case .answer(let id, let outcome, let value): .answer(request: self[id], outcome, renumber(value))
    case .event(let id, let name, let value): .event(self[id], name, renumber(value))
    case .elapsed(let id, let transition): .elapsed(self[id], transition: transition)
    }
  }

  private func renumber(_ value: Value) -> Value {
    switch value {
    case .reference(let id): .reference(self[id])
    case .weak(let id): .weak(id.map { self[$0] })
    case .list(let values): .list(values.map(renumber))
    case .record(let members): .record(members.map { Member($0.name, renumber($0.value)) })
    case .enumeration(let name, let members):
      .enumeration(name, members.map { Member($0.name, renumber($0.value)) })
    case .secret(let value): .secret(renumber(value))
    case .signal(let signal): .signal(renumber(signal))
    case .null, .bool, .int, .double, .string: value
    }
  }

  private func renumber(_ signal: SignalValue) -> SignalValue {
    switch signal {
    case .wiring(let name, let captures): .wiring(name, captures.map(renumber))
    case .execution(let id): .execution(self[id])
    case .executionCatchingErrors(let id): .executionCatchingErrors(self[id])
    case .failing(let value): .failing(renumber(value))
    }
  }

  private func renumber(_ event: SignalEvent) -> SignalEvent {
    switch event {
    case .next(let value): .next(renumber(value))
    case .error(let value): .error(renumber(value))
    case .completed: .completed
    }
  }

  private func renumber(_ handler: HandlerValue) -> HandlerValue {
    HandlerValue(handler.name, handler.captures.map(renumber))
  }

  private func renumber(_ sink: Sink) -> Sink {
    switch sink {
    case .stage(let id, let input): .stage(self[id], input: input)
    case .assign(let id, let port, let replacement):
      .assign(self[id], port: port, replacingNil: replacement.map(renumber))
    case .write(let id, let port): .write(self[id], port: port)
    case .relay(let id): .relay(self[id])
    case .output(let id, let port): .output(self[id], port: port)
    case .allow(let id): .allow(command: self[id])
    case .execute(let id): .execute(command: self[id])
    case .execution(let id): .execution(self[id])
    case .handlers(let next, let error, let completed):
      .handlers(next: next.map(renumber), error: error.map(renumber), completed: completed.map(renumber))
    }
  }
}
