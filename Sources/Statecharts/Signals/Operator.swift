/// What one stage of a subscription does: data only; the closures of `map`, `filter`, `catchMap` and `run` stay in
/// the definition. The rules are ReactiveObjC's; `SignalPlan` says them one by one.
package indirect enum Operator: Hashable, Sendable {
  // Sources.

  /// The current value at subscription, then the value read again after each change (ReactiveObjC's `RACObserve`).
  case values(InstanceID, port: Int)
  /// The value read again after each change (KVO with New).
  case changes(InstanceID, port: Int)
  /// A hot output; a subject that replays begins with what it keeps.
  case subject(InstanceID, port: Int)
  /// Nothing, and completion when the instance is gone.
  case lifetime(InstanceID)
  /// What another signal sends.
  case signal(SignalValue)
  /// One value, then completion.
  case just(Value)
  /// An error at once.
  case fail(Value)
  /// Completion at once.
  case empty
  /// Nothing, ever.
  case never

  // Operators with one input.

  case map
  case filter
  /// Drops a value equal to the previous one that it sent; the first always passes.
  case distinct
  /// A field of the instance that the input sends: attached again when the instance is replaced, nil when there is none.
  case member(field: Name)
  /// Values and completion later by so many milliseconds; errors at once.
  case delay(Int)
  /// Every event in a hop of its own.
  case deliver
  /// Every event as it comes, written to the trace.
  case log
  /// Handlers that run before an event is passed on.
  case perform(next: HandlerValue?, error: HandlerValue?, completed: HandlerValue?)
  /// Code of an instance, which the definition holds, that runs before an event is passed on.
  case run(InstanceID)
  case skip(Int)
  case take(Int)
  /// Completion and errors only.
  case ignoreValues
  /// Events as values, then completion.
  case materialize
  /// On an error, the signal that the closure makes of it.
  case catchMap

  // Operators over signals that the input sends.

  /// At most so many of them at a time, the others later in their order; without a number all at once.
  case flatten(limit: Int?)
  /// The newest of them only.
  case switchToLatest

  // Operators with several inputs.

  /// The latest of every input, once each has sent; one output for each input's value.
  case combineLatest(Int)
  /// All inputs as they come.
  case merge(Int)
  /// One input after the other.
  case concat(Int)
  /// The first input until the second sends or completes; the second is subscribed first.
  case takeUntil
  /// The first input; on its error the second one.
  case catchError

  var inputCount: Int {
    switch self {
    case .values, .changes, .subject, .lifetime, .signal, .just, .fail, .empty, .never: 0
    case .map, .filter, .distinct, .member, .delay, .deliver, .log, .perform, .run, .skip, .take,
      .ignoreValues, .materialize, .catchMap, .flatten, .switchToLatest:
      1
    case .takeUntil, .catchError: 2
    case .combineLatest(let count), .merge(let count), .concat(let count): count
    }
  }

  /// Whether it sends what another signal sends.
  var isSignal: Bool { if case .signal = self { true } else { false } }

  /// The instance that it observes, and the port of it; observing does not keep.
  var source: (instance: InstanceID, port: Int?)? {
    switch self {
    case .values(let id, let port), .changes(let id, let port), .subject(let id, let port): (id, port)
    case .lifetime(let id): (id, nil)
    case .signal(.execution(let id)): (id, 0)
    case .signal, .just, .fail, .empty, .never, .map, .filter, .distinct, .member, .delay, .deliver, .log, .perform,
      .run, .skip, .take, .ignoreValues, .materialize, .catchMap, .flatten, .switchToLatest, .combineLatest, .merge,
      .concat,
      .takeUntil, .catchError:
      nil
    }
  }
}

/// What a signal sends: any number of values, then at most one error or completion.
package indirect enum SignalEvent: Hashable, Sendable {
  case next(Value)
  case error(Value)
  case completed

  /// Whether nothing follows it.
  var isEnd: Bool { if case .next = self { false } else { true } }
}
