/// A signal that is not subscribed yet: an operator, its closure and its inputs. Cold: every subscription runs it anew.
public struct SignalPlan: Sendable {
  public var kind: Operator
  var inputs: [SignalPlan]
  /// The closure of `map` (any value) or `filter` (a truth value); pure.
  var transform: (@Sendable (Value) -> Value)?
  /// How many nodes it has, itself included.
  let size: Int

  public init(_ kind: Operator, _ inputs: [SignalPlan] = [], transform: (@Sendable (Value) -> Value)? = nil) {
    precondition(inputs.count == kind.inputCount, "\(kind) takes \(kind.inputCount) inputs, not \(inputs.count)")
    self.kind = kind
    self.inputs = inputs
    self.transform = transform
    size = inputs.reduce(1) { $0 + $1.size }
  }

  /// Returns the node at a position in pre-order; this one is at 0.
  func node(at position: Int) -> SignalPlan {
    if position == 0 { return self }
    var rest = position - 1
    for input in inputs {
      if rest < input.size { return input.node(at: rest) }
      rest -= input.size
    }
    preconditionFailure("position \(position) in a signal of \(size) nodes")
  }

  /// The instances that its sources observe. Observing does not keep.
  var observed: [InstanceID] {
    var result = inputs.flatMap(\.observed)
    switch kind {
    case .values(let id, _), .changes(let id, _), .subject(let id, _): result.append(id)
    case .signal, .just, .fail, .empty, .never, .map, .filter, .distinct, .combineLatest, .takeUntil, .catchError,
      .member:
      break
    }
    return result
  }

  /// Returns what a stage keeps of its subscription's captures: a closure keeps what the plan does not merely observe, and
  /// a catch what its replacement will observe.
  func captures(ofStageAt position: Int, among captures: [InstanceID]) -> [InstanceID] {
    if captures.isEmpty { return [] }
    let node = node(at: position)
    switch node.kind {
    case .map, .filter:
      let observed = observed
      return captures.filter { !observed.contains($0) }
    case .catchError:
      return node.inputs[1].observed.filter(captures.contains)
    case .values, .changes, .subject, .signal, .just, .fail, .empty, .never, .distinct, .combineLatest, .takeUntil,
      .member:
      return []
    }
  }

  /// Returns the position of an input of the node at a position.
  func position(ofInput input: Int, at position: Int) -> Int {
    node(at: position).inputs[..<input].reduce(position + 1) { $0 + $1.size }
  }
}

/// A signal and where its events go.
public struct Link: Sendable {
  public var plan: SignalPlan
  public var sink: Sink

  public init(_ plan: SignalPlan, to sink: Sink) {
    self.plan = plan
    self.sink = sink
  }
}

extension Program {
  /// Returns what a signal value stands for, made from the definition.
  func link(for signal: SignalValue) throws(CaptureMisfit) -> Link {
    switch signal {
    case .wiring(let name, let captures):
      guard let wiring = wirings[name] else {
        throw CaptureMisfit("wiring '\(name)' is not declared in the definition")
      }
      do {
        return try wiring.build(captures)
      } catch let misfit as CaptureMisfit {
        throw misfit
      } catch {
        throw CaptureMisfit("wiring '\(name)' cannot be made of its captures")
      }
    case .execution, .failing:
      return Link(SignalPlan(.signal(signal)), to: .handlers(next: nil, error: nil, completed: nil))
    case .executionCatchingErrors(let execution):
      return Link(
        SignalPlan.signal(.execution(execution)).catch(.empty), to: .handlers(next: nil, error: nil, completed: nil))
    }
  }
}

/// Where the events of a subscription go.
public indirect enum Sink: Hashable, Sendable {
  /// Another stage's input.
  case stage(InstanceID, input: Int)
  /// Each value is assigned to a field (ReactiveObjC's `RAC`); an error is a fault.
  case assign(InstanceID, port: Int)
  /// Each value is sent by a subject.
  case output(InstanceID, port: Int)
  /// Handlers for values, errors and completion; what is not supplied does nothing.
  case handlers(next: HandlerValue?, error: HandlerValue?, completed: HandlerValue?)
  /// Each value is whether a command is allowed.
  case allow(command: InstanceID)
  /// Each value executes a command.
  case execute(command: InstanceID)
  /// The events of a command's execution.
  case execution(InstanceID)
}

extension SignalPlan {
  /// What a wiring, an execution or another signal sent as a value stands for.
  public static func signal(_ value: SignalValue) -> SignalPlan { SignalPlan(.signal(value)) }
  public static func values(_ instance: InstanceID, port: Int) -> SignalPlan {
    SignalPlan(.values(instance, port: port))
  }
  public static func changes(_ instance: InstanceID, port: Int) -> SignalPlan {
    SignalPlan(.changes(instance, port: port))
  }
  public static func subject(_ instance: InstanceID, port: Int) -> SignalPlan {
    SignalPlan(.subject(instance, port: port))
  }
  /// Whether a command executes, one hop behind; begins with what it shows now.
  public static func executing(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.values(command, port: Kernel.CommandPort.executing))
  }
  /// Whether a command is enabled, one hop behind; begins with what it shows now.
  public static func enabled(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.values(command, port: Kernel.CommandPort.enabled))
  }
  /// The errors of a command's executions, one hop behind; nothing is replayed.
  public static func errors(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.subject(command, port: Kernel.CommandPort.errors))
  }
  /// What each execution of a command sends, as a signal without its error; nothing is replayed.
  public static func executionSignals(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.subject(command, port: Kernel.CommandPort.executionSignals))
  }
  public static func just(_ value: Value) -> SignalPlan { SignalPlan(.just(value)) }
  public static func fail(_ error: Value) -> SignalPlan { SignalPlan(.fail(error)) }
  public static var empty: SignalPlan { SignalPlan(.empty) }
  public static var never: SignalPlan { SignalPlan(.never) }

  public func map(_ transform: @escaping @Sendable (Value) -> Value) -> SignalPlan {
    SignalPlan(.map, [self], transform: transform)
  }
  public func filter(_ predicate: @escaping @Sendable (Value) -> Bool) -> SignalPlan {
    SignalPlan(.filter, [self], transform: { .bool(predicate($0)) })
  }
  public func distinct() -> SignalPlan { SignalPlan(.distinct, [self]) }
  public func take(until trigger: SignalPlan) -> SignalPlan { SignalPlan(.takeUntil, [self, trigger]) }
  public func `catch`(_ replacement: SignalPlan) -> SignalPlan { SignalPlan(.catchError, [self, replacement]) }
  /// The field of whatever instance this signal sends.
  public func member(_ field: String) -> SignalPlan { SignalPlan(.member(field: field), [self]) }
  public static func combineLatest(_ inputs: [SignalPlan]) -> SignalPlan {
    SignalPlan(.combineLatest(inputs.count), inputs)
  }
}
