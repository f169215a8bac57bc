import Statecharts

/// Why a value does not fit, in shapes only, because the value may be a secret.
struct Misfit: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case tooMuch
    /// No value was given; the text is an example to write.
    case none(String)
    case otherForm(needed: String)
    case otherKind(needed: String, given: String)
  }

  let name: String
  let kind: Kind

  /// - Parameters:
  ///   - hint: What to write if a value is missing.
  ///   - example: A value of the shape, for its members' names.
  init?(
    _ name: @autoclosure () -> String, _ type: RecipientType, _ value: Value, hint: @autoclosure () -> String? = nil,
    example: Value? = nil
  ) {
    let shape = type.shape
    if shape == .void ? value == .null : type.accepts(value) { return nil }
    self.name = name()
    guard shape != .void else {
      kind = .tooMuch
      return
    }
    let needed = shape.words(like: example)
    let given = value.kindWords
    if value == .null {
      kind = .none(hint() ?? needed)
    } else if shape.admits(value) || given.hasBytes(of: needed) {
      kind = .otherForm(needed: needed)
    } else {
      kind = .otherKind(needed: needed, given: given)
    }
  }

  var reason: String {
    switch kind {
    case .tooMuch: "'\(name)' accepts no value"
    case .none(let what): "'\(name)' needs a value: \(what)"
    case .otherForm(let needed): "'\(name)' accepts \(needed), but this value has another form"
    case .otherKind(let needed, let given): "'\(name)' accepts \(needed), not \(given)"
    }
  }
}

extension Shape {
  fileprivate func words(like example: Value?) -> String {
    switch self {
    case .bool: return "true or false"
    case .int: return "a whole number"
    case .double: return "a number"
    case .string: return "a text"
    case .optional(let wrapped): return "\(wrapped.words(like: example)), or nil"
    case .secret(let hidden): return hidden.words(like: example)
    case .list(let element):
      guard case .list(let values)? = example else { return "a list, each element \(element.words(like: nil))" }
      return "a list, each element \(element.words(like: values.first))"
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
