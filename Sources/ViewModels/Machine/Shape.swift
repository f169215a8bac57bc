/// How a type's values look, so that a bare word can be read for it.
public indirect enum Shape: Hashable, Sendable {
  case bool
  case int
  case double
  case string
  case optional(Shape)
  case list(Shape)
  /// A structure whose members are not described further.
  case record
  /// An enumeration and the names of its cases.
  case enumeration([String])
  case secret(Shape)
  /// Nothing at all.
  case void
  case any
}
