/// A signal that is not subscribed yet: an operator, its closure and its inputs. Cold: every subscription runs it anew.
package struct SignalPlan: Sendable {
  package var kind: Operator
  var inputs: [SignalPlan]
  /// The closure of `map` (any value), `filter` (a truth value) or `catchMap` (a signal, or nil for an empty one); pure.
  var transform: (@Sendable (Value) -> Value)?
  /// The code of `run`.
  var action: Action?

  /// Code that an instance runs with each event.
  package struct Action: Sendable {
    /// What ReactiveObjC calls it in log lines: `doNext:`.
    let selector: String
    let run: @Sendable (borrowing TurnContext, InstanceID, SignalEvent) -> Void
  }

  package init(_ kind: Operator, _ inputs: [SignalPlan] = [], transform: (@Sendable (Value) -> Value)? = nil) {
    precondition(inputs.count == kind.inputCount, "\(kind) takes \(kind.inputCount) inputs, not \(inputs.count)")
    self.kind = kind
    self.inputs = inputs
    self.transform = transform
  }

  /// The instances that its sources observe. Observing does not keep.
  var observed: [InstanceID] {
    (kind.source.map { [$0.instance] } ?? []) + inputs.flatMap(\.observed)
  }
}

/// A signal and where its events go.
public struct Link: Sendable {
  package var plan: SignalPlan
  package var sink: Sink

  package init(_ plan: SignalPlan, to sink: Sink) {
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
package indirect enum Sink: Hashable, Sendable {
  /// Another stage's input.
  case stage(InstanceID, input: Int)
  /// Each value is assigned to a field, which must not be bound already (ReactiveObjC's `RAC`); nil becomes the
  /// replacement, if there is one. An error is a fault. It ends with the instance, which it does not keep.
  case assign(InstanceID, port: Int, replacingNil: Value?)
  /// Each value is assigned to a field, whatever else writes it (a `subscribeNext` that sets it). An error is dropped.
  case write(InstanceID, port: Int)
  /// Each value is sent by a subject of a view model.
  case output(InstanceID, port: Int)
  /// Every event is sent by a subject (ReactiveObjC's `multicast`).
  case relay(InstanceID)
  /// Handlers for values, errors and completion; what is not supplied does nothing.
  case handlers(next: HandlerValue?, error: HandlerValue?, completed: HandlerValue?)
  /// Each value is whether a command is allowed. It ends with the command, which it does not keep.
  case allow(command: InstanceID)
  /// Each value executes a command.
  case execute(command: InstanceID)
  /// The events of a command's execution.
  case execution(InstanceID)

  package static func assign(_ target: InstanceID, port: Int) -> Sink {
    .assign(target, port: port, replacingNil: nil)
  }

  /// The instance that it writes into without keeping it.
  var bound: InstanceID? {
    switch self {
    case .assign(let id, _, _), .allow(let id): id
    case .stage, .write, .output, .relay, .handlers, .execute, .execution: nil
    }
  }
}

/// Signals that have no input.
extension SignalPlan {
  /// What a wiring, an execution or another signal sent as a value stands for.
  package static func signal(_ value: SignalValue) -> SignalPlan { SignalPlan(.signal(value)) }
  /// The current value of a field at subscription, then its value read again after each change, equal or not
  /// (`RACObserve`). Completes when the instance is gone.
  package static func values(_ instance: InstanceID, port: Int) -> SignalPlan {
    SignalPlan(.values(instance, port: port))
  }
  /// The value of a field read again after each change, equal or not (`RACObserve` with `-skip: 1`). Completes when the
  /// instance is gone.
  package static func changes(_ instance: InstanceID, port: Int) -> SignalPlan {
    SignalPlan(.changes(instance, port: port))
  }
  /// What a subject of a view model sends from now on. Completes when the instance is gone.
  package static func subject(_ instance: InstanceID, port: Int) -> SignalPlan {
    SignalPlan(.subject(instance, port: port))
  }
  /// What a subject sends (`RACSubject`), after what it keeps for whoever comes late (`RACReplaySubject`).
  package static func subject(_ instance: InstanceID) -> SignalPlan { SignalPlan(.subject(instance, port: 0)) }
  /// Nothing; completes when the instance is gone (`rac_willDeallocSignal`). The instance keeps whoever subscribes.
  package static func lifetime(_ instance: InstanceID) -> SignalPlan { SignalPlan(.lifetime(instance)) }
  /// Whether a command executes, one hop behind; begins with what it shows now.
  package static func executing(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.values(command, port: Kernel.CommandPort.executing))
  }
  /// Whether a command is enabled, one hop behind; begins with what it shows now.
  package static func enabled(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.values(command, port: Kernel.CommandPort.enabled))
  }
  /// Whether a command may run beside what runs; begins with what holds now, and changes at once (KVO).
  package static func allowsConcurrency(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.values(command, port: Kernel.CommandPort.allowsConcurrency))
  }
  /// The errors of a command's executions, one hop behind; nothing is replayed.
  package static func errors(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.subject(command, port: Kernel.CommandPort.errors))
  }
  /// What each execution of a command sends, as a signal without its error; nothing is replayed.
  package static func executionSignals(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.subject(command, port: Kernel.CommandPort.executionSignals))
  }
  /// One value, then completion (`+return:`).
  package static func just(_ value: Value) -> SignalPlan { SignalPlan(.just(value)) }
  /// An error at once (`+error:`).
  package static func fail(_ error: Value) -> SignalPlan { SignalPlan(.fail(error)) }
  /// Completion at once (`+empty`).
  package static var empty: SignalPlan { SignalPlan(.empty) }
  /// Nothing, ever (`+never`).
  package static var never: SignalPlan { SignalPlan(.never) }
}

