struct Delivery: Sendable {
  var event: SignalEvent
  var target: InstanceID
  var input: Int
}

extension Kernel {
  /// Each listener is checked again before it is called; an ended stage receives nothing.
  ///
  /// A loop passes on an operator's last event, so that chains of operators need no stack.
  mutating func receive(_ event: SignalEvent, at id: InstanceID, input: Int) {
    var next: Delivery? = Delivery(event: event, target: id, input: input)
    while let delivery = next, fault == nil {
      guard let stage = stage(delivery.target), !stage.isDone else { return }
      next = run(stage, delivery)
    }
  }

  /// - Returns: Its last event; it sends earlier ones itself.
  private mutating func run(_ stage: Stage, _ delivery: Delivery) -> Delivery? {
    let id = delivery.target
    let event = delivery.event
    switch stage.kind {
    case .values, .changes, .subject, .signal: return pass(event, from: id, stage)
    case .just, .fail, .empty, .never, .lifetime: return nil
    case .map, .filter: return runClosure(stage, id, event)
    case .distinct: return dropRepeats(stage, id, event)
    case .ignoreValues: return event.isEnd ? pass(event, from: id, stage) : nil
    case .log:
      logEvent(event, of: stage)
      return pass(event, from: id, stage)
    case .run(let instance):
      runAction(of: stage, instance, event)
      return pass(event, from: id, stage)
    case .skip: return skip(stage, id, event)
    case .take: return take(stage, id, event)
    case .materialize: return materialize(stage, id, event)
    case .delay(let delay): return postpone(stage, delivery, .delay, after: delay, isErrorAtOnce: true)
    case .deliver: return postpone(stage, delivery, .hop, after: 0, isErrorAtOnce: false)
    case .combineLatest(let count): return combine(stage, delivery, count: count)
    case .merge: return merge(stage, id, event)
    case .concat(let count): return concat(stage, id, event, count: count)
    case .takeUntil: return takeUntil(stage, delivery)
    case .catchError: return catchError(stage, delivery)
    case .catchMap: return catchMap(stage, delivery)
    case .flatten(let limit): return flatten(stage, delivery, limit: limit ?? .max)
    case .switchToLatest: return switchToLatest(stage, delivery)
    case .member(let field): return follow(stage, delivery, field: field)
    }
  }

  mutating func emit(_ event: SignalEvent, from id: InstanceID) {
    guard fault == nil, let stage = stage(id), !stage.isDone, let next = pass(event, from: id, stage) else { return }
    guard enterOperator(Kernel.name(of: stage.origin)) else { return }
    receive(next.event, at: next.target, input: next.input)
    usage.operatorDepth -= 1
  }

  /// After an error or completion the stage's resources are released first.
  ///
  /// - Returns: The delivery to a sink that is a stage.
  mutating func pass(_ event: SignalEvent, from id: InstanceID, _ stage: Stage) -> Delivery? {
    if event.isEnd { dispose(id) }
    if case .stage(let target, let input) = stage.sink {
      return Delivery(event: event, target: target, input: input)
    }
    give(event, to: stage.sink)
    return nil
  }

  private mutating func give(_ event: SignalEvent, to sink: Sink) {
    switch sink {
    case .stage: break
    case .assign(let target, let port, let replacement):
      switch event {
      case .next(let value): set(target, port: port, to: value == .null ? replacement ?? .null : value)
      case .error(let error): fail(.boundError(error))
      case .completed: break
      }
    case .write(let target, let port):
      if case .next(let value) = event { set(target, port: port, to: value) }
    case .output(let target, let port):
      if case .next(let value) = event { output(value, by: target, port: port) }
    case .relay(let subject): relay(event, by: subject)
    case .handlers(let next, let error, let completed): call(event, next, error, completed)
    case .allow(let command):
      if case .next(let value) = event { allow(command, value == .bool(true)) }
    case .execute(let command):
      if case .next(let value) = event { _ = execute(command, value) }
    case .execution(let execution):
      executionSent(event, execution)
    }
  }

  private mutating func call(
    _ event: SignalEvent, _ next: HandlerValue?, _ error: HandlerValue?, _ completed: HandlerValue?
  ) {
    switch event {
    case .next(let value): if let next { call(next, value) }
    case .error(let value): if let error { call(error, value) }
    case .completed: if let completed { call(completed, .null) }
    }
  }

