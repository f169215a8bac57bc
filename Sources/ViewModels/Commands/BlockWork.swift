import Statecharts

/// One execution of a block command, for its block.
public struct BlockWork: Hashable {
  /// The executing command.
  public let command: Ref<BlockCommand>
  let generation: Int
  /// The argument of `execute`.
  public let input: Value

  /// Sets the result and ends the execution. The fixed form ignores all but the first call of the current
  /// execution.
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
}

extension BlockWork: ValueConvertible {
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
  /// Makes a block command; `consume` calls `done` now or later. In the fixed form, a `timeLimit` ends an execution
  /// without a call back.
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
  /// Does nothing while it executes.
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

  /// Calls the cancel handler and ends the execution. The original also does so while nothing is in flight, and its
  /// work continues.
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
