import Statecharts

/// The block command of seed 001 (`MGJCommand`): a block that does the work and calls back when it is done.
///
/// `executing` and `result` are fields and can be observed; `result` is set before `executing` drops. Its region `phase` shows
/// the six phases; it has `failed` when it comes back with a failure (`Value.failure`). In the original,
/// nothing keeps a block from calling back late, twice or after a cancel, and each of that breaks a law. In the fixed form an
/// execution has a generation: its first call back counts while it is the current one, cancel does nothing while nothing
/// is in flight, and a time limit ends what never calls back.
public struct BlockCommand: ViewModel {
  /// What the command holds. Only `executing` and `result` are to be seen from outside.
  public struct Model: ModelType, Hashable {
    var executing = false
    var result: BlockResult?
    var work = BlockState()

    /// A command that has executed nothing.
    public init() {}
  }

  public static let templateName = "blockCommand"

  /// Whether an execution runs. It drops after `result` was set.
  public let executing = Field(\.executing)
  /// What the last block that called back brought; `nil` before the first.
  public let result = Field(\.result)
  /// The cancel handler was called.
  public let cancelled = Subject<Void>()

  // What moves its phase. Each end is told before `executing` drops, for who hears of that may execute it again; and by an
  // event of its own, for by the time that it is taken the result may be another execution's.
  let begun = Event<Void>()
  let succeeded = Event<Void>()
  let failed = Event<Void>()
  let broke = Event<Void>()
  let stopped = Event<Void>()

  let timeLimit = Handler<Int>("the command's time limit") { command, generation in
    BlockWork(command: command.ref, generation: generation, input: .null)
      .done(command.turn, error: "the time limit was reached")
  }

  /// Makes its tokens. A machine does so; a command is made by `makeBlockCommand`.
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
    // HZ-C4
    Law("cancel calls nobody while nothing is in flight", from: false) { isExecuting, turn in
      var holds = true
      for effect in turn.effects {
        if case .set("executing", _, let new) = effect { isExecuting = isExecuting || new == .bool(true) }
        if Happening.sent(cancelled).matches(effect), !isExecuting { holds = false }
      }
      isExecuting = turn.executing
      return holds
    }
    // HZ-C5
    Invariant("a result is an error or a content, and not both") {
      guard let result = $0.result else { return true }
      return (result.error == .null) != (result.content == .null)
    }
    Invariant("the phase is executing while the command executes, and only then") {
      $0.isIn(.executing) == $0.executing
    }
  }
}

/// What a block command holds: the last error or content.
public struct BlockResult: Hashable, ValueConvertible {
  /// Why it did not succeed: a failure (`Value.failure`) or any other value; `.null` when it did.
  public var error: Value
  /// What a success brought; `.null` with an error. The original command may hold both, or neither (HZ-C5).
  public var content: Value

  public var value: Value { ["error": error, "content": content] }
  /// Makes a result as a block hands it over: one of both is `.null`, unless it is faulty.
  public init(error: Value, content: Value) {
    self.error = error
    self.content = content
  }
  public init?(_ value: Value) {
    guard let error = value["error"], let content = value["content"] else { return nil }
    self.init(error: error, content: content)
  }
  public static var shape: Shape { .record }

  /// What tells the command's phase of it.
  var end: BlockCommand.Event<Void> {
    if error == .null { return BlockCommand.succeeded }
    return error.failureReason == nil ? BlockCommand.broke : BlockCommand.failed
  }
}

/// What a block command knows besides what it shows.
struct BlockState: Hashable, ValueConvertible {
  var isFixed = false
  /// The handler that does the work, and the one that is told of a cancel.
  var consume: Value = .null
  var cancel: Value = .null
  var timeLimit: Int?
  var generation = 0
  /// The generations whose blocks have not called back.
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
