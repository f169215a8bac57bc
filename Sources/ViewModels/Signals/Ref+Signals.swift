import Statecharts

extension Ref {
  /// The value now, then the value read again after each change, equal or not (`RACObserve`). Completes when the
  /// instance is gone; does not keep it.
  public func values<T>(_ field: Field<V.Model, T>) -> Signal<T> {
    Signal(.values(id, port: V.definition.port(of: field.name)))
  }

  /// The value read again after each change, equal or not (`RACObserve` with `-skip: 1`).
  public func changes<T>(_ field: Field<V.Model, T>) -> Signal<T> {
    Signal(.changes(id, port: V.definition.port(of: field.name)))
  }

  /// A field of the instance that a field refers to: attached again when that instance is replaced (`RACObserve` of a path of
  /// two).
  public func values<W: ViewModel, T>(_ field: Field<V.Model, Ref<W>>, _ inner: Field<W.Model, T>) -> Signal<T> {
    Signal(values(field).plan.member(inner.name))
  }

  /// What a subject sends from now on (`RACSubject`). Completes when the instance is gone.
  public func values<T>(of subject: Subject<T>) -> Signal<T> {
    Signal(.subject(id, port: V.definition.port(of: subject.name)))
  }

  /// The text that a widget shows now, then its text at every editing event, equal or not: begin, change, end, return. Text that
  /// a program sets is none (`rac_textSignal`).
  public func text(_ text: Field<V.Model, String>, edited: Subject<String>) -> Signal<String> {
    .merge(values(text).take(1), values(of: edited))
  }

  /// Nothing; completes when the instance is gone (`rac_willDeallocSignal`). The instance keeps whoever subscribes.
  public var lifetime: Signal<Value> { Signal(.lifetime(id)) }
}

/// A field's value that may mean an instance: `Ref`, `Weak`, and both when they may be nil.
public protocol InstanceReference: ValueConvertible {
  associatedtype Target: ViewModel
}

extension Ref: InstanceReference { public typealias Target = V }
extension Weak: InstanceReference { public typealias Target = V }
extension Optional: InstanceReference where Wrapped: InstanceReference { public typealias Target = Wrapped.Target }

extension Signal where Element: InstanceReference {
  /// A field of whatever instance comes: attached again when another one comes, nil when there is none. So a path of
  /// several components is observed (`RACObserve(self, user.address.city)`).
  public func member<T>(_ field: Field<Element.Target.Model, T>) -> Signal<T?> { Signal<T?>(plan.member(field.name)) }
  /// A field of whatever instance comes, nil when there is none.
  public func member<T>(_ field: Field<Element.Target.Model, T?>) -> Signal<T?> { Signal<T?>(plan.member(field.name)) }
}
