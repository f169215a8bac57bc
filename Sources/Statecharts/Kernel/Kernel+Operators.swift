/// An event on its way to an input of a stage.
struct Delivery: Sendable {
  var event: SignalEvent
  var target: InstanceID
  var input: Int
}

extension Kernel {
  /// Gives an event to an input of a stage. Each listener is checked again at its turn: a stage that ended hears nothing.
  ///
  /// What an operator sends last is passed on here, in a loop, so that a chain of operators costs no stack.
  mutating func receive(_ event: SignalEvent, at id: InstanceID, input: Int) {
    var next: Delivery? = Delivery(event: event, target: id, input: input)
    while let delivery = next, fault == nil {
      guard let stage = stage(delivery.target), !stage.isDone else { return }
      next = run(stage, delivery)
    }
  }

  /// Runs one operator on one event.
  ///
  /// - Returns: What it sends last, if anything; what it sends before, it has sent itself.
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
    case .perform(let next, let error, let completed):
      call(event, next, error, completed)
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

  /// Sends an event from a stage to its sink, before the stage goes on.
  mutating func emit(_ event: SignalEvent, from id: InstanceID) {
    guard fault == nil, let stage = stage(id), !stage.isDone, let next = pass(event, from: id, stage) else { return }
    guard enterOperator(Kernel.name(of: stage.origin)) else { return }
    receive(next.event, at: next.target, input: next.input)
    usage.operatorDepth -= 1
  }

  /// Passes an event from a stage to its sink. After an error or completion the stage's own resources go first.
  ///
  /// - Returns: The delivery that follows, when the sink is another stage.
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

  /// Changes what a stage remembers, and with it perhaps what it keeps alive.
  mutating func remember(_ id: InstanceID, _ body: (inout Stage) -> Void) {
    collector.isDue = true
    change(id, body)
  }

  // MARK: One value, one answer

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

  /// The last value that is taken is followed by completion.
  private mutating func take(_ stage: Stage, _ id: InstanceID, _ event: SignalEvent) -> Delivery? {
    guard case .next = event, case .int(let left)? = stage.memory.first else { return pass(event, from: id, stage) }
    // It is telling of the last value now, and completes behind it.
    if left < 1 { return nil }
    change(id) { $0.memory = [.int(left &- 1)] }
    if left > 1 { return pass(event, from: id, stage) }
    emit(event, from: id)
    // Somebody may have ended it while it told of this one.
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

  // MARK: Later

  /// Makes work of an event; what arrives at the second input has waited.
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
  /// The instance that a reference means; nil for every other value.
  var target: InstanceID? {
    switch self {
    case .reference(let id): id
    case .weak(let id): id
    default: nil
    }
  }

  /// An event as a value: `next(1)`, `error("E")`, `completed`.
  static func event(_ event: SignalEvent) -> Value {
    switch event {
    case .next(let value): .enumeration("next", [Member("", value)])
    case .error(let value): .enumeration("error", [Member("", value)])
    case .completed: .enumeration("completed", [])
    }
  }

  /// A short text for messages of faults; secrets stay secret.
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
