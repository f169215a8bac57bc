extension Kernel {
  mutating func readClock() -> Int {
    if program.readsClock { return snapshot.time }
    fail(.undeclaredClock)
    return 0
  }

  /// The work runs after all other work due at the same instant.
  mutating func schedule(after delay: Int, _ source: Cause.Source, _ name: Name, _ target: Work.Target) {
    guard fault == nil else { return }
    let (due, overflows) = snapshot.time.addingReportingOverflow(max(0, delay))
    guard !overflows else { return fail(.delayBeyondTime(milliseconds: delay)) }
    guard snapshot.agenda.count < program.limits.agenda else {
      return reach("agenda", program.limits.agenda, name.text)
    }
    let work = Work(due: due, source: source, name: name, target: target)
    if isTallying { tallyTimer(work, cameDue: false) }
    snapshot.agenda.insert(work, at: snapshot.time)
  }

  /// - Parameter id: Nil for the event's name.
  @inline(__always)
  mutating func send(_ event: Name, _ value: Value, to machine: InstanceID, after delay: Int, id: Name?) {
    let number = program.event(named: event)
    guard id == nil, case .null = value, let number, fault == nil, !countsTimers,
      snapshot.instances.indices.contains(machine.index),
      snapshot.agenda.count < program.limits.agenda
    else { return sendFully(Work.Event(name: event, id: number), value, to: machine, after: delay, id: id) }
    let (due, overflows) = snapshot.time.addingReportingOverflow(max(0, delay))
    if overflows { return sendFully(Work.Event(name: event, id: number), value, to: machine, after: delay, id: id) }
    snapshot.agenda.insert(number, named: event, for: machine, due: due, at: snapshot.time)
  }

  /// The event is dropped when its sender ends.
  mutating func send(
    _ event: Name, _ value: Value, to receiver: String, by sender: InstanceID, after delay: Int, id: Name
  ) {
    let event = Work.Event(name: event, id: nil, receiver: receiver)
    schedule(after: delay, .delay, id, .event(sender, event, value))
  }

  private mutating func deliver(_ event: Name, _ value: Value, to receiver: String, from sender: InstanceID) {
    let caller = running
    running = sender
    send(event, value, to: snapshot.instance(at: receiver, program) ?? .nowhere)
    running = caller
  }

  @inline(never)
  private mutating func sendFully(
    _ event: Work.Event, _ value: Value, to machine: InstanceID, after delay: Int, id: Name?
  ) {
    schedule(after: delay, .delay, id ?? event.name, .event(machine, event, value))
  }

  mutating func startTimer(every interval: Int, _ handler: HandlerValue) {
    guard fault == nil else { return }
    guard interval > 0 else { return fail(.shortInterval(timer: handler.name.text)) }
    record(.timerStarted(name: handler.name, delay: interval))
    schedule(after: interval, .timer, handler.name, .repeat(every: interval, handler))
  }

  /// Costs a pass over the agenda.
  mutating func dropWork(where isDropped: (Work.Target) -> Bool) {
    if fault != nil || snapshot.agenda.isEmpty { return }
    var dropped: [Work.Target] = []
    _ = snapshot.agenda.removeAll { work in
      guard isDropped(work.target) else { return false }
      dropped.append(work.target)
      return true
    }
    for target in dropped { dropMentions(of: target) }
  }

  /// Free if the instance has no work.
  mutating func dropWork(of id: InstanceID, where isDropped: (Work.Target) -> Bool = { _ in true }) {
    guard fault == nil, snapshot.agenda.mayTarget(id) else { return }
    dropWork { $0.instance == id && isDropped($0) }
  }

  mutating func cancelEvents(_ id: Name, to instance: InstanceID) {
    guard fault == nil, snapshot.agenda.mayTarget(instance) else { return }
    let hasDropped = snapshot.agenda.removeAll { work in
      guard case .event(instance, _, _) = work.target else { return false }
      return work.name == id
    }
    if hasDropped { collector.isDue = true }
  }

  mutating func perform(_ work: Work) {
    if isTallying { tallyTimer(work, cameDue: true) }
    switch work.target {
    case .deliver(let instance, let input, let event):
      deliver(event, to: instance, input: input)
    case .start(let execution):
      startExecution(execution)
    case .call(let handler, let value):
      call(handler, value)
    case .repeat(let interval, let handler):
      schedule(after: interval, .timer, work.name, work.target)
      record(.timerFired(name: work.name))
      call(handler, .null)
    case .answer(let request, let outcome, let value):
      answer(request, outcome, value, isScheduled: true)
    case .event(let machine, let event, let value):
      if let receiver = event.receiver { return deliver(event.name, value, to: receiver, from: machine) }
      takeExternal(event.id ?? self.event(named: event.name), value, of: machine, .plain)
    case .elapsed(let machine, let transition):
      record(.timerFired(name: work.name), of: machine)
      if isTallying { tallyDelay(transition, of: machine) }
      takeElapsed(transition, of: machine)
    }
  }

  func cause(of work: Work) -> Cause {
    switch work.target {
    case .answer(let request, let outcome, let value):
      Cause(.reply, outcome.rawValue, on: self.request(request)?.name.text ?? "", value: value)
    case .deliver, .start, .call, .repeat, .event, .elapsed:
      Cause(work.source, work.name.text)
    }
  }

  private mutating func deliver(_ event: SignalEvent, to instance: InstanceID, input: Int) {
    switch self.instance(instance) {
    case .stage: receive(event, at: instance, input: input)
    case .command: showCommand(instance, port: input, event)
    case .plainMachine, .machine, .execution, .request, .registration, .channel, .subject, .gone, nil: break
    }
  }
}
