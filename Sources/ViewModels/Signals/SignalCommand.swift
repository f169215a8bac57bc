import Statecharts

/// The signal command of ReactiveObjC (`RACCommand`): each execution is a signal that is subscribed in a later hop.
///
/// What `execute` checks changes at once; what the four signals here tell is one hop behind. It lives as long as something
/// refers to it.
public struct SignalCommand<Input: ValueConvertible, Output: ValueConvertible>: Hashable, ValueConvertible {
  package let id: InstanceID

  /// Makes what a field holds before `makeCommand` gave it its command: `SignalCommand(InstanceID(0))`.
  public init(_ id: InstanceID) {
    self.id = id
  }

  /// Whether it executes; begins with what it shows now.
  public var executing: Signal<Bool> { Signal(.executing(id)) }
  /// Whether it would execute; begins with what it shows now.
  public var enabled: Signal<Bool> { Signal(.enabled(id)) }
  /// Whether it may execute beside itself; begins with what holds now.
  public var allowsConcurrency: Signal<Bool> { Signal(.allowsConcurrency(id)) }
  /// The errors of its executions; nothing is replayed.
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
  /// Makes a signal command whose work is a signal of this instance and the input.
  ///
  /// - Parameters:
  ///   - enabled: Whether the command is allowed; always, without one.
  ///   - allowsConcurrency: Whether it may execute beside itself.
  ///   - name: The name under which it shows its phases, as a region of this view model does, and its values, failures,
  ///     errors and refusals; a field of this view model has to hold it. Without one the trace tells nothing of it.
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

  /// Sets whether a command may execute beside itself; what `execute` checks changes at once.
  public func allowConcurrency<Input, Output>(_ command: SignalCommand<Input, Output>, _ isAllowed: Bool) {
    turn.allowConcurrency(command.id, isAllowed)
  }

  /// Executes a command.
  ///
  /// - Returns: What the execution sends, or the error `NotEnabled`; whoever does not listen does not hear it.
  @discardableResult
  public func execute<Input, Output>(_ command: SignalCommand<Input, Output>, _ input: Input) -> SignalRef<Output> {
    SignalRef(turn.execute(command.id, input.value))
  }
}
