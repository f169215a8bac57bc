import Statecharts

/// A signal of typed values: cold, not subscribed yet; every subscription runs it anew.
///
/// It sends any number of values, then at most one error or completion, and nothing after that. The operators are those
/// of ReactiveObjC, named as Swift and ReactiveX name them; Documentation/Signals.md has what each sends.
public struct Signal<Element: ValueConvertible>: Sendable {
  package let plan: SignalPlan

  package init(_ plan: SignalPlan) {
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
