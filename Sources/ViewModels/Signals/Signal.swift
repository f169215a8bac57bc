import Statecharts

/// A signal of typed values: cold, not subscribed yet; every subscription runs it anew.
///
/// It sends any number of values, then at most one error or completion, and nothing after that. The operators are those
/// of ReactiveObjC, named as Swift and ReactiveX name them.
public struct Signal<Element: ValueConvertible>: Sendable {
  public let plan: SignalPlan

  public init(_ plan: SignalPlan) {
    self.plan = plan
  }

  /// One value, then completion (`+return:`).
  public static func just(_ element: Element) -> Signal { Signal(.just(element.value)) }
  /// An error at once (`+error:`).
  public static func fail(_ error: Value) -> Signal { Signal(.fail(error)) }
  /// A failure at once: an error that says that the business refused. A command that shows its phases has `failed` then.
  public static func failure(_ reason: String) -> Signal { .fail(.failure(.string(reason))) }
  /// Completion at once (`+empty`).
  public static var empty: Signal { Signal(.empty) }
  /// Nothing, ever (`+never`).
  public static var never: Signal { Signal(.never) }
  /// So many values at once, then completion.
  public static func values(_ elements: [Element]) -> Signal {
    Signal(.concat(elements.map { SignalPlan.just($0.value) }))
  }
}

/// Where the events go.
extension Signal {
  /// Binds a field to the signal: each value is assigned (`RAC`).
  ///
  /// Two live bindings of one field are a fault, as ReactiveObjC asserts, and so is an error. After completion the last
  /// value stays and the field may be bound again. The binding ends with the target, which it does not keep.
  public func assign<V: ViewModel>(to target: Ref<V>, _ field: Field<V.Model, Element>) -> Link {
    Link(plan, to: .assign(target.id, port: V.definition.port(of: field.name)))
  }

  /// Binds a field to the signal; nil becomes the replacement (`RAC` with a value for nil).
  public func assign<V: ViewModel, T>(
    to target: Ref<V>, _ field: Field<V.Model, T>, replacingNil replacement: T
  ) -> Link where Element == T? {
    Link(plan, to: .assign(target.id, port: V.definition.port(of: field.name), replacingNil: replacement.value))
  }

  /// Assigns each value to a field, whatever else writes it: a `subscribeNext` that sets a property. A re-used cell that
  /// starts the next one before the last one ended writes so. An error is dropped.
  public func write<V: ViewModel>(to target: Ref<V>, _ field: Field<V.Model, Element>) -> Link {
    Link(plan, to: .write(target.id, port: V.definition.port(of: field.name)))
  }

  /// Sends each value by a subject of a view model.
  public func output<V: ViewModel>(by target: Ref<V>, _ subject: Subject<Element>) -> Link {
    Link(plan, to: .output(target.id, port: V.definition.port(of: subject.name)))
  }

  /// Sends every event by a subject, so that many listen to one subscription (`-multicast:`).
  public func relay(by subject: SubjectRef<Element>) -> Link { Link(plan, to: .relay(subject.id)) }

  /// Calls handlers (`-subscribeNext:error:completed:`). An event without one is dropped: without `error`, errors go
  /// unheard.
  public func subscribe(
    next: HandlerValue? = nil, error: HandlerValue? = nil, completed: HandlerValue? = nil
  ) -> Link {
    Link(plan, to: .handlers(next: next, error: error, completed: completed))
  }
}
