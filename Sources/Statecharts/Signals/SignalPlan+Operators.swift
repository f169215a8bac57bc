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
  package func member(_ field: String) -> SignalPlan { SignalPlan(.member(field: field), [self]) }
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
