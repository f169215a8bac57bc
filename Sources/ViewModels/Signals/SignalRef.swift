import Statecharts

/// A signal as a value.
public struct SignalRef<Element: ValueConvertible>: Hashable, ValueConvertible {
  package let signalValue: SignalValue

  /// Wraps a signal.
  public init(_ signalValue: SignalValue) {
    self.signalValue = signalValue
  }

  /// The signal.
  public var signal: Signal<Element> { Signal(.signal(signalValue)) }

  public var value: Value { .signal(signalValue) }
  public init?(_ value: Value) {
    guard case .signal(let signal) = value else { return nil }
    signalValue = signal
  }
  public static var shape: Shape { .any }
  public static var holdsReferences: Bool { true }
}

/// A hot subject that is an instance (`RACSubject`, `RACReplaySubject`). References keep it alive.
public struct SubjectRef<Element: ValueConvertible>: Hashable, ValueConvertible {
  package let id: InstanceID

  /// A placeholder before `makeSubject`: `SubjectRef(InstanceID(0))`.
  public init(_ id: InstanceID) {
    self.id = id
  }

  /// Replayed values, then what it sends from now on.
  public var signal: Signal<Element> { Signal(.subject(id)) }

  public var value: Value { .reference(id) }
  public init?(_ value: Value) {
    guard case .reference(let id) = value else { return nil }
    self.id = id
  }
  public static var shape: Shape { .any }
  public static var holdsReferences: Bool { true }
}

/// A subscription, an observation or a two-way binding; `dispose` ends it. It keeps nothing alive; a field that
/// holds it becomes nil at its end.
public struct Subscription: Hashable, ValueConvertible {
  package let id: InstanceID

  /// A placeholder: `Subscription(InstanceID(0))`.
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

/// A cold signal of typed values; each subscription runs it anew. The operators are ReactiveObjC's; see
/// Documentation/Semantics.md.
public struct Signal<Element: ValueConvertible>: Sendable {
  package let plan: SignalPlan

  package init(_ plan: SignalPlan) {
    self.plan = plan
  }

  /// One value, then completion (`+return:`).
  public static func just(_ element: Element) -> Signal { Signal(.just(element.value)) }
  /// An immediate error (`+error:`).
  public static func fail(_ error: Value) -> Signal { Signal(.fail(error)) }
  /// An error that means a refusal by the service. A command with phases is then `failed`.
  public static func failure(_ reason: String) -> Signal { .fail(.failure(.string(reason))) }
  /// An immediate completion (`+empty`).
  public static var empty: Signal { Signal(.empty) }
  /// No event, ever (`+never`).
  public static var never: Signal { Signal(.never) }
  /// The values, then completion.
  public static func values(_ elements: [Element]) -> Signal {
    Signal(.concat(elements.map { SignalPlan.just($0.value) }))
  }
}
