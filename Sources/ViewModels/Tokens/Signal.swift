import Statecharts

/// A signal of typed values: cold, not subscribed yet.
public struct Signal<Element: ValueConvertible>: Sendable {
  public let plan: SignalPlan

  public init(_ plan: SignalPlan) {
    self.plan = plan
  }

  /// One value, then completion.
  public static func just(_ element: Element) -> Signal { Signal(.just(element.value)) }

  public func map<Result: ValueConvertible>(_ transform: @escaping @Sendable (Element) -> Result) -> Signal<Result> {
    Signal<Result>(plan.map { value in Element(value).map { transform($0).value } ?? .null })
  }

  public func filter(_ predicate: @escaping @Sendable (Element) -> Bool) -> Signal {
    Signal(plan.filter { value in Element(value).map(predicate) ?? false })
  }

  /// Drops a value equal to the previous one that was sent; the first always passes.
  public func distinct() -> Signal { Signal(plan.distinct()) }

  /// Ends when the trigger sends or completes; the trigger is subscribed first.
  public func take<Other>(until trigger: Signal<Other>) -> Signal { Signal(plan.take(until: trigger.plan)) }

  /// Goes on with another signal when this one ends in an error.
  public func `catch`(_ replacement: Signal) -> Signal { Signal(plan.catch(replacement.plan)) }

  /// The latest of both, once each has sent; one output for each input's value.
  public static func combineLatest<First, Second>(
    _ first: Signal<First>, _ second: Signal<Second>, _ combine: @escaping @Sendable (First, Second) -> Element
  ) -> Signal {
    Signal(
      SignalPlan.combineLatest([first.plan, second.plan]).map { value in
        guard case .list(let values) = value, values.count == 2, let first = First(values[0]),
          let second = Second(values[1])
        else { return .null }
        return combine(first, second).value
      })
  }

  /// Assigns each value to a field.
  public func assign<V: ViewModel>(to target: Ref<V>, _ field: Field<V.Model, Element>) -> Link {
    Link(plan, to: .assign(target.id, port: V.definition.port(of: field.name)))
  }

  /// Sends each value by a subject.
  public func output<V: ViewModel>(by target: Ref<V>, _ subject: Subject<Element>) -> Link {
    Link(plan, to: .output(target.id, port: V.definition.port(of: subject.name)))
  }

  /// Calls handlers; an event without one is dropped.
  public func subscribe(next: HandlerValue?, error: HandlerValue? = nil, completed: HandlerValue? = nil) -> Link {
    Link(plan, to: .handlers(next: next, error: error, completed: completed))
  }
}

extension Ref {
  /// The value now, then the value read again after each change.
  public func values<T>(_ field: Field<V.Model, T>) -> Signal<T> {
    Signal(.values(id, port: V.definition.port(of: field.name)))
  }

  /// The value read again after each change.
  public func changes<T>(_ field: Field<V.Model, T>) -> Signal<T> {
    Signal(.changes(id, port: V.definition.port(of: field.name)))
  }

  /// A field of the instance that a field refers to: attached again when that instance is replaced.
  public func values<W: ViewModel, T>(_ field: Field<V.Model, Ref<W>>, _ inner: Field<W.Model, T>) -> Signal<T> {
    Signal(values(field).plan.member(inner.name))
  }

  /// What a subject sends from now on.
  public func values<T>(of subject: Subject<T>) -> Signal<T> {
    Signal(.subject(id, port: V.definition.port(of: subject.name)))
  }
}
