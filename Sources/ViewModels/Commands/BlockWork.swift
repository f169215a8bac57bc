import Statecharts

/// One execution of a block command, as its block has it: the input, and how to say that it is done.
public struct BlockWork: Hashable, ValueConvertible {
  /// The command that executes.
  public let command: Ref<BlockCommand>
  let generation: Int
  /// What `execute` was given; `.null` without an input.
  public let input: Value

  init(command: Ref<BlockCommand>, generation: Int, input: Value) {
    self.command = command
    self.generation = generation
    self.input = input
  }

  /// Calls back: the result is set, then executing drops. In the fixed form only the first call of the current execution
  /// counts.
  public func done(_ turn: borrowing TurnContext, error: Value = .null, content: Value = .null) {
    let command = turn.handle(of: command)
    var work = command.work
    let isCurrent = generation == work.generation && work.running.contains(generation)
    if work.isFixed, !isCurrent { return }
    work.running.removeAll { $0 == generation }
    command.work = work
    command.cancel(BlockCommand.timeLimit, generation)
    let result = BlockResult(error: error, content: content)
    command.result = result
    command.raise(result.end)
    command.executing = false
  }

  public var value: Value { .list([command.value, .int(generation), input]) }
  public init?(_ value: Value) {
    guard case .list(let parts) = value, parts.count == 3, let command = Ref<BlockCommand>(parts[0]),
      let generation = Int(parts[1])
    else { return nil }
    self.init(command: command, generation: generation, input: parts[2])
  }
  public static var shape: Shape { .any }
  public static var holdsReferences: Bool { true }
}

extension Handle {
  /// Makes a block command.
  ///
  /// - Parameters:
  ///   - isFixed: Whether it is the fixed form.
  ///   - timeLimit: After what time the fixed form ends an execution whose block did not call back.
  ///   - path: What it is called; without one, as the field that takes it.
  ///   - consume: Does the work; it is given a `BlockWork`, and calls back now or later.
  ///   - cancel: Is called by a cancel.
  public func makeBlockCommand(
    isFixed: Bool, timeLimit: Duration? = nil, at path: String? = nil, consume: HandlerToken<V, BlockWork>,
    cancel: HandlerToken<V>? = nil
  ) -> Ref<BlockCommand> {
    let command = Ref<BlockCommand>(turn.make(Name(BlockCommand.templateName), at: path))
    var work = BlockState()
    work.isFixed = isFixed
    work.consume = consume.value(of: me).stored
    work.cancel = cancel?.value(of: me).stored ?? .null
    work.timeLimit = timeLimit?.milliseconds
    self[command].work = work
    return command
  }
}

extension Handle where V == BlockCommand {
  /// Executes the block command; while it executes, nothing happens at all.
  public func execute(_ input: Value = .null) {
    if self.executing { return }
    var state = self.work
    state.generation &+= 1
    state.running.append(state.generation)
    self.work = state
    self.executing = true
    raise(BlockCommand.begun)
    let work = BlockWork(command: ref, generation: state.generation, input: input)
    if state.isFixed, let limit = state.timeLimit {
      after(.milliseconds(limit), BlockCommand.timeLimit, state.generation)
    }
    if let consume = HandlerValue(stored: state.consume) { turn.call(consume, work.value) }
  }

  /// Cancels the block command: its cancel handler is called, and executing drops. The original does so also while nothing is
  /// in flight, and the work goes on.
  public func cancel() {
    var state = self.work
    if state.isFixed {
      guard state.running.contains(state.generation) else { return }
      cancel(BlockCommand.timeLimit, state.generation)
      state.running = []
      self.work = state
    }
    if let handler = HandlerValue(stored: state.cancel) { turn.call(handler, ref.value) }
    if state.isFixed || state.cancel != .null { emit(BlockCommand.cancelled) }
    raise(BlockCommand.stopped)
    self.executing = false
  }
}

extension HandlerValue {
  fileprivate var stored: Value { .list([name.value, .list(captures)]) }

  fileprivate init?(stored: Value) {
    guard case .list(let parts) = stored, parts.count == 2, let name = Name(parts[0]),
      case .list(let captures) = parts[1]
    else { return nil }
    self.init(name, captures)
  }
}
