import Statecharts

/// What a value is typed for.
package enum Recipient: Hashable, Sendable {
  /// The text of a control.
  case edit(control: String)
  /// What a control is tapped with.
  case tap(control: String)
  case field(String)
  case input(String)
  /// The success of a service, or of a request of it: `authenticate`, `authenticate'2`.
  case success(of: String)
  /// What it says when it does not succeed: a text for the user.
  case failure(of: String)
}

/// What is known of a recipient: the shape of its values, how its type has a value, with what is secret hidden, and whether
/// it takes one.
@usableFromInline
struct RecipientType: Sendable {
  let shape: Shape
  /// Whether a value that it takes may be a secret or hold one, as far as the shape tells.
  let mayHoldSecret: Bool
  let told: @Sendable (Value) -> Value
  let accepts: @Sendable (Value) -> Bool

  /// - Parameter value: How the type has a value; nil where it does not take it.
  @usableFromInline
  init(shape: Shape, _ value: @escaping @Sendable (Value) -> Value?) {
    let mayHoldSecret = shape.mayHoldSecret
    self.init(shape: shape, told: { value($0) ?? (mayHoldSecret ? $0.hidden : $0) }, accepts: { value($0) != nil })
  }

  init(shape: Shape, told: @escaping @Sendable (Value) -> Value, accepts: @escaping @Sendable (Value) -> Bool) {
    (self.shape, self.told, self.accepts) = (shape, told, accepts)
    mayHoldSecret = shape.mayHoldSecret
  }
}

extension RecipientType {
  @inlinable
  init<T: ValueConvertible>(_ type: T.Type) {
    self.init(shape: T.shape) { T($0)?.value }
  }
}

extension Shape {
  /// Whether a value of it may be a secret or hold one, as far as the shape tells; nothing takes no value, so what is
  /// typed for it may have been meant for anything.
  package var mayHoldSecret: Bool {
    switch self {
    case .bool, .int, .double, .string, .enumeration: false
    case .optional(let wrapped), .list(let wrapped): wrapped.mayHoldSecret
    case .secret, .record, .void, .any: true
    }
  }
}

extension Value {
  /// Whether it is a secret or holds one.
  package var holdsSecret: Bool {
    switch self {
    case .secret: true
    case .list(let values): values.contains(where: \.holdsSecret)
    case .record(let members), .enumeration(_, let members): members.contains { $0.value.holdsSecret }
    case .null, .bool, .int, .double, .string, .reference, .weak, .signal: false
    }
  }

  /// The value itself, where it is a secret.
  var revealed: Value {
    if case .secret(let value) = self { value.revealed } else { self }
  }
}
