import Statecharts

/// Operators with one input. The names in parentheses are ReactiveObjC's, whose specification gives the rules.
extension Signal {
  /// One value for each (`-map:`).
  public func map<Result: ValueConvertible>(_ transform: @escaping @Sendable (Element) -> Result) -> Signal<Result> {
    Signal<Result>(plan.map { value in Element(value).map { transform($0).value } ?? .null })
  }

  /// Drops what the predicate is false for; errors and completion pass (`-filter:`).
  public func filter(_ predicate: @escaping @Sendable (Element) -> Bool) -> Signal {
    Signal(plan.filter { value in Element(value).map(predicate) ?? false })
  }

  /// Drops a value equal to the previous one that was sent; the first passes, nil too (`-distinctUntilChanged`).
  public func distinct() -> Signal { Signal(plan.distinct()) }

  /// Drops the first values, for each subscription (`-skip:`).
  public func skip(_ count: Int) -> Signal { Signal(plan.skip(count)) }

  /// Completes behind the last of so many values; with none it subscribes to nothing (`-take:`).
  public func take(_ count: Int) -> Signal { Signal(plan.take(count)) }

  /// Ends when the trigger sends or completes, and never begins again. The trigger is subscribed first, so one that fires
  /// at once lets nothing through; its error is ignored (`-takeUntil:`).
  public func take<Other>(until trigger: Signal<Other>) -> Signal { Signal(plan.take(until: trigger.plan)) }

  /// Ends when an instance is gone (`-takeUntil:` its `rac_willDeallocSignal`).
  public func take<V: ViewModel>(whileAlive instance: Weak<V>) -> Signal {
    guard let ref = instance.ref else { return .empty }
    return Signal(plan.take(until: .lifetime(ref.id)))
  }

  /// A value first, then the signal (`-startWith:`).
  public func start(with element: Element) -> Signal { Signal(plan.start(with: element.value)) }

  /// Values and completion come later. An error comes at once: it overtakes what waits, and drops it (`-delay:`).
  public func delay(_ delay: Duration) -> Signal { Signal(plan.delay(delay.milliseconds)) }

  /// Each event comes in a hop of its own through the main queue (`-deliverOn:`).
  public func deliverOnMain() -> Signal { Signal(plan.delivered()) }

  /// Each event comes at once if this is the main queue and nothing of the subscription waits, else in a hop
  /// (`-deliverOnMainThread`). Everything here runs on the main queue, so nothing ever waits.
  public func deliverOnMainThread() -> Signal { self }

  /// Completion and errors only (`-ignoreValues`).
  public func ignoreValues() -> Signal { Signal(plan.ignoreValues()) }

  /// Each event as a value, an error or completion followed by completion (`-materialize`).
  public func materialize() -> Signal<Value> { Signal<Value>(plan.materialize()) }

  /// Writes each event to the trace, with the name that the signal has at this point (`-logAll`).
  public func logAll() -> Signal { Signal(plan.logged()) }

  /// Goes on with another signal when this one ends in an error, which is swallowed (`-catchTo:`).
  public func `catch`(_ replacement: Signal) -> Signal { Signal(plan.catch(replacement.plan)) }

  /// Goes on with the signal that is made of the error; nil is an empty one (`-catch:`).
  public func `catch`(_ replacement: @escaping @Sendable (Value) -> SignalRef<Element>?) -> Signal {
    Signal(plan.catchMap { replacement($0)?.signalValue })
  }
}

extension Signal where Element == Bool {
  /// The opposite (`-not`).
  public func not() -> Signal { map { !$0 } }
}

/// Operators over signals that are sent through signals.
extension Signal {
  /// What the signals made of the values send, as it comes; nil is an empty one (`-flattenMap:`).
  public func flatMap<Result>(_ transform: @escaping @Sendable (Element) -> SignalRef<Result>?) -> Signal<Result> {
    map { transform($0) }.flatten()
  }

  /// What the signals send, as it comes; ends when all have (`-flatten`).
  ///
  /// - Parameter limit: How many are subscribed at a time; the others wait in their order (`-flatten:`).
  public func flatten<Inner>(limit: Int? = nil) -> Signal<Inner> where Element == SignalRef<Inner>? {
    Signal<Inner>(plan.flatten(limit: limit))
  }
  /// What the signals send, as it comes; ends when all have (`-flatten`).
  ///
  /// - Parameter limit: How many are subscribed at a time; the others wait in their order (`-flatten:`).
  public func flatten<Inner>(limit: Int? = nil) -> Signal<Inner> where Element == SignalRef<Inner> {
    Signal<Inner>(plan.flatten(limit: limit))
  }

  /// One signal after the other: each is subscribed when the one before has completed (`-concat`).
  public func concat<Inner>() -> Signal<Inner> where Element == SignalRef<Inner> { Signal<Inner>(plan.concat()) }

  /// What the newest signal sends: one that arrives, nil too, ends the one before. Completes when the outer signal and
  /// the last inner one have (`-switchToLatest`).
  public func switchToLatest<Inner>() -> Signal<Inner> where Element == SignalRef<Inner>? {
    Signal<Inner>(plan.switchToLatest())
  }
  /// What the newest signal sends: one that arrives ends the one before. Completes when the outer signal and the last
  /// inner one have (`-switchToLatest`).
  public func switchToLatest<Inner>() -> Signal<Inner> where Element == SignalRef<Inner> {
    Signal<Inner>(plan.switchToLatest())
  }
}
