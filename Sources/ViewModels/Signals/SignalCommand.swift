import Statecharts

/// The signal command of ReactiveObjC (`RACCommand`): each execution is a signal, subscribed in a later main-queue
/// hop. The signals here report changes one hop late. References keep it alive.
public struct SignalCommand<Input: ValueConvertible, Output: ValueConvertible>: Hashable, ValueConvertible {
  package let id: InstanceID

  /// A placeholder before `makeCommand`: `SignalCommand(InstanceID(0))`.
  public init(_ id: InstanceID) {
    self.id = id
  }

  /// Whether it executes; sends the current value first.
  public var executing: Signal<Bool> { Signal(.executing(id)) }
  /// Whether it is enabled; sends the current value first.
  public var enabled: Signal<Bool> { Signal(.enabled(id)) }
  /// Whether executions may overlap; sends the current value first.
  public var allowsConcurrency: Signal<Bool> { Signal(.allowsConcurrency(id)) }
  /// The errors of executions, without replay.
  public var errors: Signal<Value> { Signal(.errors(id)) }
  /// Each execution from now on, without its error.
  public var executionSignals: Signal<SignalRef<Output>> { Signal(.executionSignals(id)) }

  public var value: Value { .reference(id) }
  public init?(_ value: Value) {
    guard case .reference(let id) = value else { return nil }
    self.id = id
  }
  public static var shape: Shape { .any }
  public static var holdsReferences: Bool { true }
}

extension Handle {
  /// Makes a signal command; its work is a signal of this instance and the input.
  ///
  /// - Parameter name: Shows the command in traces as a region of this view model. A field of this view model must
  ///   hold the command.
  public func makeCommand<Input, Output>(
    _ work: SignalToken<V, Output, Input>, enabled: SignalRef<Bool>? = nil, allowsConcurrency: Bool = false,
    showing name: Name? = nil
  ) -> SignalCommand<Input, Output> {
    var allowed: HandlerValue?
    if case .wiring(let name, let captures)? = enabled?.signalValue { allowed = HandlerValue(name, captures) }
    return SignalCommand(
      turn.makeCommand(
        HandlerValue(work.declaration.name, [me.value]), enabled: allowed, allowsConcurrency: allowsConcurrency,
        shown: name.map { (me.id, $0) }))
  }

  /// Takes effect immediately.
  public func allowConcurrency<Input, Output>(_ command: SignalCommand<Input, Output>, _ isAllowed: Bool) {
    turn.allowConcurrency(command.id, isAllowed)
  }

  /// Executes a command; the result is its signal, or the error `NotEnabled`. Unobserved errors are dropped.
  @discardableResult
  public func execute<Input, Output>(_ command: SignalCommand<Input, Output>, _ input: Input) -> SignalRef<Output> {
    SignalRef(turn.execute(command.id, input.value))
  }
}
