import Statecharts

/// How a type's values look, so that a bare word can be read for it.
public indirect enum Shape: Hashable, Sendable {
  /// Yes or no.
  case bool
  /// A whole number.
  case int
  /// A number with a point.
  case double
  /// A text.
  case string
  /// Nothing, or a value of a shape.
  case optional(Shape)
  /// A list of values of one shape.
  case list(Shape)
  /// A structure whose members are not described further.
  case record
  /// An enumeration and the names of its cases.
  case enumeration([String])
  /// A value of a shape that is never printed.
  case secret(Shape)
  /// Nothing at all.
  case void
  /// Anything: nothing more is known.
  case any

  /// Whether a value can be of this shape, as far as the shape tells.
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
