/// The values that `<… as name>` has bound in a case so far.
struct Bindings: Sendable {
  private var fields: [String: FieldContent] = [:]

  subscript(name: String) -> FieldContent? { fields[name] }

  mutating func bind(_ name: String, to field: FieldContent) { fields[name] = field }
}
