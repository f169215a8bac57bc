extension Kernel {
  func request(_ id: InstanceID) -> RequestInstance? {
    guard case .request(let request)? = instance(id) else { return nil }
    return request
  }

  mutating func invoke(_ invocation: ChartDefinition.Invocation, for owner: InstanceID, state: Int) {
    guard let input = value(of: invocation.input, owner) else { return }
    ask(invocation.name, input, for: owner, state: state)
  }

  mutating func ask(_ service: Name, _ input: Value, for owner: InstanceID, in name: Name) {
    guard let chart = runningChart(owner), case let active = snapshot.instances.charts[owner.index].active.states,
      let state = active.last(where: { chart.table.states[$0].name == name })
    else { return }
    ask(service, input, for: owner, state: state)
  }

  /// - Parameters:
  ///   - state: Its exit cancels the request; the root for requests that only `cancelRequest` ends.
  ///   - asker: The handler for the answer; nil for an event to the owner's chart.
  mutating func ask(
    _ service: Name, _ input: Value, for owner: InstanceID, state: Int, asker: HandlerValue? = nil
  ) {
    guard fault == nil else { return }
    guard let index = program.serviceIndex(named: service) else {
      return fail(.unknownService(service.text))
    }
    tally?.add(request: index)
    let setting = takeSetting(of: service)
    var request = RequestInstance(
      service: service, ordinal: freeOrdinal(of: service), owner: owner, state: state, input: input)
    request.asker = asker
    request.delay = setting.delay
    request.answersLate = setting.isLate
    let id = add(.request(request))
    update(owner) { $0.requests.append(id) }
    snapshot.instances.charts[id.index].isAnchored = snapshot.instances.isAnchored(owner)
    record(.requested(service: request.name, input: input), of: owner)
    prepareAnswer(to: id, setting.answer, program.services[index])
  }

  /// A request keeps its ordinal until it ends, or until its last answer.
  private func freeOrdinal(of service: Name) -> Int {
    let taken = snapshot.pendingRequests.map(\.request).filter { $0.service == service }
      .map(\.ordinal)
    return (1...taken.count + 1).first { !taken.contains($0) } ?? 1
  }

  private mutating func prepareAnswer(
    to id: InstanceID, _ setting: ServiceBehaviour.Answer, _ service: ServiceDefinition
  ) {
    guard let request = request(id) else { return }
    switch setting {
    case .manual: change(id) { $0.answerer = .hand }
    case .defined where service.instance != nil: ask(service, id)
    case .defined, .outcome, .never, .twice:
      let answer = service.answer(to: request.input, setting)
      if answer.isLate { change(id) { $0.answersLate = true } }
      schedule(answer, for: id, service)
    }
  }

  private mutating func schedule(_ answer: ServiceAnswer, for id: InstanceID, _ service: ServiceDefinition) {
    guard let request = request(id) else { return }
    let delay = delay(of: answer, to: request, service)
    if let timeout = service.timeout, answer.outcome == nil || delay >= timeout.delay {
      scheduleAnswer(to: id, after: timeout.delay, .error, .string(timeout.message))
      if !request.answersLate { return }
    }
    schedule(answer, for: id, after: delay)
  }

  /// The request's own delay, else the answer's, else the service's.
  private func delay(of answer: ServiceAnswer, to request: RequestInstance, _ service: ServiceDefinition) -> Int {
    request.delay ?? answer.delay ?? service.delay
  }

  private mutating func schedule(_ answer: ServiceAnswer, for id: InstanceID, after delay: Int) {
    guard let outcome = answer.outcome else { return }
    for _ in 0..<(answer.isTwice ? 2 : 1) { scheduleAnswer(to: id, after: delay, outcome, answer.value) }
  }

  private mutating func scheduleAnswer(to id: InstanceID, after delay: Int, _ outcome: Outcome, _ value: Value) {
    let name = request(id)?.name ?? ""
    schedule(after: delay, .reply, name, .answer(request: id, outcome, value))
  }

  private mutating func takeSetting(of service: Name) -> ServiceBehaviour {
    guard let index = snapshot.services.firstIndex(where: { $0.service == service }) else {
      return ServiceBehaviour()
    }
    let behaviour = snapshot.services[index].behaviour
    if behaviour.isOnce { snapshot.services.remove(at: index) }
    return behaviour
  }

  /// Sets the service's behaviour for future requests.
  ///
  /// One-time behaviours apply in order, each to one request; then the permanent one applies. Setting the permanent
  /// one keeps them.
  package mutating func setBehaviour(of service: String, _ behaviour: ServiceBehaviour) {
    guard fault == nil else { return }
    if !behaviour.isOnce {
      snapshot.services.removeAll { $0.service == service && !$0.behaviour.isOnce }
    }
    if behaviour == ServiceBehaviour() { return }
    let index = snapshot.services.firstIndex { setting in
      if setting.service == service { return !setting.behaviour.isOnce }
      return Name(service) < setting.service
    }
    snapshot.services.insert(
      ServiceSetting(service: Name(service), behaviour: behaviour), at: index ?? snapshot.services.endIndex)
  }

  /// Answers a request and drops its automatic answer.
  ///
  /// - Parameter told: The value for the trace; `nil` for the value itself.
  package mutating func reply(to id: InstanceID, _ outcome: Outcome, _ value: Value, told: Value? = nil) {
    guard fault == nil else { return }
    dropWork(of: id)
    guard let asked = request(id) else { return }
    answer(id, outcome, value, told: told)
    if !asked.isWithInstance { change(id) { $0.answersLate = false } }
    if asked.isWithInstance, !asked.isEnded { tellAnswerer(.dropped, asked, id) }
  }

  /// Notifies the request's owner. An answer to an ended request is only recorded, as late.
  ///
  /// - Parameter isScheduled: Whether the service or its time-out sent the answer.
  mutating func answer(
    _ id: InstanceID, _ outcome: Outcome, _ value: Value, told: Value? = nil, isScheduled: Bool = false
  ) {
    guard let request = request(id) else { return }
    if request.isEnded {
      record(.late(service: request.name, outcome: outcome, value: told ?? value), of: request.owner)
      change(id) { $0.answersLate = false }
      collector.isDue = true
      return
    }
    end(id)
    if isTallying { tallyAnswer(to: request, outcome, value, isScheduled: isScheduled) }
    record(.replied(service: request.name, outcome: outcome, value: told ?? value), of: request.owner)
    if let asker = request.asker {
      call(asker, .enumeration(outcome.rawValue, [Member("", value)]))
    } else {
      finalize(request, value)
      deliver(event(named: "\(request.service).\(outcome.rawValue)"), value, to: id, of: request.owner)
    }
    // If an instance answers the request, its scheduled work is the time-out.
    if request.answerer == .instanceBeforeTimeout { tellAnswerer(.dropped, request, id) }
  }

  /// Cancels the requests of an exited state. A late answer stays scheduled.
  mutating func cancelRequests(of owner: InstanceID, state: Int) {
    for id in machine(owner)?.requests ?? [] where request(id)?.state == state { cancel(id) }
  }

  mutating func cancelRequest(of owner: InstanceID, asker: HandlerValue) {
    for id in machine(owner)?.requests ?? [] where request(id)?.asker == asker { cancel(id) }
  }

  private mutating func cancel(_ id: InstanceID) {
    guard let request = request(id), !request.isEnded else { return }
    end(id)
    if !request.answersLate { dropWork(of: id) }
    record(.cancelled(service: request.name), of: request.owner)
    if request.isWithInstance { tellAnswerer(.dropped, request, id) }
  }

  private mutating func end(_ id: InstanceID) {
    guard let request = request(id) else { return }
    change(id) {
      $0.isEnded = true
      $0.asker = nil
    }
    update(request.owner) { $0.requests.removeAll { $0 == id } }
    release(id, request)
  }

  private mutating func change(_ id: InstanceID, _ body: (inout RequestInstance) -> Void) {
    guard var request = request(id) else { return }
    body(&request)
    snapshot.instances[id.index] = .request(request)
  }

  // MARK: Services with a state

  private mutating func ask(_ service: ServiceDefinition, _ id: InstanceID) {
    if let timeout = service.timeout {
      scheduleAnswer(to: id, after: timeout.delay, .error, .string(timeout.message))
    }
    change(id) { $0.answerer = service.timeout == nil ? .instance : .instanceBeforeTimeout }
    if let request = request(id) { tellAnswerer(.asked, request, id) }
  }

  private mutating func tellAnswerer(_ question: ServiceQuestion, _ request: RequestInstance, _ id: InstanceID) {
    guard fault == nil, let index = program.serviceIndex(named: request.service),
      let path = program.services[index].instance?.text
    else { return }
    guard let instance = snapshot.instance(at: path, program) else {
      return fail(.answererNotMade(service: request.service.text, path: path))
    }
    hear(question.event(of: request.service), .list([.reference(id), request.input]), by: instance)
  }

  /// Schedules an instance's answer. Answers after the time-out or a cancel are dropped unless the service answers
  /// late.
  mutating func answer(_ id: InstanceID, _ answer: ServiceAnswer) {
    if answer.isLate { change(id) { $0.answersLate = true } }
    guard fault == nil, answer.outcome != nil, let request = request(id),
      let index = program.serviceIndex(named: request.service)
    else { return }
    let delay = delay(of: answer, to: request, program.services[index])
    if takesAnswer(request, id, after: delay) { schedule(answer, for: id, after: delay) }
  }

  /// The first answer in time replaces the time-out.
  private mutating func takesAnswer(_ request: RequestInstance, _ id: InstanceID, after delay: Int) -> Bool {
    switch request.answerer {
    case .agenda: return true
    case .hand: return false
    case .instance, .instanceBeforeTimeout:
      if request.isEnded { return request.answersLate }
      guard request.answerer == .instance || comesBeforeTimeout(delay, id) else { return request.answersLate }
      dropWork(of: id)
      change(id) { $0.answerer = .agenda }
      return true
    }
  }

  private func comesBeforeTimeout(_ delay: Int, _ id: InstanceID) -> Bool {
    guard let waiting = snapshot.agenda.ordered.first(where: { $0.target.instance == id }) else { return true }
    let (due, overflows) = snapshot.time.addingReportingOverflow(max(0, delay))
    return !overflows && due < waiting.due
  }
}