/// Signals made from others. The names in parentheses are ReactiveObjC's, whose specification gives the rules.
extension SignalPlan {
  /// One value for each (`-map:`).
  package func map(_ transform: @escaping @Sendable (Value) -> Value) -> SignalPlan {
    SignalPlan(.map, [self], transform: transform)
  }
  /// Drops what the predicate is false for; errors and completion pass (`-filter:`).
  package func filter(_ predicate: @escaping @Sendable (Value) -> Bool) -> SignalPlan {
    SignalPlan(.filter, [self], transform: { .bool(predicate($0)) })
  }
  /// Drops a value equal to the previous one that was sent; the first passes, nil too (`-distinctUntilChanged`).
  package func distinct() -> SignalPlan { SignalPlan(.distinct, [self]) }
  /// The field of whatever instance this signal sends, attached again at each, nil without one; completes with the signal and
  /// the last instance (`RACObserve` of a path).
  package func member(_ field: Name) -> SignalPlan { SignalPlan(.member(field: field), [self]) }
  /// Values and completion come so many milliseconds later; an error comes at once and drops what waits (`-delay:`).
  package func delay(_ milliseconds: Int) -> SignalPlan { SignalPlan(.delay(max(0, milliseconds)), [self]) }
  /// Each event comes in a hop of its own (`-deliverOn:` the main queue).
  package func delivered() -> SignalPlan { SignalPlan(.deliver, [self]) }
  /// Writes each event to the trace (`-logAll`).
  package func logged() -> SignalPlan { SignalPlan(.log, [self]) }
  /// Runs a handler before each event is passed on (`-doNext:`, `-doError:`, `-doCompleted:`).
  package func perform(
    next: HandlerValue? = nil, error: HandlerValue? = nil, completed: HandlerValue? = nil
  ) -> SignalPlan {
    SignalPlan(.perform(next: next, error: error, completed: completed), [self])
  }

