/// What one stage of a subscription does: data only; the closures of `map` and `filter` stay in the definition.
public indirect enum Operator: Hashable, Sendable {
  // Sources.

  /// The current value at subscription, then the value read again after each change (ReactiveObjC's `RACObserve`).
  case values(InstanceID, port: Int)
  /// The value read again after each change (KVO with New).
  case changes(InstanceID, port: Int)
  /// A hot output, without replay.
  case subject(InstanceID, port: Int)
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

  // Operators.

  case map
  case filter
  /// Drops a value equal to the previous one that it sent; the first always passes.
  case distinct
  /// The latest of every input, once each has sent; one output for each input's value.
  case combineLatest(Int)
  /// The first input until the second sends or completes; the second is subscribed first.
  case takeUntil
  /// The first input; on its error the second one.
  case catchError
  /// A field of the instance that the input sends: attached again when the instance is replaced, nil when there is none.
  case member(field: String)

  var inputCount: Int {
    switch self {
    case .values, .changes, .subject, .signal, .just, .fail, .empty, .never: 0
    case .map, .filter, .distinct, .member: 1
    case .takeUntil, .catchError: 2
    case .combineLatest(let count): count
    }
  }
}

/// What a signal sends: any number of values, then at most one error or completion.
public indirect enum SignalEvent: Hashable, Sendable {
  case next(Value)
  case error(Value)
  case completed
}
