/// The function of a subscription's stage, as data; closures stay in the definition. `SignalPlan` states the rules,
/// which are ReactiveObjC's.
package indirect enum Operator: Hashable, Sendable {
  // Sources.

  case values(InstanceID, port: Int)
  case changes(InstanceID, port: Int)
  case subject(InstanceID, port: Int)
  case lifetime(InstanceID)
  case signal(SignalValue)
  case just(Value)
  case fail(Value)
  case empty
  case never

  // Operators with one input.

  case map
  case filter
  case distinct
  case member(field: Name)
  case delay(Int)
  case deliver
  case log
  case run(InstanceID)
  case skip(Int)
  case take(Int)
  case ignoreValues
  case materialize
  case catchMap

  // Operators over signals of signals.

  case flatten(limit: Int?)
  case switchToLatest

  // Operators with several inputs.

  case combineLatest(Int)
  case merge(Int)
  case concat(Int)
  case takeUntil
  case catchError

  var inputCount: Int {
    switch self {
    case .values, .changes, .subject, .lifetime, .signal, .just, .fail, .empty, .never: 0
    case .map, .filter, .distinct, .member, .delay, .deliver, .log, .run, .skip, .take,
      .ignoreValues, .materialize, .catchMap, .flatten, .switchToLatest:
      1
    case .takeUntil, .catchError: 2
    case .combineLatest(let count), .merge(let count), .concat(let count): count
    }
  }

  var isSignal: Bool { if case .signal = self { true } else { false } }

  /// The observed instance and port; observing does not keep it alive.
  var source: (instance: InstanceID, port: Int?)? {
    switch self {
    case .values(let id, let port), .changes(let id, let port), .subject(let id, let port): (id, port)
    case .lifetime(let id): (id, nil)
    case .signal(.execution(let id)): (id, 0)
    case .signal, .just, .fail, .empty, .never, .map, .filter, .distinct, .member, .delay, .deliver, .log, .run, .skip,
      .take, .ignoreValues, .materialize, .catchMap, .flatten, .switchToLatest, .combineLatest, .merge, .concat,
      .takeUntil, .catchError:
      nil
    }
  }
}

/// Any number of values, then at most one error or completion.
package indirect enum SignalEvent: Hashable, Sendable {
  case next(Value)
  case error(Value)
  case completed

  var isEnd: Bool { if case .next = self { false } else { true } }
}