  /// Runs code of an instance, which is kept, before each event is passed on.
  ///
  /// - Parameter selector: What ReactiveObjC calls it: `doNext:`, `doError:`, `doCompleted:`.
  package func run(
    _ instance: InstanceID, _ selector: String,
    _ code: @escaping @Sendable (borrowing TurnContext, InstanceID, SignalEvent) -> Void
  ) -> SignalPlan {
    var plan = SignalPlan(.run(instance), [self])
    plan.action = Action(selector: selector, run: code)
    return plan
  }
  /// Drops the first values (`-skip:`).
  package func skip(_ count: Int) -> SignalPlan { SignalPlan(.skip(max(0, count)), [self]) }
  /// Completes after so many values; with none it subscribes to nothing (`-take:`).
  package func take(_ count: Int) -> SignalPlan { SignalPlan(.take(max(0, count)), [self]) }
  /// A value first, then this (`-startWith:`).
  package func start(with value: Value) -> SignalPlan { .concat([.just(value), self]) }
  /// Completion and errors only (`-ignoreValues`).
  package func ignoreValues() -> SignalPlan { SignalPlan(.ignoreValues, [self]) }
  /// Each event as a value; an error or completion is followed by completion (`-materialize`).
  package func materialize() -> SignalPlan { SignalPlan(.materialize, [self]) }
  /// Ends when the trigger sends or completes; the trigger is subscribed first, and its error ignored (`-takeUntil:`).
  package func take(until trigger: SignalPlan) -> SignalPlan { SignalPlan(.takeUntil, [self, trigger]) }
  /// Goes on with another signal when this one ends in an error (`-catchTo:`).
  package func `catch`(_ replacement: SignalPlan) -> SignalPlan { SignalPlan(.catchError, [self, replacement]) }
  /// Goes on with the signal that is made of the error; nil is an empty one (`-catch:`).
  package func catchMap(_ replacement: @escaping @Sendable (Value) -> SignalValue?) -> SignalPlan {
    SignalPlan(.catchMap, [self], transform: { replacement($0).map(Value.signal) ?? .null })
  }
  /// What the signals that this one sends send, as it comes; nil is an empty one. An error of any ends all; completes when all
  /// have.
  ///
  /// - Parameter limit: How many are subscribed at a time (`-flatten:`); without one, all (`-flatten`).
  package func flatten(limit: Int? = nil) -> SignalPlan {
    SignalPlan(.flatten(limit: limit.map { max(1, $0) }), [self])
  }
  /// What the signals made of the values send, as `flatten` has it (`-flattenMap:`).
  package func flatMap(_ transform: @escaping @Sendable (Value) -> SignalValue?) -> SignalPlan {
    map { transform($0).map(Value.signal) ?? .null }.flatten()
  }
  /// One after the other of the signals that this one sends: each is subscribed when the one before has completed (`-concat`).
  package func concat() -> SignalPlan { flatten(limit: 1) }
  /// What the newest of the signals that this one sends sends: one that arrives, nil too, ends the one before. Completes when
  /// this one and the newest have (`-switchToLatest`).
  package func switchToLatest() -> SignalPlan { SignalPlan(.switchToLatest, [self]) }

  /// The latest of every input, once each has sent, nil too; one output for each input's value. Completes when all have, at
  /// once without any, and errs when one does (`+combineLatest:`).
  package static func combineLatest(_ inputs: [SignalPlan]) -> SignalPlan {
    SignalPlan(.combineLatest(inputs.count), inputs)
  }
  /// All inputs as they come; an error of any ends all, and what stands behind it is not subscribed. Completes when all have, at
  /// once without any (`+merge:`).
  package static func merge(_ inputs: [SignalPlan]) -> SignalPlan { SignalPlan(.merge(inputs.count), inputs) }
  /// One input after the other: each is subscribed when the one before has completed (`+concat:`).
  package static func concat(_ inputs: [SignalPlan]) -> SignalPlan { SignalPlan(.concat(inputs.count), inputs) }
}
