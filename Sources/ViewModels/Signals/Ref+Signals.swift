import Statecharts

extension Ref where V: ViewModel {
  /// The value now, then the value read again after each change, equal or not (`RACObserve`). Completes when the
  /// instance is gone; does not keep it.
  public func values<T>(_ field: KeyPath<V, FieldToken<V, T>>) -> Signal<T> {
    Signal(.values(id, port: V.tokens[keyPath: field].port))
  }

  /// The value read again after each change, equal or not (`RACObserve` with `-skip: 1`).
  public func changes<T>(_ field: KeyPath<V, FieldToken<V, T>>) -> Signal<T> {
    Signal(.changes(id, port: V.tokens[keyPath: field].port))
  }

  /// A field of the instance that a field refers to: attached again when that instance is replaced (`RACObserve` of a path of
  /// two).
  public func values<W: ViewModel, T>(
    _ field: KeyPath<V, FieldToken<V, Ref<W>>>, _ inner: KeyPath<W, FieldToken<W, T>>
  ) -> Signal<T> {
    Signal(values(field).plan.member(W.tokens[keyPath: inner].name))
  }

  /// What a subject sends from now on (`RACSubject`). Completes when the instance is gone.
  public func values<T>(of subject: KeyPath<V, SubjectToken<V, T>>) -> Signal<T> {
    Signal(.subject(id, port: V.tokens[keyPath: subject].port))
  }

  /// The text that a widget shows now, then its text at every editing event, equal or not: begin, change, end, return. Text that
  /// a program sets is none (`rac_textSignal`).
  public func text(
    _ text: KeyPath<V, FieldToken<V, String>>, edited: KeyPath<V, SubjectToken<V, String>>
  ) -> Signal<String> {
    .merge(values(text).take(1), values(of: edited))
  }

  /// Nothing; completes when the instance is gone (`rac_willDeallocSignal`). The instance keeps whoever subscribes.
  public var lifetime: Signal<Value> { Signal(.lifetime(id)) }
}

/// A field's value that may mean an instance: `Ref`, `Weak`, and both when they may be nil.
public protocol InstanceReference: ValueConvertible {
  /// The view model of the instance.
  associatedtype Target: ViewModel
}

extension Ref: InstanceReference { public typealias Target = V }
extension Weak: InstanceReference { public typealias Target = V }
extension Optional: InstanceReference where Wrapped: InstanceReference { public typealias Target = Wrapped.Target }

extension Signal where Element: InstanceReference, Element.Target: ViewModel {
  /// A field of whatever instance comes: attached again when another one comes, nil when there is none. So a path of
  /// several components is observed (`RACObserve(self, user.address.city)`).
  public func member<T>(_ field: KeyPath<Element.Target, FieldToken<Element.Target, T>>) -> Signal<T?> {
    Signal<T?>(plan.member(Element.Target.tokens[keyPath: field].name))
  }
  /// A field of whatever instance comes, nil when there is none.
  public func member<T>(_ field: KeyPath<Element.Target, FieldToken<Element.Target, T?>>) -> Signal<T?> {
    Signal<T?>(plan.member(Element.Target.tokens[keyPath: field].name))
  }
}

/// What an observer is told of a change: the change dictionary of key-value observing, typed.
public struct Change<T: ValueConvertible>: ValueConvertible {
  /// The name of the field as it was registered: `name`, `user.name`.
  public let keyPath: String
  /// Whether the field was set, or how its list was edited.
  public let kind: ChangeKind
  /// The value after the change, if it was asked for; of an edited list what came in.
  public let new: T?
  /// The value before the change, if it was asked for; of an edited list what went out.
  public let old: T?
  /// The places that changed, if a list was edited.
  public let indexes: [Int]
  /// Whether the change is still to come.
  public let isPrior: Bool
  /// What was given at registration.
  public let context: Value
  /// The dictionary itself: only what was asked for is in it.
  public let dictionary: [Member]

  /// What the handler was called with.
  public let value: Value

  public static var shape: Shape { .any }
  public static var holdsReferences: Bool { true }

  /// Reads what a handler was called with; `nil` when it was not called by an observation of such a field.
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
