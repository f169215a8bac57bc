/// A cold signal: an operator, its closure and its inputs. Each subscription runs it anew.
package struct SignalPlan: Sendable {
  package var kind: Operator
  var inputs: [SignalPlan]
  /// The pure closure of `map`, `filter` (returns a bool) or `catchMap` (a signal, or null for an empty one).
  var transform: (@Sendable (Value) -> Value)?
  var action: Action?

  package struct Action: Sendable {
    /// ReactiveObjC's name in log lines: `doNext:`.
    let selector: String
    let run: @Sendable (borrowing TurnContext, InstanceID, SignalEvent) -> Void
  }

  package init(_ kind: Operator, _ inputs: [SignalPlan] = [], transform: (@Sendable (Value) -> Value)? = nil) {
    precondition(inputs.count == kind.inputCount, "\(kind) takes \(kind.inputCount) inputs, not \(inputs.count)")
    self.kind = kind
    self.inputs = inputs
    self.transform = transform
  }

  var observed: [InstanceID] {
    (kind.source.map { [$0.instance] } ?? []) + inputs.flatMap(\.observed)
  }
}

/// A signal with its receivers.
public struct Link: Sendable {
  package var plan: SignalPlan
  package var sink: Sink

  package init(_ plan: SignalPlan, to sink: Sink) {
    self.plan = plan
    self.sink = sink
  }
}

extension Program {
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

package indirect enum Sink: Hashable, Sendable {
  case stage(InstanceID, input: Int)
  /// Assigns values to an unbound field (ReactiveObjC's `RAC`), with a replacement for nil. An error is a fault. It
  /// ends with the instance, without keeping it.
  case assign(InstanceID, port: Int, replacingNil: Value?)
  /// Assigns values to a field that others may write (`subscribeNext`). Errors are dropped.
  case write(InstanceID, port: Int)
  case output(InstanceID, port: Int)
  /// A subject sends every event (ReactiveObjC's `multicast`).
  case relay(InstanceID)
  /// Missing handlers do nothing.
  case handlers(next: HandlerValue?, error: HandlerValue?, completed: HandlerValue?)
  /// Each value allows or forbids a command. It ends with the command, without keeping it.
  case allow(command: InstanceID)
  case execute(command: InstanceID)
  case execution(InstanceID)

  package static func assign(_ target: InstanceID, port: Int) -> Sink {
    .assign(target, port: port, replacingNil: nil)
  }

  /// The target instance that it does not keep alive.
  var bound: InstanceID? {
    switch self {
    case .assign(let id, _, _), .allow(let id): id
    case .stage, .write, .output, .relay, .handlers, .execute, .execution: nil
    }
  }
}

extension SignalPlan {
  /// A wiring, an execution or another signal as a value.
  package static func signal(_ value: SignalValue) -> SignalPlan { SignalPlan(.signal(value)) }
  /// The current value of a field, then its value after each change, even if equal (`RACObserve`). Completes when
  /// the instance goes.
  package static func values(_ instance: InstanceID, port: Int) -> SignalPlan {
    SignalPlan(.values(instance, port: port))
  }
  /// The value of a field after each change, even if equal (`RACObserve` with `-skip: 1`). Completes when the
  /// instance goes.
  package static func changes(_ instance: InstanceID, port: Int) -> SignalPlan {
    SignalPlan(.changes(instance, port: port))
  }
  /// Future values of a view model's subject. Completes when the instance goes.
  package static func subject(_ instance: InstanceID, port: Int) -> SignalPlan {
    SignalPlan(.subject(instance, port: port))
  }
  /// A subject's events (`RACSubject`), after its kept values (`RACReplaySubject`).
  package static func subject(_ instance: InstanceID) -> SignalPlan { SignalPlan(.subject(instance, port: 0)) }
  /// Completes when the instance goes (`rac_willDeallocSignal`). The instance keeps its subscribers alive.
  package static func lifetime(_ instance: InstanceID) -> SignalPlan { SignalPlan(.lifetime(instance)) }
  /// Whether a command executes, one hop later; starts with the shown value.
  package static func executing(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.values(command, port: Kernel.CommandPort.executing))
  }
  /// Whether a command is enabled, one hop later; starts with the shown value.
  package static func enabled(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.values(command, port: Kernel.CommandPort.enabled))
  }
  /// Whether a command may run concurrently; starts with the current value and changes at once (KVO).
  package static func allowsConcurrency(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.values(command, port: Kernel.CommandPort.allowsConcurrency))
  }
  /// Errors of a command's executions, one hop later, without replay.
  package static func errors(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.subject(command, port: Kernel.CommandPort.errors))
  }
  /// Each execution of a command as a signal without its error, without replay.
  package static func executionSignals(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.subject(command, port: Kernel.CommandPort.executionSignals))
  }
  /// One value, then completion (`+return:`).
  package static func just(_ value: Value) -> SignalPlan { SignalPlan(.just(value)) }
  /// Fails at once (`+error:`).
  package static func fail(_ error: Value) -> SignalPlan { SignalPlan(.fail(error)) }
  /// Completes at once (`+empty`).
  package static var empty: SignalPlan { SignalPlan(.empty) }
  /// Sends nothing and never ends (`+never`).
  package static var never: SignalPlan { SignalPlan(.never) }
}

