import Statecharts

/// A strong reference to an instance.
public struct Ref<V: ViewModel>: Hashable, ValueConvertible {
  /// Valid only in its snapshot.
  public let id: InstanceID

  /// An instance of another view model is a fault when it is used.
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

protocol RowList: ValueConvertible {
  static var viewModel: any ViewModel.Type { get }
  static func row(at index: Int, of list: UnsafeRawPointer) -> Value?
}

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
  /// The view model of a list's rows.
  static var rowType: (any ViewModel.Type)? { (Self.self as? any RowList.Type)?.viewModel }
}

/// A weak reference to an instance, which becomes nil in a field when the instance goes.
public struct Weak<V: ViewModel>: Hashable, ValueConvertible {
  /// The instance.
  public let ref: Ref<V>?

  /// Refers weakly.
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
