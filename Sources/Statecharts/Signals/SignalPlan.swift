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
