extension Kernel {
  /// Starts the invocations of entered states that are still active, by machine and in document order.
  mutating func startInvocations() {
    for place in queues.takeInvoking() where fault == nil {
      guard let chart = runningChart(place.machine) else { continue }
      for (position, invocation) in chart.table.states[place.state].invocations.enumerated() where fault == nil {
        invoke(invocation, at: position, of: place)
      }
    }
  }

  private mutating func invoke(_ invocation: ChartDefinition.Invocation, at position: Int, of place: StateOfMachine) {
    switch invocation.kind {
    case .service:
      guard program.serviceIndex(named: invocation.name) != nil else {
        return cannotInvoke(.unknownService(invocation.name.text), place.machine)
      }
      invoke(invocation, for: place.machine, state: place.state)
    case .machine:
      guard program.templateIndex(named: invocation.name) != nil else {
        return cannotInvoke(.unknownTemplate(invocation.name.text), place.machine)
      }
      invokeMachine(invocation, at: position, of: place)
    }
  }

  /// A missing template or service is `error.communication` if the machine handles that, else a fault.
  private mutating func cannotInvoke(_ why: Fault, _ id: InstanceID) {
    if mayTake("error.communication", id) {
      raise("error.communication", .string(why.reason), for: id)
    } else {
      fail(why)
    }
  }

  private mutating func invokeMachine(
    _ invocation: ChartDefinition.Invocation, at position: Int, of place: StateOfMachine
  ) {
    guard let input = value(of: invocation.input, place.machine), fault == nil else { return }
    _ = make(invocation.name, at: path(place.machine, invocation.id.asPathPart), input, invokedBy: (place, position))
  }

  /// Cancels the invoked machines of an exited state: they exit, and no longer have an invoker to send to.
  mutating func cancelInvoked(by owner: InstanceID, state: Int) {
    for invoked in machine(owner)?.invoked ?? [] where invoked.state == state {
      update(owner) { $0.invoked.removeAll { $0 == invoked } }
      update(invoked.machine) { $0.invoker = .nowhere }
      collector.isDue = true
      guard let chart = runningChart(invoked.machine) else { continue }
      snapshot.instances.charts[invoked.machine.index].finish()
      exitInterpreter(of: invoked.machine, chart)
    }
  }

  /// Runs the finalizers of the event's origin and forwards the event to `autoforward` machines.
  mutating func forward(_ event: ChartEvent, _ chart: RunningChart) {
    for place in machine(event.machine)?.invoked ?? [] {
      let invocation = chart.table.states[place.state].invocations[place.position]
      if place.machine == event.origin { for code in invocation.finalize { call(code, event.machine, event.value) } }
      if invocation.forwardsEvents, runningChart(place.machine) != nil {
        deliver(event.event, event.value, to: place.machine)
      }
    }
  }

  func forwardsEvents(_ id: InstanceID, _ chart: RunningChart) -> Bool {
    guard let invoked = machine(id)?.invoked else { return false }
    return invoked.contains { chart.table.states[$0.state].invocations[$0.position].forwardsEvents }
  }

  mutating func isTakenByInvoked(_ event: EventID, _ value: Value, of id: InstanceID) -> Bool {
    guard let chart = runningChart(id), chart.steps.invokesMachines, let invoked = machine(id)?.invoked else {
      return false
    }
    let name = name(of: event)
    return invoked.contains { place in
      chart.table.states[place.state].invocations[place.position].forwardsEvents
        && wouldTake(name, value, of: place.machine)
    }
  }

  mutating func finalize(_ request: RequestInstance, _ value: Value) {
    guard let chart = runningChart(request.owner) else { return }
    for invocation in chart.table.states[request.state].invocations
    where invocation.kind == .service && request.service == invocation.name {
      for code in invocation.finalize { call(code, request.owner, value) }
      return
    }
  }

  mutating func tellDone(_ id: InstanceID, to invoker: InstanceID, _ value: Value) {
    guard let chart = runningChart(invoker), let place = machine(invoker)?.invoked.first(where: { $0.machine == id })
    else { return }
    let name = chart.table.states[place.state].invocations[place.position].id
    deliver(event(named: "done.invoke.\(name)"), value, to: invoker, from: id)
  }
}

extension Name {
  /// A part of an instance's path, whose dots divide parts.
  package var asPathPart: String {
    text.utf8.contains(UInt8(ascii: ".")) ? String(text.map { $0 == "." ? "_" : $0 }) : text
  }
}
