import Statecharts

/// A type whose values fields, events, requests and signals can carry.
public protocol ValueConvertible: Sendable {
  /// The form for printing, comparing, saving and sending; `init(_:)` reads it back.
  var value: Value { get }
  /// Decodes a value.
  init?(_ value: Value)
  /// The form of its values; scripts use it to parse plain words.
  static var shape: Shape { get }
  /// Whether its values may refer to instances.
  static var holdsReferences: Bool { get }
  /// Whether referenced instances have an order that does not depend on their numbers.
  static var ordersReferences: Bool { get }
  /// Whether its values are never printed.
  static var isSecret: Bool { get }
}

extension ValueConvertible {
  public static var holdsReferences: Bool { false }
  public static var ordersReferences: Bool { true }
  public static var isSecret: Bool { false }
}

extension Value: ValueConvertible {
  public var value: Value { self }
  public init?(_ value: Value) { self = value }
  public static var shape: Shape { .any }
  public static var holdsReferences: Bool { true }
}

extension Bool: ValueConvertible {
  public var value: Value { .bool(self) }
  public init?(_ value: Value) {
    guard case .bool(let truth) = value else { return nil }
    self = truth
  }
  public static var shape: Shape { .bool }
}

extension Int: ValueConvertible {
  public var value: Value { .int(self) }
  public init?(_ value: Value) {
    guard case .int(let number) = value else { return nil }
    self = number
  }
  public static var shape: Shape { .int }
}

extension Double: ValueConvertible {
  public var value: Value { .double(self) }
  public init?(_ value: Value) {
    switch value {
    case .double(let number): self = number
    case .int(let number): self = Double(number)
    default: return nil
    }
  }
  public static var shape: Shape { .double }
}

extension String: ValueConvertible {
  public var value: Value { .string(self) }
  public init?(_ value: Value) {
    guard case .string(let text) = value else { return nil }
    self = text
  }
  public static var shape: Shape { .string }
}

extension Name: ValueConvertible {
  public var value: Value { .string(text) }
  public init?(_ value: Value) {
    guard case .string(let text) = value else { return nil }
    self.init(text)
  }
  public static var shape: Shape { .string }
}

extension Optional: ValueConvertible where Wrapped: ValueConvertible {
  /// Nil is `.null`; a wrapped null is `.some(nil)`.
  @inlinable public var value: Value {
    guard let value = map({ $0.value }) else { return .null }
    return value.isNull ? .enumeration("some", [Member("", value)]) : value
  }
  @inlinable
  public init?(_ value: Value) {
    if case .null = value {
      self = .none
      return
    }
    if value.isNull, case .enumeration(_, let members) = value, let wrapped = Wrapped(members[0].value) {
      self = .some(wrapped)
      return
    }
    guard let wrapped = Wrapped(value) else { return nil }
    self = .some(wrapped)
  }
  public static var shape: Shape { .optional(Wrapped.shape) }
  public static var ordersReferences: Bool { Wrapped.ordersReferences }
  public static var holdsReferences: Bool { Wrapped.holdsReferences }
  public static var isSecret: Bool { Wrapped.isSecret }
}

extension Value {
  /// Whether it is null, at any depth of optionals.
  @usableFromInline
  var isNull: Bool {
    switch self {
    case .null: true
    case .enumeration("some", let members) where members.count == 1 && members[0].name.isEmpty: members[0].value.isNull
    default: false
    }
  }
}

extension Array: ValueConvertible where Element: ValueConvertible {
  // A loop, because `map` looks up buffer types at run time if the element's type is unknown.
  @inlinable public var value: Value {
    var values: [Value] = []
    values.reserveCapacity(count)
    for element in self { values.append(element.value) }
    return .list(values)
  }
  @inlinable
  public init?(_ value: Value) {
    guard case .list(let values) = value else { return nil }
    self = []
    for value in values {
      guard let element = Element(value) else { return nil }
      append(element)
    }
  }
  public static var shape: Shape { .list(Element.shape) }
  public static var ordersReferences: Bool { Element.ordersReferences }
  public static var holdsReferences: Bool { Element.holdsReferences }
  public static var isSecret: Bool { Element.isSecret }
}

/// A set is a list ordered by canonical bytes, so that hash order never shows.
extension Set: ValueConvertible where Element: ValueConvertible {
  public var value: Value {
    .list(map { $0.value }.sorted { $0.canonicalBytes.lexicographicallyPrecedes($1.canonicalBytes) })
  }

  /// Accepts any order; repeated elements count once.
  public init?(_ value: Value) {
    guard let elements = [Element](value) else { return nil }
    self.init(elements)
  }

  public static var shape: Shape { .list(Element.shape) }
  public static var ordersReferences: Bool { !Element.holdsReferences }
  public static var holdsReferences: Bool { Element.holdsReferences }
  public static var isSecret: Bool { Element.isSecret }
}

/// A dictionary is a record sorted by the names' UTF-8 bytes.
extension Dictionary: ValueConvertible where Key == String, Value: ValueConvertible {
  public var value: Statecharts.Value {
    .record(
      map { Member($0.key, $0.value.value) }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
  }

  /// `nil` if a name is repeated.
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

/// A value that is never printed, wherever it is stored or sent.
public struct Secret<Wrapped: ValueConvertible>: ValueConvertible {
  /// The plain value.
  public var revealed: Wrapped

  /// Makes a secret.
  @inlinable
  public init(_ revealed: Wrapped) {
    self.revealed = revealed
  }

  @inlinable
  public var value: Value { .secret(revealed.value) }

  /// Makes a plain value secret.
  @inlinable
  public init?(_ value: Value) {
    let inner = if case .secret(let hidden) = value { hidden } else { value }
    guard let revealed = Wrapped(inner) else { return nil }
    self.revealed = revealed
  }

  public static var shape: Shape { .secret(Wrapped.shape) }
  public static var holdsReferences: Bool { Wrapped.holdsReferences }
  public static var ordersReferences: Bool { Wrapped.ordersReferences }
  public static var isSecret: Bool { true }
}

extension Secret: Equatable where Wrapped: Equatable {}
extension Secret: Hashable where Wrapped: Hashable {}
extension Secret: Codable where Wrapped: Codable {}

extension Secret: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
  ExpressibleByStringLiteral
where Wrapped == String {
  public init(stringLiteral value: String) { self.init(value) }
}
