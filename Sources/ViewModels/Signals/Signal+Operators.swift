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

/// Where the events go.
extension Signal {
  /// Binds a field to the signal: each value is assigned (`RAC`).
  ///
  /// Two live bindings of one field are a fault, as ReactiveObjC asserts, and so is an error. After completion the last
  /// value stays and the field may be bound again. The binding ends with the target, which it does not keep.
  public func assign<V: ViewModel>(to target: Ref<V>, _ field: KeyPath<V, FieldToken<V, Element>>) -> Link {
    Link(plan, to: .assign(target.id, port: V.tokens[keyPath: field].port))
  }

  /// Binds a field to the signal; nil becomes the replacement (`RAC` with a value for nil).
  public func assign<V: ViewModel, T>(
    to target: Ref<V>, _ field: KeyPath<V, FieldToken<V, T>>, replacingNil replacement: T
  ) -> Link where Element == T? {
    Link(plan, to: .assign(target.id, port: V.tokens[keyPath: field].port, replacingNil: replacement.value))
  }

  /// Assigns each value to a field, whatever else writes it: a `subscribeNext` that sets a property. A re-used cell that
  /// starts the next one before the last one ended writes so. An error is dropped.
  public func write<V: ViewModel>(to target: Ref<V>, _ field: KeyPath<V, FieldToken<V, Element>>) -> Link {
    Link(plan, to: .write(target.id, port: V.tokens[keyPath: field].port))
  }

  /// Sends each value by a subject of a view model.
  public func emit<V: ViewModel>(by target: Ref<V>, _ subject: KeyPath<V, SubjectToken<V, Element>>) -> Link {
    Link(plan, to: .output(target.id, port: V.tokens[keyPath: subject].port))
  }

  /// Sends every event by a subject, so that many listen to one subscription (`-multicast:`).
  public func relay(by subject: SubjectRef<Element>) -> Link { Link(plan, to: .relay(subject.id)) }

  /// Runs code of an instance, which is kept: a part of this wiring, as what `map` is given is
  /// (`-subscribeNext:error:completed:`). An event without code is dropped: without `error`, errors go unheard.
  public func subscribe<V: ViewModel>(
    _ me: Ref<V>, next: (@Sendable (borrowing Handle<V>, Element) -> Void)? = nil,
    error: (@Sendable (borrowing Handle<V>, Value) -> Void)? = nil,
    completed: (@Sendable (borrowing Handle<V>) -> Void)? = nil
  ) -> Link {
    running(me, "subscribeNext:error:completed:", next, error, completed).started
  }

  /// Runs code of an instance with each value.
  public func subscribe<V: ViewModel>(
    _ me: Ref<V>, _ next: @escaping @Sendable (borrowing Handle<V>, Element) -> Void
  ) -> Link {
    subscribe(me, next: next)
  }

  /// Runs code of an instance before each value is passed on (`-doNext:`).
  public func doNext<V: ViewModel>(
    _ me: Ref<V>, _ body: @escaping @Sendable (borrowing Handle<V>, Element) -> Void
  ) -> Signal {
    running(me, "doNext:", body, nil, nil)
  }
  /// Runs code of an instance before the error is passed on (`-doError:`).
  public func doError<V: ViewModel>(
    _ me: Ref<V>, _ body: @escaping @Sendable (borrowing Handle<V>, Value) -> Void
  ) -> Signal {
    running(me, "doError:", nil, body, nil)
  }
  /// Runs code of an instance before the completion is passed on (`-doCompleted:`).
  public func doCompleted<V: ViewModel>(
    _ me: Ref<V>, _ body: @escaping @Sendable (borrowing Handle<V>) -> Void
  ) -> Signal {
    running(me, "doCompleted:", nil, nil, body)
  }