  private mutating func runAction(of stage: Stage, _ instance: InstanceID, _ event: SignalEvent) {
    guard let action = nodes(of: stage.origin)?.nodes[stage.position].action else { return }
    nest(.named(Kernel.name(of: stage.origin))) { kernel in
      withUnsafeMutablePointer(to: &kernel) { action.run(TurnContext(kernel: $0), instance, event) }
    }
  }

  /// Changes a stage's memory, which may keep other instances.
  mutating func remember(_ id: InstanceID, _ body: (inout Stage) -> Void) {
    collector.isDue = true
    change(id, body)
  }

  // MARK: Operators with one input

  private mutating func runClosure(_ stage: Stage, _ id: InstanceID, _ event: SignalEvent) -> Delivery? {
    guard case .next(let value) = event else { return pass(event, from: id, stage) }
    let result = transform(of: stage, value)
    if case .map = stage.kind { return pass(.next(result), from: id, stage) }
    return result == .bool(true) ? pass(event, from: id, stage) : nil
  }

  private mutating func dropRepeats(_ stage: Stage, _ id: InstanceID, _ event: SignalEvent) -> Delivery? {
    if case .next(let value) = event {
      if stage.memory == [value] { return nil }
      remember(id) { $0.memory = [value] }
    }
    return pass(event, from: id, stage)
  }

  private mutating func skip(_ stage: Stage, _ id: InstanceID, _ event: SignalEvent) -> Delivery? {
    guard case .next = event, case .int(let left)? = stage.memory.first, left > 0 else {
      return pass(event, from: id, stage)
    }
    change(id) { $0.memory = [.int(left &- 1)] }
    return nil
  }

  private mutating func take(_ stage: Stage, _ id: InstanceID, _ event: SignalEvent) -> Delivery? {
    guard case .next = event, case .int(let left)? = stage.memory.first else { return pass(event, from: id, stage) }
    // The last value is being sent; completion follows.
    if left < 1 { return nil }
    change(id) { $0.memory = [.int(left &- 1)] }
    if left > 1 { return pass(event, from: id, stage) }
    emit(event, from: id)
    // A listener may have ended it.
    guard let stage = self.stage(id), !stage.isDone else { return nil }
    return pass(.completed, from: id, stage)
  }

  private mutating func materialize(_ stage: Stage, _ id: InstanceID, _ event: SignalEvent) -> Delivery? {
    let value = Value.event(event)
    if !event.isEnd { return pass(.next(value), from: id, stage) }
    emit(.next(value), from: id)
    guard let stage = self.stage(id), !stage.isDone else { return nil }
    return pass(.completed, from: id, stage)
  }

  // MARK: Delays and logs

  /// Schedules an event; input 1 receives it when it is due.
  private mutating func postpone(
    _ stage: Stage, _ delivery: Delivery, _ source: Cause.Source, after delay: Int, isErrorAtOnce: Bool
  ) -> Delivery? {
    if delivery.input == 1 { return pass(delivery.event, from: delivery.target, stage) }
    if isErrorAtOnce, case .error = delivery.event { return pass(delivery.event, from: delivery.target, stage) }
    schedule(
      after: delay, source, Kernel.name(of: stage.origin), .deliver(delivery.target, input: 1, delivery.event))
    return nil
  }

  private mutating func logEvent(_ event: SignalEvent, of stage: Stage) {
    guard isRecording, fault == nil, let name = nodes(of: stage.origin).map({ name(of: $0, at: stage.position) }) else {
      return
    }
    switch event {
    case .next(let value): record(.logged("\(name) next", value))
    case .error(let error): record(.logged("\(name) error", error))
    case .completed: record(.logged("\(name) completed", nil))
    }
  }
}

extension Value {
  var target: InstanceID? {
    switch self {
    case .reference(let id): id
    case .weak(let id): id
    default: nil
    }
  }

  static func event(_ event: SignalEvent) -> Value {
    switch event {
    case .next(let value): .enumeration("next", [Member("", value)])
    case .error(let value): .enumeration("error", [Member("", value)])
    case .completed: .enumeration("completed", [])
    }
  }

  /// A short text for fault messages, with secrets hidden.
  package var plainText: String {
    switch self {
    case .string(let text): "'\(text)'"
    case .secret: "<secret>"
    case .int(let number): String(number)
    case .bool(let truth): String(truth)
    case .double(let number): number.description
    case .null: "nil"
    case .enumeration(let name, _): name
    case .list, .record, .reference, .weak, .signal: "a value"
    }
  }
}
