import Statecharts

/// The form of a type's values; scripts use it to parse plain words.
public indirect enum Shape: Hashable, Sendable {
  /// A Boolean.
  case bool
  /// An integer.
  case int
  /// A floating-point number.
  case double
  /// A string.
  case string
  /// Nil or a value.
  case optional(Shape)
  /// A list.
  case list(Shape)
  /// Its members are not described.
  case record
  /// The case names.
  case enumeration([String])
  /// A value that is never printed.
  case secret(Shape)
  /// No value.
  case void
  /// Any value.
  case any

  package func admits(_ value: Value) -> Bool {
    switch (self, value) {
    case (.bool, .bool), (.int, .int), (.double, .double), (.string, .string), (.record, .record), (.any, _): true
    case (.optional, .null): true
    case (.optional(let wrapped), _): wrapped.admits(value)
    case (.secret(let hidden), .secret(let value)): hidden.admits(value)
    case (.secret(let hidden), _): hidden.admits(value)
    case (.list(let element), .list(let values)): values.allSatisfy(element.admits)
    case (.enumeration(let cases), .enumeration(let name, _)): cases.contains(Name(name))
    default: false
    }
  }
}
