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
