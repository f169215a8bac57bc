import Statecharts
import Traces

/// Parses the expressions of SCXML's ECMAScript data model that need no call, loop or assignment.
struct ScriptParser {
  private enum Token: Hashable {
    case value(Value)
    case name(String)
    case sign(String)
    case end
  }

  private static let escape = "write '\\u' and four digits"
  private static let split = "split it"

  private let states: [String: Name]
  private var rest: Substring.UnicodeScalarView
  private var token = Token.end
  private var depth = 0

  /// - Parameter states: The names of the states by their ids, for `In`.
  static func parse(_ text: String, states: [String: Name]) throws(ScriptFailure) -> ScriptExpression {
    var parser = ScriptParser(states: states, rest: Substring(text).unicodeScalars)
    try parser.advance()
    let expression = try parser.expression()
    guard parser.token == .end else { throw parser.unexpected() }
    return expression
  }

  // MARK: Tokens

  /// Longer ones first.
  private static let signs = """
    === !== >>> ... == != <= >= && || => ++ -- += -= *= /= %= << >> ** ?? ?. \
    + - * / % < > = ! ? : . , ( ) [ ] { } ; & | ^ ~
    """.split(separator: " ").map { Array($0.unicodeScalars) }

  private mutating func advance() throws(ScriptFailure) {
    try skipBlanks()
    guard let first = rest.first else { return token = .end }
    if first == "\"" || first == "'" { return token = .value(.string(try text())) }
    if first.isDigit || first == "." && rest.dropFirst().first?.isDigit ?? false {
      return token = .value(try number())
    }
    if first.isScriptName { return token = .name(take { $0.isScriptName || $0.isDigit }) }
    guard let sign = Self.signs.first(where: { rest.starts(with: $0) }) else {
      throw ScriptFailure("'\(String(first))' is not understood", "remove it")
    }
    rest = rest.dropFirst(sign.count)
    token = .sign(String(String.UnicodeScalarView(sign)))
  }

  private mutating func skipBlanks() throws(ScriptFailure) {
    rest = rest.drop(while: \.isScriptBlank)
    while rest.starts(with: "//".unicodeScalars) || rest.starts(with: "/*".unicodeScalars) {
      if rest.dropFirst().first == "/" {
        rest = rest.drop { !$0.isLineEnd }
      } else {
        rest = rest.dropFirst(2)
        while !rest.starts(with: "*/".unicodeScalars) {
          guard rest.popFirst() != nil else { throw ScriptFailure("a comment does not end", "end it with '*/'") }
        }
        rest = rest.dropFirst(2)
      }
      rest = rest.drop(while: \.isScriptBlank)
    }
  }

  private mutating func take(while isPart: (Unicode.Scalar) -> Bool) -> String {
    let part = rest.prefix(while: isPart)
    rest = rest[part.endIndex...]
    return String(part)
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "t": "\t", "r": "\r", "b": "\u{8}", "v": "\u{B}", "f": "\u{C}",
  ]

