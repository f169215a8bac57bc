import Statecharts

/// Why a value is not one that a model takes, said in shapes alone: the value itself may be a secret.
struct Misfit: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Nothing is taken.
    case tooMuch
    /// None was given; what one could write.
    case none(String)
    /// It is of the kind that is needed, and of another form.
    case otherForm(needed: String)
    case otherKind(needed: String, given: String)
  }

  /// What the value is for.
  let name: String
  let kind: Kind

  /// Looks at a value for what a name takes; `nil` when it fits.
  ///
  /// - Parameters:
  ///   - hint: What one could write, for who gave no value where one is needed.
  ///   - example: A value of the shape, whose members are named.
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
    case .otherForm(let needed): "'\(name)' takes \(needed), but this value has another form"
    case .otherKind(let needed, let given): "'\(name)' takes \(needed), not \(given)"
    }
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
