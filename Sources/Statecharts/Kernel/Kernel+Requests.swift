extension Kernel {
  func request(_ id: InstanceID) -> RequestInstance? {
    guard case .request(let request)? = instance(id)?.kind else { return nil }
    return request
  }

  /// Starts a request for a state that was entered and stays.
  mutating func invoke(_ invocation: Chart.Invocation, for owner: InstanceID, state: Int) {
    let input = value(of: invocation.input, owner)
    ask(invocation.name, input, for: owner, state: state)
  }

  /// Starts a request of an active state that is found by name.
  mutating func ask(_ service: String, _ input: Value, for owner: InstanceID, in name: String) {
    guard let chart = runningChart(owner), let active = snapshot.instances[owner.index]?.chart.active.states,
      let state = active.last(where: { chart.pointee.states[$0].name.utf8.elementsEqual(name.utf8) })
    else { return }
    ask(service, input, for: owner, state: state)
  }

  private mutating func ask(_ service: String, _ input: Value, for owner: InstanceID, state: Int) {
    guard fault == nil else { return }
    guard let index = program.serviceIndex(named: service) else {
      return fail("service '\(service)' is not declared in the definition")
    }
    let request = RequestInstance(
      service: service, ordinal: freeOrdinal(of: service), owner: owner, state: state, input: input)
    let id = add(.request(request))
    update(owner) { $0.requests.append(id) }
    record(.requested(service: request.name, input: input), of: owner)
    scheduleAnswer(to: id, request, program.services[index])
  }

  /// The lowest ordinal that no request of the service holds; it is kept until the request ends.
  private func freeOrdinal(of service: String) -> Int {
    let taken = snapshot.openRequests.map(\.request).filter { $0.service == service }.map(\.ordinal)
    return (1...taken.count + 1).first { !taken.contains($0) } ?? 1
  }

  private mutating func scheduleAnswer(to id: InstanceID, _ request: RequestInstance, _ service: ServiceDefinition) {
    let setting = takeSetting(of: service.name)
    let delay = setting.delay ?? service.delay
    if setting.answer == .manual { return }
    guard setting.answer != .never, service.timeout.map({ delay < $0.delay }) ?? true else {
      guard let timeout = service.timeout else { return }
      return scheduleAnswer(to: id, after: timeout.delay, .error, .string(timeout.message))
    }
    let (outcome, value, count) = service.answer(for: request.input, setting.answer)
    for _ in 0..<count { scheduleAnswer(to: id, after: delay, outcome, value) }
  }

  private mutating func scheduleAnswer(to id: InstanceID, after delay: Int, _ outcome: Outcome, _ value: Value) {
    let name = request(id)?.name ?? ""
    schedule(after: delay, .reply, name, .answer(request: id, outcome, value))
  }

  private mutating func takeSetting(of service: String) -> ServiceBehaviour {
    guard let index = snapshot.services.firstIndex(where: { $0.service == service }) else { return ServiceBehaviour() }
    let behaviour = snapshot.services[index].behaviour
    if behaviour.isOnce { snapshot.services.remove(at: index) }
    return behaviour
  }

  /// Sets how a service answers requests that start from now on.
  ///
  /// What holds once holds for one request, each behind those that were set before it; then what held before them does.
  /// What holds from now on replaces all of it.
  public mutating func setBehaviour(of service: String, _ behaviour: ServiceBehaviour) {
    guard fault == nil else { return }
    if !behaviour.isOnce { snapshot.services.removeAll { $0.service.utf8.elementsEqual(service.utf8) } }
    if behaviour == ServiceBehaviour() { return }
    let index = snapshot.services.firstIndex { setting in
      if setting.service.utf8.elementsEqual(service.utf8) { return !setting.behaviour.isOnce }
      return service.utf8.lexicographicallyPrecedes(setting.service.utf8)
    }
    snapshot.services.insert(
      ServiceSetting(service: service, behaviour: behaviour), at: index ?? snapshot.services.endIndex)
  }

  /// Answers a request now and drops its automatic answer.
  public mutating func reply(to id: InstanceID, _ outcome: Outcome, _ value: Value) {
    guard fault == nil else { return }
    dropWork(of: id)
    answer(id, outcome, value)
  }

  /// Tells a request's owner; an answer to a request that has ended is late and tells nobody.
  mutating func answer(_ id: InstanceID, _ outcome: Outcome, _ value: Value) {
    guard let request = request(id) else { return }
    if request.isEnded {
      record(.late(service: request.name, outcome: outcome, value: value), of: request.owner)
      return
    }
    end(id)
    record(.replied(service: request.name, outcome: outcome, value: value), of: request.owner)
    finalize(request, value)
    deliver(event(named: "\(request.service).\(outcome.rawValue)"), value, to: request.owner)
  }

  /// Cancels what a state invoked, because it is left.
  mutating func cancelRequests(of owner: InstanceID, state: Int) {
    for id in machine(owner)?.requests ?? [] {
      guard let request = request(id), request.state == state, !request.isEnded else { continue }
      end(id)
      dropWork(of: id)
      record(.cancelled(service: request.name), of: owner)
    }
  }

  private mutating func end(_ id: InstanceID) {
    guard var request = request(id) else { return }
    request.isEnded = true
    snapshot.instances[id.index]?.kind = .request(request)
    update(request.owner) { $0.requests.removeAll { $0 == id } }
    mayHaveGarbage = true
  }
}

extension Snapshot {
  /// The requests under way, by service and ordinal: an order that does not depend on where they stand in the table.
  var openRequests: [(id: InstanceID, request: RequestInstance)] {
    var result: [(id: InstanceID, request: RequestInstance)] = []
    for index in instances.indices {
      guard case .request(let request)? = instances[index]?.kind, !request.isEnded else { continue }
      result.append((InstanceID(index), request))
    }
    return result.sorted { left, right in
      left.request.service.utf8.elementsEqual(right.request.service.utf8)
        ? left.request.ordinal < right.request.ordinal
        : left.request.service.utf8.lexicographicallyPrecedes(right.request.service.utf8)
    }
  }
}

extension ServiceDefinition {
  /// Returns what an automatic answer says, and how often it comes.
  fileprivate func answer(
    for input: Value, _ answer: ServiceBehaviour.Answer
  ) -> (outcome: Outcome, value: Value, count: Int) {
    switch answer {
    case .manual, .never: return (.ok, .null, 0)
    case .defined:
      let (outcome, value) = outcome(for: input)
      return (outcome, value, 1)
    case .outcome(let outcome, let value): return (outcome, value ?? self.value(of: outcome, for: input), 1)
    case .twice(let outcome, let value): return (outcome, value ?? self.value(of: outcome, for: input), 2)
    }
  }
}
