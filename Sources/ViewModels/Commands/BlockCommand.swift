import Statecharts

/// A command whose block does the work and calls back, modelled on `MGJCommand`.
///
/// The original allows call backs that are late, repeated or after a cancel; each breaks a law. The fixed form
/// counts only the first call back of the current execution, ignores a cancel while nothing is in flight, and may
/// have a time limit.
public struct BlockCommand: ViewModel {
  /// The command's state.
  public struct Model: ModelType, Hashable {
    var executing = false
    var result: BlockResult?
    var work = BlockState()

    /// Makes a command that has not run.
    public init() {}
  }

  public static let templateName = "blockCommand"

  /// Becomes false after `result` was set.
  public let executing = Field(\.executing)
  /// The result of the last call back.
  public let result = Field(\.result)
  /// Sent on a cancel.
  public let cancelled = Subject<Void>()

  // Each end raises its event before `executing` becomes false, because an observer may then execute the command
  // again and replace `result`.
  let begun = Event<Void>()
  let succeeded = Event<Void>()
  let failed = Event<Void>()
  let broke = Event<Void>()
  let stopped = Event<Void>()

  let timeLimit = Handler<Int>("the command's time limit") { command, generation in
    BlockWork(command: command.ref, generation: generation, input: .null)
      .done(command.turn, error: "the time limit was reached")
  }

  /// Called by a machine; use `makeBlockCommand` for a command.
  public init() {}

  public var chart: Chart {
    Region("phase") {
      On(begun, to: .validating)
      On(succeeded, to: .succeeded)
      On(failed, to: .failed)
      On(broke, to: .error)
      On(stopped, to: .idle)
      State(.idle)
      State(.validating) { Always(to: .executing) }
      State(.executing)
      State(.succeeded)
      State(.failed)
      State(.error)
    }
  }

  public var laws: Chart {
    Held(
      to: CommandLaws(
        name: "the command", begins: .became(executing, true), outcomes: .set(result), cancels: .sent(cancelled),
        isExecuting: { $0.executing }, inFlight: { $0.work.running.count }, isEnabled: { !$0.executing }))
    Law("cancel calls nobody while nothing is in flight", from: false) { isExecuting, turn in
      var holds = true
      for effect in turn.effects {
        if case .set("executing", _, let new) = effect { isExecuting = isExecuting || new == .bool(true) }
        if Happening.sent(cancelled).matches(effect), !isExecuting { holds = false }
      }
      isExecuting = turn.executing
      return holds
    }
    Invariant("a result is an error or a content, and not both") {
      guard let result = $0.result else { return true }
      return (result.error == .null) != (result.content == .null)
    }
    Invariant("the phase is executing while the command executes, and only then") {
      $0.isIn(.executing) == $0.executing
    }
  }
}

/// The last error or content.
public struct BlockResult: Hashable, ValueConvertible {
  /// A failure (`Value.failure`) or another value; `.null` after a success.
  public var error: Value
  /// `.null` with an error. The original command may have both or neither.
  public var content: Value

  public var value: Value { ["error": error, "content": content] }
  /// Makes a result.
  public init(error: Value, content: Value) {
    self.error = error
    self.content = content
  }
  public init?(_ value: Value) {
    guard let error = value["error"], let content = value["content"] else { return nil }
    self.init(error: error, content: content)
  }
  public static var shape: Shape { .record }

  var end: BlockCommand.Event<Void> {
    if error == .null { return BlockCommand.succeeded }
    return error.failureReason == nil ? BlockCommand.broke : BlockCommand.failed
  }
}

struct BlockState: Hashable, ValueConvertible {
  var isFixed = false
  var consume: Value = .null
  var cancel: Value = .null
  var timeLimit: Int?
  var generation = 0
  var running: [Int] = []

  init() {}

  var value: Value {
    .list([.bool(isFixed), consume, cancel, timeLimit.value, .int(generation), running.value])
  }

  init?(_ value: Value) {
    guard case .list(let parts) = value, parts.count == 6, let isFixed = Bool(parts[0]),
      let timeLimit = Int?(parts[3]), let generation = Int(parts[4]), let running = [Int](parts[5])
    else { return nil }
    self.isFixed = isFixed
    consume = parts[1]
    cancel = parts[2]
    self.timeLimit = timeLimit
    self.generation = generation
    self.running = running
  }

  static var shape: Shape { .any }
  static var holdsReferences: Bool { true }
}