  private func running<V: ViewModel>(
    _ me: Ref<V>, _ selector: String, _ next: (@Sendable (borrowing Handle<V>, Element) -> Void)?,
    _ error: (@Sendable (borrowing Handle<V>, Value) -> Void)?,
    _ completed: (@Sendable (borrowing Handle<V>) -> Void)?
  ) -> Signal {
    Signal(
      plan.run(me.id, selector) { turn, id, event in
        let me = turn.handle(of: Ref<V>(id))
        switch event {
        case .next(let value):
          guard let next else { return }
          if let element = Element(value) {
            next(me, element)
          } else {
            turn.fault(.unfittingElement(wanted: "\(Element.self)"))
          }
        case .error(let value): error?(me, value)
        case .completed: completed?(me)
        }
      })
  }

  /// Nobody hears what comes.
  var started: Link { Link(plan, to: .handlers(next: nil, error: nil, completed: nil)) }
}

/// Operators with several inputs, subscribed from left to right.
extension Signal {
  /// The latest of both, once each has sent, nil too; one output for each input's value: no glitch is suppressed.
  /// Completes when all have, errs when any does (`+combineLatest:reduce:`).
  public static func combineLatest<First, Second>(
    _ first: Signal<First>, _ second: Signal<Second>, _ combine: @escaping @Sendable (First, Second) -> Element
  ) -> Signal {
    latest([first.plan, second.plan]) { values in
      guard let first = First(values[0]), let second = Second(values[1]) else { return nil }
      return combine(first, second)
    }
  }

  /// The latest of three, as of two (`+combineLatest:reduce:`).
  public static func combineLatest<First, Second, Third>(
    _ first: Signal<First>, _ second: Signal<Second>, _ third: Signal<Third>,
    _ combine: @escaping @Sendable (First, Second, Third) -> Element
  ) -> Signal {
    latest([first.plan, second.plan, third.plan]) { values in
      guard let first = First(values[0]), let second = Second(values[1]), let third = Third(values[2]) else {
        return nil
      }
      return combine(first, second, third)
    }
  }

  /// The latest of four, as of two (`+combineLatest:reduce:`).
  public static func combineLatest<First, Second, Third, Fourth>(
    _ first: Signal<First>, _ second: Signal<Second>, _ third: Signal<Third>, _ fourth: Signal<Fourth>,
    _ combine: @escaping @Sendable (First, Second, Third, Fourth) -> Element
  ) -> Signal {
    latest([first.plan, second.plan, third.plan, fourth.plan]) { values in
      guard let first = First(values[0]), let second = Second(values[1]), let third = Third(values[2]),
        let fourth = Fourth(values[3])
      else { return nil }
      return combine(first, second, third, fourth)
    }
  }

  /// The latest of any number of signals of one type; without any it completes at once (`+combineLatest:`).
  public static func combineLatest<Input>(_ inputs: [Signal<Input>]) -> Signal where Element == [Input] {
    Signal(.combineLatest(inputs.map(\.plan)))
  }

  /// All inputs as they come. An error of any ends all, and what stands behind it in the list is never subscribed;
  /// completes when all have, without any at once (`+merge:`).
  public static func merge(_ inputs: Signal...) -> Signal { merge(inputs) }
  /// All inputs as they come. An error of any ends all; completes when all have, without any at once (`+merge:`).
  public static func merge(_ inputs: [Signal]) -> Signal { Signal(.merge(inputs.map(\.plan))) }
  /// Both as they come (`-merge:`).
  public func merge(with other: Signal) -> Signal { .merge(self, other) }

  /// The other signal when this one has completed (`-concat:`).
  public func concat(_ next: Signal) -> Signal { Signal(.concat([plan, next.plan])) }

  private static func latest(
    _ plans: [SignalPlan], _ combine: @escaping @Sendable ([Value]) -> Element?
  ) -> Signal {
    Signal(
      SignalPlan.combineLatest(plans).map { value in
        guard case .list(let values) = value, values.count == plans.count, let result = combine(values) else {
          return .null
        }
        return result.value
      })
  }
}

extension Signal where Element == [Bool] {
  /// Whether all are true (`-and`).
  public func and() -> Signal<Bool> { map { $0.allSatisfy(\.self) } }
  /// Whether any is true (`-or`).
  public func or() -> Signal<Bool> { map { $0.contains(true) } }
}
