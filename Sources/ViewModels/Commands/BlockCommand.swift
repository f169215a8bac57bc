import Statecharts

/// The block command of seed 001 (`MGJCommand`): a block that does the work and calls back when it is done.
///
/// `executing` and `result` are fields and can be observed; `result` is set before `executing` drops. Its region `phase` shows
/// the six phases; it has `failed` when it comes back with a failure (`Value.failure`). In the original,
/// nothing keeps a block from calling back late, twice or after a cancel, and each of that breaks a law. In the fixed form an
/// execution has a generation: its first call back counts while it is the current one, cancel does nothing while nothing
/// is in flight, and a time limit ends what never calls back.
public enum BlockCommand: ViewModel {
  public struct Model: Hashable, Sendable {
    var executing = false
    var result: BlockResult?
    var work = BlockState()
  }

  public static let executing = Field("executing", \Model.executing)
  public static let result = Field("result", \Model.result)
  /// The cancel handler was called.
  public static let cancelled = Subject<Void>("cancelled")
  static let work = Field("work", \Model.work)

  public static let definition = Definition<BlockCommand>(
    Model(), name: "blockCommand", fields: [executing, result, work], subjects: [cancelled],
    properties: laws.properties + [neverIdle, isClear, showsExecuting]
  ) {
    Uses(timeLimit)
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

  // What moves its phase. Each end is told before `executing` drops, for who hears of that may execute it again; and by an
  // event of its own, for by the time that it is taken the result may be another execution's.
  static let begun = Input<Void>("begun")
  static let succeeded = Input<Void>("succeeded")
  static let failed = Input<Void>("failed")
  static let broke = Input<Void>("broke")
  static let stopped = Input<Void>("stopped")

  static let laws = CommandLaws<BlockCommand>(
    name: "the command", begins: .became(executing, true), outcomes: .set(result), cancels: .sent(cancelled),
    isExecuting: { $0.model.executing }, inFlight: { $0.model.work.running.count },
    isEnabled: { !$0.model.executing })

  /// Cancelling while nothing is in flight calls nobody (HZ-C4).
  private static let neverIdle = Property<BlockCommand>.law(
    "cancel calls nobody while nothing is in flight", from: false
  ) { isExecuting, turn in
    var holds = true
    for effect in turn.effects {
      if case .set("executing", _, let new) = effect { isExecuting = isExecuting || new == .bool(true) }
      if Happening.sent(cancelled).matches(effect), !isExecuting { holds = false }
    }
    isExecuting = turn.model.executing
    return holds
  }

  /// A result is an error or a content (HZ-C5).
  private static let isClear = Property<BlockCommand>.invariant("a result is an error or a content, and not both") {
    guard let result = $0.model.result else { return true }
    return (result.error == .null) != (result.content == .null)
  }

  private static let showsExecuting = Property<BlockCommand>.invariant(
    "the phase is executing while the command executes, and only then"
  ) { $0.isIn(.executing) == $0.model.executing }

  static let timeLimit = Handler("the command's time limit") {
    (turn: borrowing TurnContext, _, command: Ref<BlockCommand>, generation: Int) in
    BlockWork(command: command, generation: generation, input: .null).done(turn, error: "the time limit was reached")
  }
}

/// What a block command holds: the last error or content.
public struct BlockResult: Hashable, ValueConvertible {
  public var error: Value
  public var content: Value

  public var value: Value { ["error": error, "content": content] }
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
  var end: Input<Void> {
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
