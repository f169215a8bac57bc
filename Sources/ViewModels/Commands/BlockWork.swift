import Statecharts

/// One execution of a block command, as its block has it: the input, and how to say that it is done.
public struct BlockWork: Hashable, ValueConvertible {
  public let command: Ref<BlockCommand>
  let generation: Int
  public let input: Value

  init(command: Ref<BlockCommand>, generation: Int, input: Value) {
    self.command = command
    self.generation = generation
    self.input = input
  }

  /// Calls back: the result is set, then executing drops. In the fixed form only the first call of the current execution
  /// counts.
  public func done(_ turn: borrowing TurnContext, error: Value = .null, content: Value = .null) {
    var work = turn[command, BlockCommand.work]
    let isCurrent = generation == work.generation && work.running.contains(generation)
    if work.isFixed, !isCurrent { return }
    work.running.removeAll { $0 == generation }
    turn[command, BlockCommand.work] = work
    turn.cancel(BlockCommand.timeLimit(command, generation))
    let result = BlockResult(error: error, content: content)
    turn[command, BlockCommand.result] = result
    turn.raise(result.end.name, for: command.id)
    turn[command, BlockCommand.executing] = false
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

extension TurnContext {
  /// Makes a block command.
  ///
  /// - Parameters:
  ///   - isFixed: Whether it is the fixed form.
  ///   - timeLimit: After what time the fixed form ends an execution whose block did not call back.
  ///   - path: What it is called; without one, as the field that takes it.
  ///   - consume: Does the work; it is given a `BlockWork`, and calls back now or later.
  ///   - cancel: Is called by a cancel.
  public func makeBlockCommand(
    isFixed: Bool, timeLimit: Duration? = nil, at path: String? = nil, consume: HandlerValue,
    cancel: HandlerValue? = nil
  ) -> Ref<BlockCommand> {
    let command = Ref<BlockCommand>(make(BlockCommand.definition.name, at: path))
    var work = BlockState()
    work.isFixed = isFixed
    work.consume = consume.stored
    work.cancel = cancel?.stored ?? .null
    work.timeLimit = timeLimit?.milliseconds
    self[command, BlockCommand.work] = work
    return command
  }

  /// Executes a block command; while it executes, nothing happens at all.
  public func execute(_ command: Ref<BlockCommand>, _ input: Value = .null) {
    if self[command, BlockCommand.executing] { return }
    var state = self[command, BlockCommand.work]
    state.generation &+= 1
    state.running.append(state.generation)
    self[command, BlockCommand.work] = state
    self[command, BlockCommand.executing] = true
    raise(BlockCommand.begun.name, for: command.id)
    let work = BlockWork(command: command, generation: state.generation, input: input)
    if state.isFixed, let limit = state.timeLimit {
      after(limit, BlockCommand.timeLimit(command, state.generation))
    }
    if let consume = HandlerValue(stored: state.consume) { call(consume, work.value) }
  }

  /// Cancels a block command: its cancel handler is called, and executing drops. The original does so also while nothing is
  /// in flight, and the work goes on.
  public func cancel(_ command: Ref<BlockCommand>) {
    var state = self[command, BlockCommand.work]
    if state.isFixed {
      guard state.running.contains(state.generation) else { return }
      cancel(BlockCommand.timeLimit(command, state.generation))
      state.running = []
      self[command, BlockCommand.work] = state
    }
    if let handler = HandlerValue(stored: state.cancel) { call(handler, command.value) }
    if state.isFixed || state.cancel != .null { send(BlockCommand.cancelled, by: command) }
    raise(BlockCommand.stopped.name, for: command.id)
    self[command, BlockCommand.executing] = false
  }

  private func send(_ subject: Subject<Void>, by command: Ref<BlockCommand>) {
    emit(subject, (), by: command)
  }
}

extension HandlerValue {
  fileprivate var stored: Value { .list([.string(name), .list(captures)]) }

  fileprivate init?(stored: Value) {
    guard case .list(let parts) = stored, parts.count == 2, case .string(let name) = parts[0],
      case .list(let captures) = parts[1]
    else { return nil }
    self.init(name, captures)
  }
}
