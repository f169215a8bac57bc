import Statecharts

/// Operators with one input. Names such as `-map:` are those of ReactiveObjC.
extension Signal {
  /// Transforms each value (`-map:`).
  public func map<Result: ValueConvertible>(_ transform: @escaping @Sendable (Element) -> Result) -> Signal<Result> {
    Signal<Result>(plan.map { value in Element(value).map { transform($0).value } ?? .null })
  }

  /// Keeps the values that satisfy the predicate (`-filter:`).
  public func filter(_ predicate: @escaping @Sendable (Element) -> Bool) -> Signal {
    Signal(plan.filter { value in Element(value).map(predicate) ?? false })
  }

  /// Drops values equal to the previous one (`-distinctUntilChanged`).
  public func distinct() -> Signal { Signal(plan.distinct()) }

  /// Drops the first values of each subscription (`-skip:`).
  public func skip(_ count: Int) -> Signal { Signal(plan.skip(count)) }

  /// Completes after `count` values (`-take:`); zero does not subscribe.
  public func take(_ count: Int) -> Signal { Signal(plan.take(count)) }

  /// Ends when the trigger sends or completes (`-takeUntil:`). The trigger is subscribed first: if it sends at once,
  /// no value passes. Its error is ignored.
  public func take<Other>(until trigger: Signal<Other>) -> Signal { Signal(plan.take(until: trigger.plan)) }

  /// Ends when an instance goes (`-takeUntil:` its `rac_willDeallocSignal`).
  public func take<V: ViewModel>(whileAlive instance: Weak<V>) -> Signal {
    guard let ref = instance.ref else { return .empty }
    return Signal(plan.take(until: .lifetime(ref.id)))
  }

  /// Sends an element first (`-startWith:`).
  public func start(with element: Element) -> Signal { Signal(plan.start(with: element.value)) }

  /// Delays values and completion (`-delay:`). An error is immediate and drops what waits.
  public func delay(_ delay: Duration) -> Signal { Signal(plan.delay(delay.milliseconds)) }

  /// Sends each event in its own main-queue hop (`-deliverOn:`).
  public func deliverOnMain() -> Signal { Signal(plan.delivered()) }

  /// No effect (`-deliverOnMainThread`), because everything runs on the main queue.
  public func deliverOnMainThread() -> Signal { self }

  /// Passes only completion and errors (`-ignoreValues`).
  public func ignoreValues() -> Signal { Signal(plan.ignoreValues()) }

  /// Sends events as values; completes after an error, too (`-materialize`).
  public func materialize() -> Signal<Value> { Signal<Value>(plan.materialize()) }

  /// Traces each event with the signal's name at this point (`-logAll`).
  public func logAll() -> Signal { Signal(plan.logged()) }

  /// Continues with another signal after an error (`-catchTo:`).
  public func `catch`(_ replacement: Signal) -> Signal { Signal(plan.catch(replacement.plan)) }

  /// Continues with a signal made from the error; nil is empty (`-catch:`).
  public func `catch`(_ replacement: @escaping @Sendable (Value) -> SignalRef<Element>?) -> Signal {
    Signal(plan.catchMap { replacement($0)?.signalValue })
  }
}

extension Signal where Element == Bool {
  /// Negates each value (`-not`).
  public func not() -> Signal { map { !$0 } }
}

extension Signal {
  /// Merges the signals made from the values; nil is empty (`-flattenMap:`).
  public func flatMap<Result>(_ transform: @escaping @Sendable (Element) -> SignalRef<Result>?) -> Signal<Result> {
    map { transform($0) }.flatten()
  }

  /// Merges the sent signals; completes when all have (`-flatten`).
  ///
  /// - Parameter limit: The most subscribed at a time, in order (`-flatten:`).
  public func flatten<Inner>(limit: Int? = nil) -> Signal<Inner> where Element == SignalRef<Inner>? {
    Signal<Inner>(plan.flatten(limit: limit))
  }
  /// Merges the sent signals (`-flatten`).
  public func flatten<Inner>(limit: Int? = nil) -> Signal<Inner> where Element == SignalRef<Inner> {
    Signal<Inner>(plan.flatten(limit: limit))
  }

  /// Subscribes to the sent signals one after the other (`-concat`).
  public func concat<Inner>() -> Signal<Inner> where Element == SignalRef<Inner> { Signal<Inner>(plan.concat()) }

  /// Follows the newest signal (`-switchToLatest`); nil ends the previous one too. Completes when the outer signal
  /// and the last inner one have.
  public func switchToLatest<Inner>() -> Signal<Inner> where Element == SignalRef<Inner>? {
    Signal<Inner>(plan.switchToLatest())
  }
  /// Follows the newest signal (`-switchToLatest`).
  public func switchToLatest<Inner>() -> Signal<Inner> where Element == SignalRef<Inner> {
    Signal<Inner>(plan.switchToLatest())
  }
}

