import Statecharts

/// Why a value is not one that a model takes, said in shapes alone: the value itself may be a secret.
struct Misfit {
  /// Returns why a value does not fit what a name takes; `nil` when it does.
  ///
  /// - Parameters:
  ///   - hint: What one could write, for who gave no value where one is needed.
  ///   - example: A value of the shape, whose members are named.
  static func reason(
    _ name: String, _ type: RecipientType, _ value: Value, hint: String? = nil, example: Value? = nil
  ) -> String? {
    let shape = type.shape
    if shape == .void { return value == .null ? nil : "'\(name)' takes no value" }
    if type.accepts(value) { return nil }
    let needed = shape.words(like: example)
    if value == .null { return "'\(name)' needs a value: \(hint ?? needed)" }
    let given = value.kindWords
    if shape.admits(value) || given.utf8.elementsEqual(needed.utf8) {
      return "'\(name)' takes \(needed), and this one is not of that form"
    }
    return "'\(name)' takes \(needed), not \(given)"
  }
}

extension Shape {
  /// What a value of it is, in words; the members of a record as an example has them.
  fileprivate func words(like example: Value?) -> String {
    switch self {
    case .bool: return "true or false"
    case .int: return "a whole number"
    case .double: return "a number"
    case .string: return "a text"
    case .optional(let wrapped): return "\(wrapped.words(like: example)), or nil"
    case .secret(let hidden): return hidden.words(like: example)
    case .list(let element):
      guard case .list(let values)? = example else { return "a list: of each \(element.words(like: nil))" }
      return "a list: of each \(element.words(like: values.first))"
    case .record:
      guard case .record(let members)? = example, !members.isEmpty else { return "a record" }
      return "a record {\(members.map(\.name).joined(separator: ", "))}"
    case .enumeration(let cases): return "one of \(cases.map { ".\($0)" }.joined(separator: ", "))"
    case .void: return "no value"
    case .any: return example.map(\.kindWords) ?? "another value"
    }
  }
}

extension Value {
  /// What kind of value it is, in words.
  fileprivate var kindWords: String {
    switch self {
    case .null: "nil"
    case .bool: "true or false"
    case .int: "a whole number"
    case .double: "a number"
    case .string: "a text"
    case .list: "a list"
    case .record: "a record"
    case .enumeration: "a case"
    case .secret(let hidden): hidden.kindWords
    case .reference, .weak: "an instance"
    case .signal: "a signal"
    }
  }
}
