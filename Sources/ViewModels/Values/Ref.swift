import Statecharts

/// An instance of a view model, kept alive by whoever holds this.
public struct Ref<V: ViewModel>: Hashable, ValueConvertible {
  public let id: InstanceID

  public init(_ id: InstanceID) {
    self.id = id
  }

  public var value: Value { .reference(id) }
  public init?(_ value: Value) {
    guard case .reference(let id) = value else { return nil }
    self.id = id
  }
  public static var shape: Shape { .record }
  public static var holdsReferences: Bool { true }
  public static var instanceType: (any ViewModel.Type)? { V.self }
}

/// An instance of a view model that this does not keep alive. A field of this type becomes nil when the instance goes.
public struct Weak<V: ViewModel>: Hashable, ValueConvertible {
  /// The instance; `nil` once it is gone.
  public let ref: Ref<V>?

  public init(_ ref: Ref<V>?) {
    self.ref = ref
  }

  public var value: Value { .weak(ref?.id) }
  public init?(_ value: Value) {
    switch value {
    case .weak(let id): ref = id.map(Ref.init)
    case .reference(let id): ref = Ref(id)
    case .null: ref = nil
    default: return nil
    }
  }
  public static var shape: Shape { .any }
  public static var holdsReferences: Bool { true }
}