extension Signal {
  /// Assigns each value to a field (`RAC`), without keeping the target alive. Two live bindings of one field are a
  /// fault, as is an error. After completion the field may be bound again.
  public func assign<V: ViewModel>(to target: Ref<V>, _ field: KeyPath<V, FieldToken<V, Element>>) -> Link {
    Link(plan, to: .assign(target.id, port: V.tokens[keyPath: field].port))
  }

  /// Assigns each value to a field (`RAC`); nil becomes the replacement.
  public func assign<V: ViewModel, T>(
    to target: Ref<V>, _ field: KeyPath<V, FieldToken<V, T>>, replacingNil replacement: T
  ) -> Link where Element == T? {
    Link(plan, to: .assign(target.id, port: V.tokens[keyPath: field].port, replacingNil: replacement.value))
  }

  /// Assigns each value to a field that other code may also write, such as in a re-used cell, whose bindings may
  /// overlap. An error is dropped.
  public func write<V: ViewModel>(to target: Ref<V>, _ field: KeyPath<V, FieldToken<V, Element>>) -> Link {
    Link(plan, to: .write(target.id, port: V.tokens[keyPath: field].port))
  }

  /// Sends values by a subject.
  public func emit<V: ViewModel>(by target: Ref<V>, _ subject: KeyPath<V, SubjectToken<V, Element>>) -> Link {
    Link(plan, to: .output(target.id, port: V.tokens[keyPath: subject].port))
  }

  /// Sends every event by a subject, for a shared subscription (`-multicast:`).
  public func relay(by subject: SubjectRef<Element>) -> Link { Link(plan, to: .relay(subject.id)) }

  /// Runs code of an instance, which is kept alive (`-subscribeNext:error:completed:`). Errors without code are
  /// dropped.
  public func subscribe<V: ViewModel>(
    _ me: Ref<V>, next: (@Sendable (borrowing Handle<V>, Element) -> Void)? = nil,
    error: (@Sendable (borrowing Handle<V>, Value) -> Void)? = nil,
    completed: (@Sendable (borrowing Handle<V>) -> Void)? = nil
  ) -> Link {
    running(me, "subscribeNext:error:completed:", next, error, completed).started
  }

  /// Runs code for each value.
  public func subscribe<V: ViewModel>(
    _ me: Ref<V>, _ next: @escaping @Sendable (borrowing Handle<V>, Element) -> Void
  ) -> Link {
    subscribe(me, next: next)
  }

  /// Runs code before each value passes (`-doNext:`).
  public func doNext<V: ViewModel>(
    _ me: Ref<V>, _ body: @escaping @Sendable (borrowing Handle<V>, Element) -> Void
  ) -> Signal {
    running(me, "doNext:", body, nil, nil)
  }
  /// Runs code before an error passes (`-doError:`).
  public func doError<V: ViewModel>(
    _ me: Ref<V>, _ body: @escaping @Sendable (borrowing Handle<V>, Value) -> Void
  ) -> Signal {
    running(me, "doError:", nil, body, nil)
  }
  /// Runs code before the completion passes (`-doCompleted:`).
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

  var started: Link { Link(plan, to: .handlers(next: nil, error: nil, completed: nil)) }
}

/// Operators with several inputs, subscribed from left to right.
extension Signal {
  /// Combines the latest values once each input has sent (`+combineLatest:reduce:`). Sends for each input value,
  /// glitches included. Completes when all have; any error ends it.
  public static func combineLatest<First, Second>(
    _ first: Signal<First>, _ second: Signal<Second>, _ combine: @escaping @Sendable (First, Second) -> Element
  ) -> Signal {
    latest([first.plan, second.plan]) { values in
      guard let first = First(values[0]), let second = Second(values[1]) else { return nil }
      return combine(first, second)
    }
  }

  /// Combines the latest values of three signals.
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

  /// Combines the latest values of four signals.
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

  /// The latest of any number of signals; without any, completes immediately (`+combineLatest:`).
  public static func combineLatest<Input>(_ inputs: [Signal<Input>]) -> Signal where Element == [Input] {
    Signal(.combineLatest(inputs.map(\.plan)))
  }

  /// Sends all inputs as they come (`+merge:`). Completes when all have; an error ends it before later inputs are
  /// subscribed.
  public static func merge(_ inputs: Signal...) -> Signal { merge(inputs) }
  /// Sends all inputs of a list as they come (`+merge:`).
  public static func merge(_ inputs: [Signal]) -> Signal { Signal(.merge(inputs.map(\.plan))) }
  /// Merges this signal and another one.
  public func merge(with other: Signal) -> Signal { .merge(self, other) }

  /// Continues with another signal after completion (`-concat:`).
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
  /// Whether all values are true (`-and`).
  public func and() -> Signal<Bool> { map { $0.allSatisfy(\.self) } }
  /// Whether a value is true (`-or`).
  public func or() -> Signal<Bool> { map { $0.contains(true) } }
}
