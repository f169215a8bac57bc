import Statecharts

/// A value that is never printed, and stays so wherever it moves.
public struct Secret<Wrapped: ValueConvertible>: ValueConvertible {
  /// The value itself, for the model's own code.
  public var revealed: Wrapped

  /// Makes a plain value secret.
  @inlinable
  public init(_ revealed: Wrapped) {
    self.revealed = revealed
  }

  @inlinable
  public var value: Value { .secret(revealed.value) }

  /// Makes it from a secret value, or from a plain one that becomes secret.
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
