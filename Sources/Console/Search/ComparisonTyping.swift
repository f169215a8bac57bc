import Traces
import ViewModels

/// One side of a comparison.
struct ComparisonOperand {
  let node: StateExpression.Node
  /// A secret appears only as a sample's name.
  let text: String
  /// The column is computed only for errors.
  let place: ValueScanner

  var column: Int { place.column }

  fileprivate var bareText: String {
    guard case .literal(.string(let name)) = node, text.utf8.first == UInt8(ascii: "\"") else { return text }
    return name
  }

  /// Whether it is secret; then the other side is sensitive, too.
  func isSecret(_ names: ExpressionNames) -> Bool {
    guard names.machine.holdsSecrets, case .field(let path) = node else { return false }
    return names.shapes(of: path).contains(where: \.mayHoldSecret)
  }

  /// Whether it reveals no secret.
  fileprivate var isNamedOrEmpty: Bool {
    switch node {
    case .literal where text.utf8.first == UInt8(ascii: "$"), .literal(.null): true
    case .literal(.string(let text)): text.isEmpty
    case .literal(.list(let values)): values.isEmpty
    case .literal(.record(let members)): members.isEmpty
    case .literal, .duration: false
    default: true
    }
  }
}

/// Refuses comparisons that can never hold, because they would prove any law.
struct ComparisonTyping {
  let names: ExpressionNames

  func check(
    _ left: ComparisonOperand, _ comparison: StateExpression.Comparison, _ right: ComparisonOperand
  ) throws(Mistake) {
    switch (left.node, right.node) {
    case (.time, .duration), (.duration, .time): break
    case (.time, _), (.duration, _), (_, .time), (_, .duration):
      throw Mistake(
        column: right.column, sentence: "'time' and a duration are compared with each other, as in 'time >= 10s'",
        code: "E1181")
    default: break
    }
    try checkSecret(left, right)
    try checkSecret(right, left)
    try checkTitle(left, right)
    try checkTitle(right, left)
    switch (left.node, right.node) {
    case (.literal(let first), .literal(let second)):
      guard first.shape.isLike(second.shape) else { throw unlike(left, right) }
    case (_, .literal(let value)): try check(left, right, worth: value)
    case (.literal(let value), _): try check(right, left, worth: value)
    default:
      let pairs = left.node.shapes(names).map { one in right.node.shapes(names).map { (one, $0) } }.joined()
      guard pairs.contains(where: { $0.isLike($1) }) else { throw unlike(left, right) }
    }
    guard ![.equal, .notEqual].contains(comparison) else { return }
    for side in [left, right] where !side.node.mayBeNumber(names) {
      throw Mistake(column: right.column, sentence: "'\(comparison.rawValue)' compares numbers", code: "E1073")
    }
  }

  private func checkSecret(_ side: ComparisonOperand, _ other: ComparisonOperand) throws(Mistake) {
    guard side.isSecret(names), !other.isNamedOrEmpty else { return }
    throw Mistake(
      column: other.column,
      sentence: "'\(side.text)' may be a secret; compare it with one of its samples, as in '$right'", code: "E1078")
  }

  /// The names of pages and the titles of alerts are fixed texts.
  private func checkTitle(_ side: ComparisonOperand, _ other: ComparisonOperand) throws(Mistake) {
    guard case .literal(.string(let name)) = other.node, let (noun, titles) = names.titles(of: side.node),
      !titles.contains(Name(noun == "page" ? name.withoutOrdinal : name))
    else { return }
    let nearest = Word(text: name, column: other.column).nearest(among: titles)
    let known = titles.map { "'\($0)'" }.joined(separator: ", ")
    let advice =
      nearest.map { "did you mean '\($0)'?" } ?? (titles.isEmpty ? "there are none" : "the \(noun)s are \(known)")
    throw Mistake(
      column: other.column, sentence: "unknown \(noun) '\(other.bareText)'; \(advice)".escapedForDisplay, code: "E1071")
  }

  private func check(_ side: ComparisonOperand, _ literal: ComparisonOperand, worth value: Value) throws(Mistake) {
    let shapes = side.node.shapes(names)
    if value == .null ? side.node.mayBeAbsent : shapes.contains(where: { $0.plain.mayBe(value) }) { return }
    let examples = shapes.map(\.plain.example).joined(separator: " or ")
    let sentence =
      switch side.node {
      case .field: "'\(side.text)' cannot hold \(literal.text); it takes \(examples)"
      case .page: "'page' is never \(literal.text); it is the name of a page"
      case .region: "'\(side.text)' is never \(literal.text); it is a state"
      default: "'\(side.text)' is never \(literal.text); it is \(examples)"
      }
    throw Mistake(column: literal.column, sentence: sentence.escapedForDisplay, code: "E1073")
  }

  private func unlike(_ left: ComparisonOperand, _ right: ComparisonOperand) -> Mistake {
    let sides = [left, right].map { side in
      "'\(side.text)' is \(side.node.shapes(names).map(\.plain.title).joined(separator: " or "))"
    }
    let sentence = "\(sides[0]) and \(sides[1]); only values of one type are compared"
    return Mistake(column: right.column, sentence: sentence.escapedForDisplay, code: "E1073")
  }
}

extension StateExpression.Node {
  func mayBeTrue(_ names: ExpressionNames) -> Bool { shapes(names).contains { $0.plain.admits(.bool(true)) } }

  fileprivate func shapes(_ names: ExpressionNames) -> [Shape] {
    switch self {
    case .literal(let value): [value.shape]
    case .field(let path): names.shapes(of: path)
    case .region, .page: [.string]
    case .alert: [.optional(.string)]
    case .count, .requests, .time, .duration: [.int]
    case .not, .all, .any, .compare, .isIn: [.bool]
    }
  }

  fileprivate var mayBeAbsent: Bool {
    switch self {
    case .field, .region, .alert: true
    case .literal, .page, .count, .requests, .time, .duration, .not, .all, .any, .compare, .isIn: false
    }
  }

  fileprivate func mayBeNumber(_ names: ExpressionNames) -> Bool {
    shapes(names).contains { $0.plain.isLike(.int) }
  }
}

extension Shape {
  /// The shape without its secret wrapper.
  fileprivate var plain: Shape {
    switch self {
    case .secret(let hidden): hidden.plain
    case .optional(let wrapped): .optional(wrapped.plain)
    default: self
    }
  }

  /// The shape without secret and optional wrappers.
  private var present: Shape { if case .optional(let wrapped) = plain { wrapped.present } else { plain } }

  private var isNumber: Bool { present == .int || present == .double }

  fileprivate func mayBe(_ value: Value) -> Bool { value.number != nil && isNumber || admits(value) }

  fileprivate func isLike(_ other: Shape) -> Bool {
    switch (present, other.present) {
    case (.any, _), (_, .any): true
    case (.list(let first), .list(let second)): first.isLike(second)
    case (.enumeration(let first), .enumeration(let second)): first.contains { second.contains(Name($0)) }
    case (let first, let second): first == second || first.isNumber && second.isNumber
    }
  }
}

extension Value {
  fileprivate var shape: Shape {
    switch self {
    case .null: .void
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    case .list: .list(.any)
    case .record: .record
    case .enumeration(let name, _): .enumeration([name])
    case .secret(let hidden): .secret(hidden.shape)
    case .reference, .weak, .signal: .any
    }
  }
}
