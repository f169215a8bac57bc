extension Kernel {
  @discardableResult
  mutating func start(_ signal: SignalValue) -> InstanceID? {
    guard fault == nil, let link = nodes(of: signal) else { return nil }
    return subscribe(signal, position: 0, to: link.sink)
  }

  @discardableResult
  mutating func subscribe(to signal: SignalValue, _ sink: Sink) -> InstanceID? {
    guard fault == nil, nodes(of: signal) != nil else { return nil }
    return subscribe(signal, position: 0, to: sink)
  }

  /// Cached, because a signal's nodes are costly to build.
  mutating func nodes(of signal: SignalValue) -> SignalNodes? {
    if let known = links[signal] { return known }
    do throws(CaptureMisfit) {
      let nodes = SignalNodes(try program.link(for: signal), captures: signal.targets)
      if nodes.usesUnlisted {
        throw CaptureMisfit(
          "wiring '\(Kernel.name(of: signal))' uses a field or subject that a definition does not list")
      }
      guard nodes.depth <= program.limits.nestedOperators else {
        reach("nestedOperators", program.limits.nestedOperators, Kernel.name(of: signal).text)
        return nil
      }
      links[signal] = nodes
      if links.count > Kernel.linksKept { hasLeftovers = true }
      return nodes
    } catch {
      fail(.told(error.description))
      return nil
    }
  }

  @discardableResult
  private mutating func subscribe(_ origin: SignalValue, position: Int, to sink: Sink) -> InstanceID {
    guard let node = links[origin]?.nodes[position] else { return .nowhere }
    let stage = add(
      Stage(
        origin: origin, position: position, kind: node.kind, sink: sink, captures: node.keeps,
        memory: node.kind.initialMemory))
    switch sink {
    // Registered before it sends, so that an end downstream ends it too.
    case .stage(let downstream, _): change(downstream) { $0.upstream.append(stage) }
    case .assign(let target, let port, _): if !bind(stage, to: target, port: port) { return stage }
    case .relay(let subject) where self.subject(subject)?.end != nil:
      dispose(stage)
      return stage
    case .write, .output, .relay, .handlers, .allow, .execute, .execution: break
    }
    guard enterOperator(Kernel.name(of: origin)) else { return stage }
    if node.inputs.isEmpty { begin(stage, node.kind) } else { begin(stage, node.kind, inputs: node.inputs.count) }
    usage.operatorDepth -= 1
    return stage
  }

  private mutating func begin(_ stage: InstanceID, _ kind: Operator) {
    switch kind {
    case .values(let source, let port):
      listen(stage, to: source, port: port)
      emit(.next(read(source, port: port)), from: stage)
    case .changes(let source, let port):
      listen(stage, to: source, port: port)
    case .subject(let source, let port):
      join(stage, source, port: port)
    case .signal(let signal):
      subscribe(stage, to: signal)
    case .just(let value):
      emit(.next(value), from: stage)
      emit(.completed, from: stage)
    case .fail(let error):
      emit(.error(error), from: stage)
    case .empty, .merge, .concat, .combineLatest:
      // Without inputs, all inputs have completed.
      emit(.completed, from: stage)
    case .lifetime(let source):
      if let port = lifetimePort(of: source) { listen(stage, to: source, port: port) }
    case .never, .map, .filter, .distinct, .member, .delay, .deliver, .log, .run, .skip, .take,
      .ignoreValues, .materialize, .catchMap, .flatten, .switchToLatest, .takeUntil, .catchError:
      break
    }
  }

  private mutating func begin(_ stage: InstanceID, _ kind: Operator, inputs count: Int) {
    switch kind {
    case .take(0):
      emit(.completed, from: stage)
    case .combineLatest, .merge:
      for input in 0..<count { feed(stage, from: input) }
    case .takeUntil:
      feed(stage, from: 1)
      feed(stage, from: 0)
    case .map, .filter, .distinct, .member, .delay, .deliver, .log, .run, .skip, .take, .ignoreValues,
      .materialize, .catchMap, .flatten, .switchToLatest, .catchError, .concat:
      feed(stage, from: 0)
    case .values, .changes, .subject, .lifetime, .signal, .just, .fail, .empty, .never:
      break
    }
  }

  mutating func subscribe(_ stage: InstanceID, to signal: SignalValue) {
    switch signal {
    case .failing(let error):
      emit(.error(error), from: stage)
    case .execution(let execution):
      guard case .execution(let state)? = instance(execution) else { return }
      listen(stage, to: execution, port: 0)
      for event in state.log { emit(event, from: stage) }
    case .wiring, .executionCatchingErrors:
      guard nodes(of: signal) != nil else { return }
      nest(.named(Kernel.name(of: signal))) { kernel in
        kernel.subscribe(signal, position: 0, to: .stage(stage, input: 0))
      }
    }
  }

  mutating func feed(_ id: InstanceID, from input: Int) {
    guard let stage = stage(id), !stage.isDone, fault == nil,
      let inputs = nodes(of: stage.origin)?.nodes[stage.position].inputs, inputs.indices.contains(input)
    else { return }
    let position = inputs[input]
    subscribe(stage.origin, position: position, to: .stage(id, input: input))
  }

  static func name(of signal: SignalValue) -> Name {
    if case .wiring(let name, _) = signal { name } else { "executionSignals" }
  }

  /// Counts nested operators; the caller must lower the count again.
  mutating func enterOperator(_ name: @autoclosure () -> Name) -> Bool {
    guard fault == nil else { return false }
    guard usage.operatorDepth < program.limits.nestedOperators else {
      reach("nestedOperators", program.limits.nestedOperators, name().text)
      return false
    }
    usage.operatorDepth += 1
    return true
  }

  // MARK: Listening

  mutating func listen(_ listener: InstanceID, to source: InstanceID, port: Int) {
    guard port >= 0, snapshot.instances.indices.contains(source.index), snapshot.instances[source.index] != nil else {
      return
    }
    snapshot.instances.changeListeners(at: source.index) { ports in
      while ports.count <= port { ports.append([]) }
      ports[port].append(listener)
    }
  }

  mutating func stopListening(_ listener: InstanceID, to source: InstanceID, port: Int) {
    guard snapshot.instances.indices.contains(source.index), port >= 0,
      port < snapshot.instances.listeners[source.index].count,
      let index = snapshot.instances.listeners[source.index][port].lastIndex(of: listener)
    else { return }
    snapshot.instances.changeListeners(at: source.index) { $0[port].remove(at: index) }
  }

  /// The port of lifetime listeners, after a machine's ports and bindings; nil for others.
  private func lifetimePort(of id: InstanceID) -> Int? { template(of: id).map { 2 * $0.portCount } }

  /// A field with another live binding is a fault, as ReactiveObjC asserts.
  private mutating func bind(_ stage: InstanceID, to target: InstanceID, port: Int) -> Bool {
    guard let template = template(of: target) else { return true }
    let place = template.portCount + port
    guard snapshot.instances.listeners(of: target, port: place).isEmpty else {
      dispose(stage)
      let path = path(target, port: port)
      fail(.boundField(path))
      return false
    }
    listen(stage, to: target, port: place)
    return true
  }

  mutating func dispose(_ id: InstanceID) {
    var pending = [id]
    while let next = pending.popLast() {
      guard let stage = stage(next), !stage.isDone else { continue }
      change(next) {
        $0.isDone = true
        $0.upstream = []
      }
      release(next, stage)
      pending.append(contentsOf: stage.upstream.reversed())
    }
  }

  private mutating func release(_ id: InstanceID, _ stage: Stage) {
    collector.isDue = true
    if let (source, port) = stage.kind.source, let port = port ?? lifetimePort(of: source) {
      stopListening(id, to: source, port: port)
    }
    switch stage.sink {
    case .stage(let downstream, _): change(downstream) { $0.upstream.removeAll { $0 == id } }
    case .assign(let target, let port, _):
      if let template = template(of: target) { stopListening(id, to: target, port: template.portCount + port) }
    case .write, .output, .relay, .handlers, .allow, .execute, .execution: break
    }
    dropWork(of: id) { if case .deliver = $0 { true } else { false } }
  }

  func stage(_ id: InstanceID) -> Stage? {
    guard case .stage(let stage)? = instance(id) else { return nil }
    return stage.value
  }

  mutating func change(_ id: InstanceID, _ body: (inout Stage) -> Void) {
    guard var stage = stage(id) else { return }
    body(&stage)
    snapshot.instances[id.index] = .stage(StageBox(stage))
  }

  mutating func transform(of stage: Stage, _ value: Value) -> Value {
    nodes(of: stage.origin)?.nodes[stage.position].transform?(value) ?? .null
  }
}

extension Operator {
  /// A stage's initial memory; only that of `distinct` changes its size.
  var initialMemory: [Value] {
    switch self {
    case .member, .switchToLatest: [.null, .bool(false)]
    case .skip(let count), .take(let count), .merge(let count): [.int(count)]
    case .concat: [.int(0)]
    case .combineLatest(let count): Array(repeating: .list([]), count: count) + [.int(count)]
    case .flatten: [.int(0), .bool(false), .list([]), .bool(false)]
    case .values, .changes, .subject, .lifetime, .signal, .just, .fail, .empty, .never, .map, .filter, .distinct,
      .delay, .deliver, .log, .run, .ignoreValues, .materialize, .catchMap, .takeUntil, .catchError:
      []
    }
  }
}
