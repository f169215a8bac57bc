extension Kernel {
  /// Gives an event to an input of a stage. Each listener is checked again at its turn: a stage that ended hears nothing.
  mutating func receive(_ event: SignalEvent, at id: InstanceID, input: Int) {
    guard fault == nil, let stage = stage(id), !stage.isDone else { return }
    switch stage.kind {
    case .values, .changes, .subject, .signal:
      emit(event, from: id)
    case .just, .fail, .empty, .never:
      break
    case .map:
      if case .next(let value) = event {
        emit(.next(transform(of: stage, value)), from: id)
      } else {
        emit(event, from: id)
      }
    case .filter:
      if case .next(let value) = event, transform(of: stage, value) != .bool(true) { return }
      emit(event, from: id)
    case .distinct:
      if case .next(let value) = event {
        if stage.memory == [value] { return }
        remember(id) { $0.memory = [value] }
      }
      emit(event, from: id)
    case .combineLatest(let count):
      combine(event, at: id, stage, input: input, count: count)
    case .takeUntil:
      takeUntil(event, at: id, input: input)
    case .catchError:
      if input == 0, case .error = event { return feed(id, from: 1) }
      emit(event, from: id)
    case .member(let field):
      follow(event, at: id, input: input, field: field)
    }
  }

  /// No glitch is suppressed: two changed inputs give two outputs.
  private mutating func combine(_ event: SignalEvent, at id: InstanceID, _ stage: Stage, input: Int, count: Int) {
    switch event {
    case .next(let value):
      remember(id) { $0.memory[input] = .list([value]) }
      let latest = (self.stage(id)?.memory ?? []).prefix(count).compactMap(Kernel.only)
      if latest.count == count { emit(.next(.list(latest)), from: id) }
    case .completed:
      guard case .int(let open) = stage.memory[count] else { return }
      change(id) { $0.memory[count] = .int(open - 1) }
      if open == 1 { emit(.completed, from: id) }
    case .error:
      emit(event, from: id)
    }
  }

  /// Changes what a stage remembers, and with it perhaps what it keeps alive.
  private mutating func remember(_ id: InstanceID, _ body: (inout Stage) -> Void) {
    mayHaveGarbage = true
    change(id, body)
  }

  private static func only(_ latest: Value) -> Value? {
    guard case .list(let values) = latest else { return nil }
    return values.first
  }

  /// The trigger's value or completion completes; its error is ignored.
  private mutating func takeUntil(_ event: SignalEvent, at id: InstanceID, input: Int) {
    if input == 0 { return emit(event, from: id) }
    if case .error = event { return }
    emit(.completed, from: id)
  }

  /// Follows a field of whatever instance the input sends: it remembers the stage that watches the field, and whether the
  /// input has completed.
  private mutating func follow(_ event: SignalEvent, at id: InstanceID, input: Int, field: String) {
    switch (input, event) {
    case (0, .next(let value)):
      watch(field, of: value.target, for: id)
    case (0, .completed):
      if stage(id)?.memory.first?.target == nil { return emit(.completed, from: id) }
      change(id) { $0.memory[1] = .bool(true) }
    case (_, .completed):
      let isInputDone = stage(id)?.memory.last == .bool(true)
      change(id) { $0.memory[0] = .null }
      if isInputDone { emit(.completed, from: id) }
    case (_, .next), (_, .error):
      emit(event, from: id)
    }
  }

  private mutating func watch(_ field: String, of target: InstanceID?, for id: InstanceID) {
    guard let stage = stage(id) else { return }
    if let old = stage.memory.first?.target { dispose(old) }
    guard let target, let port = port(field, of: target) else {
      change(id) { $0.memory[0] = .null }
      return emit(.next(.null), from: id)
    }
    let watcher = add(
      .stage(
        Stage(
          origin: stage.origin, position: stage.position, kind: .values(target, port: port), sink: .stage(id, input: 1))
      ))
    change(id) {
      $0.memory[0] = .reference(watcher)
      $0.upstream.append(watcher)
    }
    listen(watcher, to: target, port: port)
    emit(.next(read(target, port: port)), from: watcher)
  }

  /// Sends an event from a stage to its sink. After an error or completion the stage's own resources go first.
  mutating func emit(_ event: SignalEvent, from id: InstanceID) {
    guard fault == nil, let stage = stage(id), !stage.isDone else { return }
    if case .next = event {} else { dispose(id) }
    pass(event, to: stage.sink)
  }

  private mutating func pass(_ event: SignalEvent, to sink: Sink) {
    switch sink {
    case .stage(let target, let input):
      receive(event, at: target, input: input)
    case .assign(let target, let port):
      switch event {
      case .next(let value): set(target, port: port, to: value)
      case .error(let error): fail("a binding received an error: \(error.plainText)")
      case .completed: break
      }
    case .output(let target, let port):
      if case .next(let value) = event { output(value, by: target, port: port) }
    case .handlers(let next, let error, let completed):
      switch event {
      case .next(let value): if let next { call(next, value) }
      case .error(let value): if let error { call(error, value) }
      case .completed: if let completed { call(completed, .null) }
      }
    case .allow(let command):
      if case .next(let value) = event { allow(command, value == .bool(true)) }
    case .execute(let command):
      if case .next(let value) = event { _ = execute(command, value) }
    case .execution(let execution):
      executionSent(event, execution)
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

  /// A short text for messages of faults; secrets stay secret.
  var plainText: String {
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