  private mutating func text() throws(ScriptFailure) -> String {
    let quote = rest.removeFirst()
    var result = String.UnicodeScalarView()
    while let scalar = rest.popFirst(), scalar != "\n", scalar != "\r" {
      if scalar == quote { return String(result) }
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "u"? where rest.first == "{":
        rest.removeFirst()
        result.append(try escaped(rest.prefix(8).prefix { $0 != "}" }))
        rest = rest.dropFirst()
      case "u"?: result.append(try escaped(rest.prefix(4)))
      case "x"?: result.append(try escaped(rest.prefix(2)))
      case "0"? where !(rest.first?.isDigit ?? false): result.append("\0")
      case "\r"? where rest.first == "\n": rest.removeFirst()
      case let other? where other.isLineEnd: break
      case let other?:
        guard !other.isDigit else { throw ScriptFailure("an octal escape is not supported", Self.escape) }
        result.append(Self.escapes[other] ?? other)
      case nil: break
      }
    }
    throw ScriptFailure("a text does not end", "close the quotes")
  }

  private mutating func escaped(_ digits: Substring.UnicodeScalarView) throws(ScriptFailure) -> Unicode.Scalar {
    rest = rest[digits.endIndex...]
    guard let scalar = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init) else {
      throw ScriptFailure("an escape is not a character", Self.escape)
    }
    return scalar
  }

  private mutating func number() throws(ScriptFailure) -> Value {
    var text = take { $0.isDigit || $0 == "." || $0.isScriptName }
    let isDecimal = text.lowercased().withoutStart("0x") == nil
    if isDecimal, text.lowercased().hasSuffix("e"), let sign = rest.first, sign == "+" || sign == "-" {
      rest.removeFirst()
      text += String(sign) + take(while: \.isDigit)
    }
    if text.withoutStart("0")?.utf8.first?.isDigit ?? false {
      throw ScriptFailure("a number that begins with 0, as '\(text.cut)', is not supported", "remove the 0")
    }
    guard let number = Double(scriptLiteral: text) else {
      throw ScriptFailure("'\(text.cut)' is not a number", "write one such as '1.5' or '0x1F'")
    }
    return Value(number: number)
  }

  // MARK: Grammar

  private mutating func expression() throws(ScriptFailure) -> ScriptExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= DiagramLimits.depth else { throw ScriptFailure("brackets are nested too deep", Self.split) }
    let condition = try binary(0)
    guard try skip("?") else { return condition }
    let yes = try expression()
    try expect(":")
    return .conditional(condition, yes, try expression())
  }

  private mutating func binary(_ strength: Int) throws(ScriptFailure) -> ScriptExpression {
    var left = try unary()
    while case .sign(let text) = token, let sign = ScriptExpression.Binary(rawValue: text), sign.strength > strength {
      try advance()
      left = .binary(sign, left, try binary(sign.strength))
      guard left.isShallow(DiagramLimits.depth * 10) else { throw ScriptFailure("it is too long", Self.split) }
    }
    return left
  }

  private mutating func unary() throws(ScriptFailure) -> ScriptExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= DiagramLimits.depth else { throw ScriptFailure("signs are nested too deep", Self.split) }
    switch token {
    case .sign(let text), .name(let text):
      guard let sign = ScriptExpression.Unary(rawValue: text) else { break }
      try advance()
      return .unary(sign, try unary())
    case .value, .end: break
    }
    return try postfix(try operand())
  }

  private mutating func postfix(_ operand: ScriptExpression) throws(ScriptFailure) -> ScriptExpression {
    var result = operand
    for _ in 1..<DiagramLimits.depth {
      if try skip(".") {
        guard case .name(let name) = token else { throw unexpected() }
        try advance()
        result = try member(of: result, name)
      } else if try skip("[") {
        let index = try expression()
        try expect("]")
        if result == .event, case .literal(.string(let name)) = index {
          result = try member(of: result, name)
        } else {
          result = .element(result, index)
        }
      } else {
        if token == .sign("(") { throw ScriptFailure("a function call is not supported") }
        return result
      }
    }
    throw ScriptFailure("it has too many members", Self.split)
  }

  private func member(of value: ScriptExpression, _ name: String) throws(ScriptFailure) -> ScriptExpression {
    guard value != .event || ["name", "type", "data"].contains(name) else {
      throw ScriptFailure("'_event.\(name)' is not supported", "use 'name', 'type' or 'data'")
    }
    return .member(value, Name(name))
  }

  private mutating func operand() throws(ScriptFailure) -> ScriptExpression {
    if try skip("(") {
      let inner = try expression()
      try expect(")")
      return inner
    }
    if try skip("[") {
      var parts: [ScriptExpression] = []
      while try !skip("]") {
        parts.append(try expression())
        guard try skip(",") || token == .sign("]") else { throw unexpected() }
      }
      return .list(parts)
    }
    if try skip("{") {
      var entries: [ScriptExpression.Entry] = []
      while try !skip("}") {
        entries.append(try entry())
        guard try skip(",") || token == .sign("}") else { throw unexpected() }
      }
      return .record(entries)
    }
    switch token {
    case .value(let value):
      try advance()
      return .literal(value)
    case .name(let name):
      try advance()
      return try named(name)
    case .sign, .end: throw unexpected()
    }
  }

  private mutating func entry() throws(ScriptFailure) -> ScriptExpression.Entry {
    let name: String
    switch token {
    case .name(let text): name = text
    case .value(let value): name = value.scriptText
    case .sign, .end: throw unexpected()
    }
    try advance()
    try expect(":")
    return ScriptExpression.Entry(name: Name(name), value: try expression())
  }

  private static let constants: [String: ScriptExpression] = [
    "true": .literal(.bool(true)), "false": .literal(.bool(false)), "null": .literal(.null),
    "undefined": .literal(.undefined), "NaN": .literal(.double(.nan)), "Infinity": .literal(.double(.infinity)),
    "_event": .event, "_name": .name, "_sessionid": .session,
  ]

  private static let unsupported = """
    _ioprocessors _x new function return var let const delete void in instanceof this while for if do throw class \
    async await yield super
    """.split(separator: " ").map(String.init)

  private mutating func named(_ name: String) throws(ScriptFailure) -> ScriptExpression {
    if let constant = Self.constants[name] { return constant }
    if Self.unsupported.contains(name) { throw ScriptFailure("'\(name)' is not supported") }
    guard name == "In", try skip("(") else { return .variable(Name(name)) }
    guard case .value(.string(let id)) = token else {
      throw ScriptFailure("'In' needs the id of a state in quotes", "write \"In('ID')\"")
    }
    try advance()
    try expect(")")
    guard let state = states[id] else {
      throw ScriptFailure("there is no state '\(id.cut)'", "name a state of this file", state: id)
    }
    return .isIn(state)
  }

  private mutating func skip(_ sign: String) throws(ScriptFailure) -> Bool {
    guard token == .sign(sign) else { return false }
    try advance()
    return true
  }

  private mutating func expect(_ sign: String) throws(ScriptFailure) {
    guard try skip(sign) else { throw unexpected() }
  }

  private func unexpected() -> ScriptFailure {
    switch token {
    case .end: ScriptFailure("something is missing at its end", "complete it")
    case .value(let value): ScriptFailure("'\(value.scriptText.cut)' is not expected", "remove it, or add a sign")
    case .sign(let text) where ")]}:,.".contains(text): ScriptFailure("'\(text)' is not expected", "remove it")
    case .name(let text), .sign(let text): ScriptFailure("'\(text)' is not supported here")
    }
  }
}

extension ScriptExpression {
  /// Whether a chain of operators on the left side is not longer than a limit; evaluation is recursive.
  fileprivate func isShallow(_ most: Int) -> Bool {
    var (node, length) = (self, 0)
    while case .binary(_, let left, _) = node { (node, length) = (left, length + 1) }
    return length <= most
  }
}

extension Unicode.Scalar {
  fileprivate var isLineEnd: Bool { ["\n", "\r", "\u{2028}", "\u{2029}"].contains(self) }

  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

  fileprivate var isScriptName: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_" || self == "$" || value > 0x7F
  }
}
