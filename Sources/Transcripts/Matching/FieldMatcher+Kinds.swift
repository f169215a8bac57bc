import Traces

extension FieldMatcher {
  /// From the narrowest to the widest.
  private static let kinds: [ValuePattern] =
    ["uuid", "date", "secret", "bool", "int", "number", "string"].map { .marker([.word($0)]) }
    + [.list([], isPartial: true), .record([], isPartial: true)]

  /// The narrowest pattern of a kind that holds for all of the fields; nil where they have no kind in common.
  func kind(of fields: [FieldContent]) -> ValuePattern? {
    Self.kinds.first { kind in
      fields.allSatisfy { field in
        var bindings = Bindings()
        return holds(.value(kind), field, &bindings)
      }
    }
  }
}
