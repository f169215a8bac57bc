import Statecharts

/// A signal as a value: it can be sent through signals, and kept in a model.
public struct SignalRef<Element: ValueConvertible>: Hashable, ValueConvertible {
  package let signalValue: SignalValue

  /// Makes it of a signal as data: `SignalRef(.failing(error))`.
  public init(_ signalValue: SignalValue) {
    self.signalValue = signalValue
  }

  /// The signal itself.
  public var signal: Signal<Element> { Signal(.signal(signalValue)) }

  public var value: Value { .signal(signalValue) }
  public init?(_ value: Value) {
    guard case .signal(let signal) = value else { return nil }
    signalValue = signal
  }
  public static var shape: Shape { .any }
  public static var holdsReferences: Bool { true }
}

/// A subject that is an instance of its own: hot, with all three events (`RACSubject`, `RACReplaySubject`). It lives as
/// long as something refers to it.
public struct SubjectRef<Element: ValueConvertible>: Hashable, ValueConvertible {
  package let id: InstanceID

  /// Makes what a field holds before `makeSubject` gave it its subject: `SubjectRef(InstanceID(0))`.
  public init(_ id: InstanceID) {
    self.id = id
  }

  /// What it sends from now on, after what it keeps for whoever comes late.
  public var signal: Signal<Element> { Signal(.subject(id)) }

  public var value: Value { .reference(id) }
  public init?(_ value: Value) {
    guard case .reference(let id) = value else { return nil }
    self.id = id
  }
  public static var shape: Shape { .any }
  public static var holdsReferences: Bool { true }
}

/// Something that was started and can be ended: a subscription, an observation, a two-way binding. Holding it keeps
/// nothing alive; a field that holds it becomes nil when it has ended.
public struct Subscription: Hashable, ValueConvertible {
  package let id: InstanceID

  /// Makes what a field holds before something was started: `Subscription(InstanceID(0))`.
  public init(_ id: InstanceID) {
    self.id = id
  }

  public var value: Value { .weak(id) }
  public init?(_ value: Value) {
    guard case .weak(let id?) = value else { return nil }
    self.id = id
  }
  public static var shape: Shape { .any }
  public static var holdsReferences: Bool { true }
}

/// A signal of typed values: cold, not subscribed yet; every subscription runs it anew.
///
/// It sends any number of values, then at most one error or completion, and nothing after that. The operators are those
/// of ReactiveObjC, named as Swift and ReactiveX name them; Documentation/Semantics.md has what each sends.
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
