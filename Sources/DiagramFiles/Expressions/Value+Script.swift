import Statecharts
import Traces

/// ECMAScript's operations on values. Lists and records are compared by their contents.
extension Value {
  /// Only variables and missing members have it.
  static let undefined = Value.enumeration("undefined", [])

  var isTruthy: Bool {
    switch self {
    case .null: false
    case .bool(let value): value
    case .int(let number): number != 0
    case .double(let number): number != 0 && !number.isNaN
    case .string(let text): !text.isEmpty
    default: self != .undefined
    }
  }

  func member(_ name: String) throws(ScriptFailure) -> Value {
    switch self {
    case .null: throw ScriptFailure("null has no member '\(name)'")
    case .record: return self[name] ?? .undefined
    case .list(let values) where name == "length": return .int(values.count)
    case .string(let text) where name == "length": return .int(text.utf16.count)
    default:
      if self == .undefined { throw ScriptFailure("undefined has no member '\(name)'") }
      return .undefined
    }
  }

  func element(_ index: Value) throws(ScriptFailure) -> Value {
    switch (self, index.arrayIndex) {
    case (.list(let values), let place?): return values.indices.contains(place) ? values[place] : .undefined
    case (.string(let text), let place?):
      let units = text.utf16.dropFirst(place).prefix(1)
      if units.isEmpty { return .undefined }
      guard let part = String(units) else { throw ScriptFailure("half of a character is not supported") }
      return .string(part)
    default: return try member(index.scriptText)
    }
  }

  /// The place in a list or a text: ECMAScript's names of members are texts, so `'1'` is 1.
  private var arrayIndex: Int? {
    let text = scriptText
    return Int(text).flatMap { $0 >= 0 && "\($0)" == text ? $0 : nil }
  }

  /// The value with a part replaced.
  func setting(_ path: ArraySlice<Value>, to value: Value) throws(ScriptFailure) -> Value {
    guard let first = path.first else { return value }
    switch (self, first.arrayIndex) {
    case (.list(var values), let place?) where values.indices.contains(place):
      values[place] = try values[place].setting(path.dropFirst(), to: value)
      return .list(values)
    case (.list(let values), let place?) where place == values.count && path.count == 1:
      return .list(values + [value])
    case (.record(var members), _):
      let name = first.scriptText
      members.set(Name(name), try (self[name] ?? .undefined).setting(path.dropFirst(), to: value))
      return .record(members)
    default: throw ScriptFailure("there is no member '\(first.scriptText)' to assign to")
    }
  }

  // MARK: Operators

  func applying(_ sign: ScriptExpression.Unary) -> Value {
    switch sign {
    case .not: .bool(!isTruthy)
    case .minus: Value(number: -number)
    case .plus: Value(number: number)
    case .typeOf: .string(typeName)
    }
  }

  /// The result of an operator; for `&&` and `||`, where the left side has not decided.
  func combined(_ sign: ScriptExpression.Binary, with other: Value) throws(ScriptFailure) -> Value {
    switch sign {
    case .plus where textValue != nil || other.textValue != nil:
      let text = scriptText + other.scriptText
      guard text.utf8.count <= ScriptExpression.longestText else {
        throw ScriptFailure("a text is longer than \(ScriptExpression.longestText) bytes")
      }
      return .string(text)
    case .plus: return Value(number: number + other.number)
    case .minus: return Value(number: number - other.number)
    case .times: return Value(number: number * other.number)
    case .over: return Value(number: number / other.number)
    case .modulo: return Value(number: number.truncatingRemainder(dividingBy: other.number))
    case .isIdentical: return .bool(isIdentical(to: other))
    case .isNotIdentical: return .bool(!isIdentical(to: other))
    case .isEqual: return .bool(isLoose(equalTo: other))
    case .isNotEqual: return .bool(!isLoose(equalTo: other))
    case .less: return .bool(isOrdered(to: other, <))
    case .atMost: return .bool(isOrdered(to: other, <=))
    case .more: return .bool(isOrdered(to: other, >))
    case .atLeast: return .bool(isOrdered(to: other, >=))
    case .and, .or: return other
    }
  }

  init(number: Double) {
    let isInteger = number.magnitude <= 0x1p53 && number == number.rounded()
    self = isInteger && (number != 0 || number.sign == .plus) ? .int(Int(number)) : .double(number)
  }

  private var number: Double {
    switch self {
    case .null: 0
    case .bool(let value): value ? 1 : 0
    case .int(let number): Double(number)
    case .double(let number): number
    case .string, .list, .record: Double(scriptText: scriptText)
    default: .nan
    }
  }

  /// The text in it, or that ECMAScript's ToPrimitive makes of it; nil for other primitive values.
  private var textValue: String? {
    switch self {
    case .string, .list, .record: scriptText
    default: nil
    }
  }

  private var typeName: String {
    switch self {
    case .bool: "boolean"
    case .int, .double: "number"
    case .string: "string"
    default: self == .undefined ? "undefined" : "object"
    }
  }

  var scriptText: String {
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .int, .double: return number.scriptText
    case .string(let text): return text
    case .list(let values):
      return values.map { $0 == .null || $0 == .undefined ? "" : $0.scriptText }.joined(separator: ",")
    case .record: return "[object Object]"
    default: return self == .undefined ? "undefined" : "[object]"
    }
  }

  private func isIdentical(to other: Value) -> Bool {
    if typeName == "number", other.typeName == "number" { return number == other.number }
    return self == other
  }

  private func isLoose(equalTo other: Value) -> Bool {
    let isNothing = { (value: Value) in value == .null || value == .undefined }
    if isNothing(self) || isNothing(other) { return isNothing(self) && isNothing(other) }
    switch (self, other) {
    case (.string(let left), .string(let right)): return left.utf8.elementsEqual(right.utf8)
    case (.list, .list), (.record, .record): return self == other
    case (.list, .string), (.record, .string), (.string, .list), (.string, .record):
      return scriptText.utf8.elementsEqual(other.scriptText.utf8)
    default: return number == other.number
    }
  }

  private func isOrdered(to other: Value, _ isOrdered: (Double, Double) -> Bool) -> Bool {
    guard let left = textValue, let right = other.textValue else {
      return isOrdered(number, other.number)
    }
    let isEqual = left.utf16.elementsEqual(right.utf16)
    return isOrdered(isEqual ? 0 : left.utf16.lexicographicallyPrecedes(right.utf16) ? -1 : 1, 0)
  }
}

extension [Member] {
  mutating func set(_ name: Name, _ value: Value) {
    if let index = firstIndex(where: { $0.name == name }) {
      self[index].value = value
    } else {
      append(Member(name, value))
    }
  }
}
