import Statecharts

/// A set is the list of its elements in the order of their canonical bytes, so that no hash order is ever seen.
extension Set: ValueConvertible where Element: ValueConvertible {
  public var value: Value {
    .list(map { $0.value }.sorted { $0.canonicalBytes.lexicographicallyPrecedes($1.canonicalBytes) })
  }

  /// Makes it from a list in any order; an element that is there twice counts once.
  public init?(_ value: Value) {
    guard let elements = [Element](value) else { return nil }
    self.init(elements)
  }

  public static var shape: Shape { .list(Element.shape) }
  public static var ordersReferences: Bool { !Element.holdsReferences }
  public static var holdsReferences: Bool { Element.holdsReferences }
  public static var isSecret: Bool { Element.isSecret }
}

/// A dictionary is the record of its members, sorted by the UTF-8 bytes of their names.
extension Dictionary: ValueConvertible where Key == String, Value: ValueConvertible {
  public var value: Statecharts.Value {
    .record(
      map { Member($0.key, $0.value.value) }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
  }

  /// Makes it from a record; `nil` when a name is there twice.
  public init?(_ value: Statecharts.Value) {
    guard case .record(let members) = value else { return nil }
    self = [:]
    for member in members {
      guard let typed = Value(member.value), updateValue(typed, forKey: member.name.text) == nil else { return nil }
    }
  }

  public static var shape: Shape { .record }
  public static var ordersReferences: Bool { Value.ordersReferences }
  public static var holdsReferences: Bool { Value.holdsReferences }
  public static var isSecret: Bool { Value.isSecret }
}
