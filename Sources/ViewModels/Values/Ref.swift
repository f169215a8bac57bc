import Statecharts

/// An instance of a view model, kept alive by whoever holds this.
public struct Ref<V: ViewModel>: Hashable, ValueConvertible {
  /// Its place in the snapshot, which means nothing in another one.
  public let id: InstanceID

  /// Makes a reference of a place that something else told of. That it is an instance of this view model is found when
  /// it is used: else that is a fault.
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
}

/// A list of instances that it keeps alive: the rows of a field.
protocol RowList: ValueConvertible {
  static var viewModel: any ViewModel.Type { get }
  /// Reads one row of the list that lies at a place; `nil` where there is none.
  static func row(at index: Int, of list: UnsafeRawPointer) -> Value?
}

/// What an instance is that a list of it keeps alive.
protocol RowReference: ValueConvertible {
  static var viewModel: any ViewModel.Type { get }
}

extension Ref: RowReference {
  static var viewModel: any ViewModel.Type { V.self }
}

extension Array: RowList where Element: RowReference {
  static var viewModel: any ViewModel.Type { Element.viewModel }

  static func row(at index: Int, of list: UnsafeRawPointer) -> Value? {
    let rows = list.assumingMemoryBound(to: Self.self)
    return rows.pointee.indices.contains(index) ? rows.pointee[index].value : nil
  }
}

extension ValueConvertible {
  /// The view model of the rows that a value lists; `nil` for every other type.
  static var rowType: (any ViewModel.Type)? { (Self.self as? any RowList.Type)?.viewModel }
}

/// An instance of a view model that this does not keep alive. A field of this type becomes nil when the instance goes.
public struct Weak<V: ViewModel>: Hashable, ValueConvertible {
  /// The instance; `nil` once it is gone.
  public let ref: Ref<V>?

  /// Refers to an instance without keeping it, or to none.
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
