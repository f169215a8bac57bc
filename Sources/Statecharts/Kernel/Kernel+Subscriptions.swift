extension Kernel {
  /// Subscribes the link of a wiring.
  ///
  /// - Returns: The stage whose events go to the link's sink.
  @discardableResult
  mutating func start(_ signal: SignalValue) -> InstanceID? {
    guard fault == nil, let link = link(for: signal) else { return nil }
    return subscribe(signal, position: 0, to: link.sink)
  }

  /// Subscribes a signal that is known as a value.
  @discardableResult
  mutating func subscribe(to signal: SignalValue, _ sink: Sink) -> InstanceID? {
    guard fault == nil, link(for: signal) != nil else { return nil }
    return subscribe(signal, position: 0, to: sink)
  }

  /// Returns what a signal value stands for, made from the definition once in a step.
  private mutating func link(for signal: SignalValue) -> Link? {
    if let known = links[signal] { return known }
    do throws(CaptureMisfit) {
      let link = try program.link(for: signal)
      links[signal] = link
      return link
    } catch {
      fail(error.description)
      return nil
    }
  }

  /// Makes the stage at a position of a signal's plan, and those that feed it.
  @discardableResult
  private mutating func subscribe(_ origin: SignalValue, position: Int, to sink: Sink) -> InstanceID {
    let plan = links[origin]?.plan
    let kind = plan?.node(at: position).kind ?? .never
    let kept = plan?.captures(ofStageAt: position, among: origin.targets) ?? []
    let stage = add(.stage(Stage(origin: origin, position: position, kind: kind, sink: sink, captures: kept)))
    switch kind {
    case .values(let source, let port):
      listen(stage, to: source, port: port)
      emit(.next(read(source, port: port)), from: stage)
    case .changes(let source, let port), .subject(let source, let port):
      listen(stage, to: source, port: port)
    case .signal(let signal):
      subscribe(stage, to: signal)
    case .just(let value):
      emit(.next(value), from: stage)
      emit(.completed, from: stage)
    case .fail(let error):
      emit(.error(error), from: stage)
    case .empty:
      emit(.completed, from: stage)
    case .never:
      break
    case .map, .filter, .distinct:
      feed(stage, from: 0)
    case .member:
      change(stage) { $0.memory = [.null, .bool(false)] }
      feed(stage, from: 0)
    case .combineLatest(let count):
      change(stage) { $0.memory = Array(repeating: .list([]), count: count) + [.int(count)] }
      if count == 0 { emit(.completed, from: stage) }
      for input in 0..<count { feed(stage, from: input) }
    case .takeUntil:
      feed(stage, from: 1)
      feed(stage, from: 0)
    case .catchError:
      feed(stage, from: 0)
    }
    return stage
  }

  /// Subscribes a stage to a signal that it stands for.
  private mutating func subscribe(_ stage: InstanceID, to signal: SignalValue) {
    switch signal {
    case .failing(let error):
      emit(.error(error), from: stage)
    case .execution(let execution):
      guard case .execution(let state)? = instance(execution)?.kind else { return }
      listen(stage, to: execution, port: 0)
      for event in state.log { emit(event, from: stage) }
    case .wiring, .executionCatchingErrors:
      guard link(for: signal) != nil else { return }
      nest(Kernel.name(of: signal)) { kernel in
        kernel.attach(kernel.subscribe(signal, position: 0, to: .stage(stage, input: 0)), to: stage)
      }
    }
  }

  /// Subscribes an input of a stage, unless the stage ended meanwhile.
  mutating func feed(_ id: InstanceID, from input: Int) {
    guard let stage = stage(id), !stage.isDone, fault == nil, let link = link(for: stage.origin) else { return }
    let position = link.plan.position(ofInput: input, at: stage.position)
    attach(subscribe(stage.origin, position: position, to: .stage(id, input: input)), to: id)
  }

  private static func name(of signal: SignalValue) -> String {
    if case .wiring(let name, _) = signal { name } else { "executionSignals" }
  }

  private mutating func attach(_ upstream: InstanceID, to id: InstanceID) {
    guard let stage = stage(id), !stage.isDone else { return dispose(upstream) }
    guard self.stage(upstream)?.isDone == false else { return }
    change(id) { $0.upstream.append(upstream) }
  }

  mutating func listen(_ listener: InstanceID, to source: InstanceID, port: Int) {
    guard snapshot.instances.indices.contains(source.index), snapshot.instances[source.index] != nil else { return }
    while snapshot.instances[source.index]!.listeners.count <= port {
      snapshot.instances[source.index]!.listeners.append([])
    }
    snapshot.instances[source.index]!.listeners[port].append(listener)
  }

  private mutating func stopListening(_ listener: InstanceID, to source: InstanceID, port: Int) {
    guard snapshot.instances.indices.contains(source.index) else { return }
    guard port < snapshot.instances[source.index]?.listeners.count ?? 0 else { return }
    snapshot.instances[source.index]?.listeners[port].removeAll { $0 == listener }
  }

  /// Ends a subscription: nothing more comes from it.
  mutating func dispose(_ id: InstanceID) {
    guard let stage = stage(id), !stage.isDone else { return }
    change(id) {
      $0.isDone = true
      $0.upstream = []
    }
    mayHaveGarbage = true
    switch stage.kind {
    case .values(let source, let port), .changes(let source, let port), .subject(let source, let port):
      stopListening(id, to: source, port: port)
    case .signal(.execution(let execution)):
      stopListening(id, to: execution, port: 0)
    default:
      break
    }
    for upstream in stage.upstream { dispose(upstream) }
    if case .stage(let downstream, _) = stage.sink { change(downstream) { $0.upstream.removeAll { $0 == id } } }
    dropWork { if case .deliver(let target, _, _) = $0 { target == id } else { false } }
  }

  func stage(_ id: InstanceID) -> Stage? {
    guard case .stage(let stage)? = instance(id)?.kind else { return nil }
    return stage
  }

  mutating func change(_ id: InstanceID, _ body: (inout Stage) -> Void) {
    guard var stage = stage(id) else { return }
    body(&stage)
    snapshot.instances[id.index]?.kind = .stage(stage)
  }

  /// Returns the pure closure of a stage.
  mutating func transform(of stage: Stage, _ value: Value) -> Value {
    link(for: stage.origin)?.plan.node(at: stage.position).transform?(value) ?? .null
  }
}