extension RequestInstance {
  fileprivate func precedes(_ other: RequestInstance) -> Bool {
    service == other.service
      ? ordinal < other.ordinal : service < other.service
  }

  fileprivate var isPending: Bool { !isEnded || answersLate }

  var isWithInstance: Bool { answerer == .instance || answerer == .instanceBeforeTimeout }
}

extension Snapshot {
  /// Open requests by service and ordinal, an order that does not depend on identifiers.
  var openRequests: [(id: InstanceID, request: RequestInstance)] { requests { !$0.isEnded } }

  var pendingRequests: [(id: InstanceID, request: RequestInstance)] { requests(where: \.isPending) }

  var requestsOutside: [(id: InstanceID, request: RequestInstance)] { requests { !$0.isEnded || $0.isOwedByHand } }

  private func requests(
    where isWanted: (RequestInstance) -> Bool
  ) -> [(id: InstanceID, request: RequestInstance)] {
    if instances.requests.isEmpty { return [] }
    var result: [(id: InstanceID, request: RequestInstance)] = []
    for id in instances.requests {
      if case .request(let request)? = instances[id.index], isWanted(request) { result.append((id, request)) }
    }
    return result.count < 2 ? result : result.sorted { $0.request.precedes($1.request) }
  }

  func pendingRequest(named name: String) -> (id: InstanceID, request: RequestInstance)? {
    var first: (id: InstanceID, request: RequestInstance)?
    for id in instances.requests {
      guard case .request(let request)? = instances[id.index], request.isPending,
        request.name == name, first.map({ request.precedes($0.request) }) ?? true
      else { continue }
      first = (id, request)
    }
    return first
  }
}

extension ServiceDefinition {
  fileprivate func answer(to input: Value, _ setting: ServiceBehaviour.Answer) -> ServiceAnswer {
    switch setting {
    case .manual, .never: return ServiceAnswer(nil)
    case .defined: return answer(input)
    case .outcome(let outcome, let value): return ServiceAnswer(outcome, value ?? self.value(of: outcome, for: input))
    case .twice(let outcome, let value):
      var answer = ServiceAnswer(outcome, value ?? self.value(of: outcome, for: input))
      answer.isTwice = true
      return answer
    }
  }
}