/// Operators. Names in parentheses are ReactiveObjC's, whose rules apply.
extension SignalPlan {
  /// Transforms each value (`-map:`).
  package func map(_ transform: @escaping @Sendable (Value) -> Value) -> SignalPlan {
    SignalPlan(.map, [self], transform: transform)
  }
  /// Keeps the values that satisfy the predicate; errors and completion pass (`-filter:`).
  package func filter(_ predicate: @escaping @Sendable (Value) -> Bool) -> SignalPlan {
    SignalPlan(.filter, [self], transform: { .bool(predicate($0)) })
  }
  /// Drops a value equal to the previous one; the first passes, even null (`-distinctUntilChanged`).
  package func distinct() -> SignalPlan { SignalPlan(.distinct, [self]) }
  /// The field of the current instance, null without one; completes with the signal and the last instance
  /// (`RACObserve` of a path).
  package func member(_ field: Name) -> SignalPlan { SignalPlan(.member(field: field), [self]) }
  /// Delays values and completion by milliseconds; an error passes at once and drops waiting values (`-delay:`).
  package func delay(_ milliseconds: Int) -> SignalPlan { SignalPlan(.delay(max(0, milliseconds)), [self]) }
  /// Delivers each event in a main-queue hop (`-deliverOn:`).
  package func delivered() -> SignalPlan { SignalPlan(.deliver, [self]) }
  /// Logs each event to the trace (`-logAll`).
  package func logged() -> SignalPlan { SignalPlan(.log, [self]) }

  /// Runs code of an instance, which it keeps alive, before each event.
  ///
  /// - Parameter selector: ReactiveObjC's name: `doNext:`, `doError:`, `doCompleted:`.
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
  /// Completes after `count` values; 0 subscribes to nothing (`-take:`).
  package func take(_ count: Int) -> SignalPlan { SignalPlan(.take(max(0, count)), [self]) }
  /// Sends a value first (`-startWith:`).
  package func start(with value: Value) -> SignalPlan { .concat([.just(value), self]) }
  /// Passes only errors and completion (`-ignoreValues`).
  package func ignoreValues() -> SignalPlan { SignalPlan(.ignoreValues, [self]) }
  /// Each event as a value; completion follows the end (`-materialize`).
  package func materialize() -> SignalPlan { SignalPlan(.materialize, [self]) }
  /// Ends when the trigger sends or completes; the trigger is subscribed first, and its error ignored
  /// (`-takeUntil:`).
  package func take(until trigger: SignalPlan) -> SignalPlan { SignalPlan(.takeUntil, [self, trigger]) }
  /// Continues with another signal after an error (`-catchTo:`).
  package func `catch`(_ replacement: SignalPlan) -> SignalPlan { SignalPlan(.catchError, [self, replacement]) }
  /// Continues with the closure's signal after an error; nil is an empty one (`-catch:`).
  package func catchMap(_ replacement: @escaping @Sendable (Value) -> SignalValue?) -> SignalPlan {
    SignalPlan(.catchMap, [self], transform: { replacement($0).map(Value.signal) ?? .null })
  }
  /// The values of this signal's signals; null is an empty one. Any error ends all; completes when all have.
  ///
  /// - Parameter limit: The number subscribed at a time (`-flatten:`); nil for all (`-flatten`).
  package func flatten(limit: Int? = nil) -> SignalPlan {
    SignalPlan(.flatten(limit: limit.map { max(1, $0) }), [self])
  }
  /// Subscribes each of its signals after the previous one completed (`-concat`).
  package func concat() -> SignalPlan { flatten(limit: 1) }
  /// The values of the newest signal; a new one, even null, ends the previous one. Completes when both levels have
  /// (`-switchToLatest`).
  package func switchToLatest() -> SignalPlan { SignalPlan(.switchToLatest, [self]) }

  /// The latest values, once all inputs have sent; one output for each new value. Completes when all have, at once
  /// without inputs; any error ends it (`+combineLatest:`).
  package static func combineLatest(_ inputs: [SignalPlan]) -> SignalPlan {
    SignalPlan(.combineLatest(inputs.count), inputs)
  }
  /// All inputs' values. An error ends it, and later inputs are not subscribed. Completes when all have, at once
  /// without inputs (`+merge:`).
  package static func merge(_ inputs: [SignalPlan]) -> SignalPlan { SignalPlan(.merge(inputs.count), inputs) }
  /// Subscribes each input after the previous one completed (`+concat:`).
  package static func concat(_ inputs: [SignalPlan]) -> SignalPlan { SignalPlan(.concat(inputs.count), inputs) }
}
