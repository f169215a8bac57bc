import Statecharts
import Traces
import ViewModels

extension Shape {
  var asksForValue: Bool {
    switch self {
    case .void, .optional: false
    case .bool, .int, .double, .string, .list, .record, .enumeration, .secret, .any: true
    }
  }

  var example: String {
    switch self {
    case .bool: "true or false"
    case .int: "a whole number such as \(literal)"
    case .double: "a number such as \(literal)"
    case .string: "a text in double quotes"
    case .optional(let wrapped): "\(wrapped.example), or nil"
    case .list: "a list such as \(literal)"
    case .record: "a record such as \(literal)"
    case .enumeration(let cases): cases.map { ".\($0)" }.alternatives
    case .secret(let hidden): hidden.example
    case .void: "nothing"
    case .any: "a value"
    }
  }

  private var literal: String {
    switch self {
    case .bool: "true"
    case .int: "5"
    case .double: "1.5"
    case .string: "\"a\""
    case .optional(let wrapped): wrapped.literal
    case .list(let element): "[\(element.literal)]"
    case .record: "{name: \"a\"}"
    case .enumeration(let cases): ".\(cases.first ?? "")"
    case .secret(let hidden): hidden.literal
    case .void, .any: "nil"
    }
  }

  /// The type name in `fields`.
  var title: String {
    switch self {
    case .bool: "Bool"
    case .int: "Int"
    case .double: "Double"
    case .string: "String"
    case .optional(let wrapped): "\(wrapped.title)?"
    case .list(let element): "[\(element.title)]"
    case .record: "record"
    case .enumeration(let cases): cases.map { ".\($0)" }.joined(separator: "|")
    case .secret(let hidden): hidden.title
    case .void: "no value"
    case .any: "any value"
    }
  }
}
