import Statecharts

extension Ref where V: ViewModel {
  /// The value now and after each change, equal or not (`RACObserve`). Completes when the instance goes, which it
  /// does not keep.
  public func values<T>(_ field: KeyPath<V, FieldToken<V, T>>) -> Signal<T> {
    Signal(.values(id, port: V.tokens[keyPath: field].port))
  }

  /// The value after each change, equal or not (`RACObserve` with `-skip: 1`).
  public func changes<T>(_ field: KeyPath<V, FieldToken<V, T>>) -> Signal<T> {
    Signal(.changes(id, port: V.tokens[keyPath: field].port))
  }

  /// A field behind a reference, which it follows (`RACObserve` of a path of two).
  public func values<W: ViewModel, T>(
    _ field: KeyPath<V, FieldToken<V, Ref<W>>>, _ inner: KeyPath<W, FieldToken<W, T>>
  ) -> Signal<T> {
    Signal(values(field).plan.member(W.tokens[keyPath: inner].name))
  }

  /// The values that a subject sends from now on (`RACSubject`). Completes when the instance goes.
  public func values<T>(of subject: KeyPath<V, SubjectToken<V, T>>) -> Signal<T> {
    Signal(.subject(id, port: V.tokens[keyPath: subject].port))
  }

  /// A widget's text now and at every editing event, equal or not, but not text set by the program
  /// (`rac_textSignal`).
  public func text(
    _ text: KeyPath<V, FieldToken<V, String>>, edited: KeyPath<V, SubjectToken<V, String>>
  ) -> Signal<String> {
    .merge(values(text).take(1), values(of: edited))
  }

  /// Sends no values, but completes when the instance goes (`rac_willDeallocSignal`). The instance keeps its
  /// subscribers.
  public var lifetime: Signal<Value> { Signal(.lifetime(id)) }
}

/// A value that may be an instance: `Ref`, `Weak`, and optionals of them.
public protocol InstanceReference: ValueConvertible {
  /// Its view model.
  associatedtype Target: ViewModel
}

extension Ref: InstanceReference { public typealias Target = V }
extension Weak: InstanceReference { public typealias Target = V }
extension Optional: InstanceReference where Wrapped: InstanceReference { public typealias Target = Wrapped.Target }

extension Signal where Element: InstanceReference, Element.Target: ViewModel {
  /// A field of the latest instance, or nil. Chain it for longer paths (`RACObserve(self, user.address.city)`).
  public func member<T>(_ field: KeyPath<Element.Target, FieldToken<Element.Target, T>>) -> Signal<T?> {
    Signal<T?>(plan.member(Element.Target.tokens[keyPath: field].name))
  }
  /// A field that may be nil.
  public func member<T>(_ field: KeyPath<Element.Target, FieldToken<Element.Target, T?>>) -> Signal<T?> {
    Signal<T?>(plan.member(Element.Target.tokens[keyPath: field].name))
  }
}

/// The change dictionary of key-value observing, typed.
public struct Change<T: ValueConvertible>: ValueConvertible {
  /// The field's registered name: `name`, `user.name`.
  public let keyPath: String
  /// The kind of change.
  public let kind: ChangeKind
  /// The value after the change, if requested; for an edited list, what was inserted.
  public let new: T?
  /// The value before the change, if requested; for an edited list, what was removed.
  public let old: T?
  /// The changed indexes.
  public let indexes: [Int]
  /// Whether the change is still to come.
  public let isPrior: Bool
  /// The observer's context.
  public let context: Value
  /// The raw dictionary, with only what was requested.
  public let dictionary: [Member]

  /// The observed value.
  public let value: Value

  public static var shape: Shape { .any }
  public static var holdsReferences: Bool { true }

  /// Nil if the handler was not called by an observation of such a field.
  public init?(_ value: Value) {
    guard case .record(let members)? = value["change"], case .string(let keyPath)? = value["keyPath"],
      let change = value["change"], case .int(let number)? = change["kind"], let kind = ChangeKind(rawValue: number)
    else { return nil }
    self.value = value
    self.keyPath = keyPath
    self.kind = kind
    new = change["new"].flatMap { T($0) }
    old = change["old"].flatMap { T($0) }
    indexes = change["indexes"].flatMap { [Int]($0) } ?? []
    isPrior = change["notificationIsPrior"] == true
    context = value["context"] ?? .null
    dictionary = members
  }
}
