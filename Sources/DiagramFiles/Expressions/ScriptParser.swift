import Statecharts

/// Parses the expressions of SCXML's ECMAScript data model that need no call, loop or assignment.
struct ScriptParser {
  struct Fault: Error {
    /// Whether the text may be valid ECMAScript.
    var isUnsupported: Bool
    var cause: String
  }

  private enum Token: Hashable {
    case value(Value)
    case name(String)
    case sign(String)
    case end
  }

  private let states: [String: Name]
  private var rest: Substring.UnicodeScalarView
  private var token = Token.end
  private var depth = 0

  /// - Parameter states: The names of the states by their ids, for `In`.
  static func parse(_ text: String, states: [String: Name]) throws(Fault) -> ScriptExpression {
    var parser = ScriptParser(text, states)
    try parser.advance()
    let expression = try parser.expression()
    guard parser.token == .end else { throw parser.unexpected() }
    return expression
  }

  private init(_ text: String, _ states: [String: Name]) {
    rest = Substring(text).unicodeScalars
    self.states = states
  }

  // MARK: Tokens

  private static let signs = [
    "===", "!==", ">>>", "...", "==", "!=", "<=", ">=", "&&", "||", "=>", "++", "--", "+=", "-=", "*=", "/=", "%=",
    "<<",
    ">>", "**", "??", "?.", "+", "-", "*", "/", "%", "<", ">", "=", "!", "?", ":", ".", ",", "(", ")", "[", "]", "{",
    "}", ";", "&", "|", "^", "~",
  ].map { Array($0.unicodeScalars) }

  private mutating func advance() throws(Fault) {
    while let scalar = rest.first, scalar.properties.isWhitespace { rest.removeFirst() }
    guard let first = rest.first else { return token = .end }
    if first == "\"" || first == "'" { return token = .value(.string(try text())) }
    let second = rest.dropFirst().first
    if ("0"..."9").contains(first) || first == "." && second.map({ ("0"..."9").contains($0) }) ?? false {
      return token = .value(try number())
    }
    if first.isScriptName {
      let name = rest.prefix { $0.isScriptName || ("0"..."9").contains($0) }
      rest = rest.dropFirst(name.count)
      return token = .name(String(name))
    }
    guard let sign = Self.signs.first(where: { rest.starts(with: $0) }) else {
      throw Fault(isUnsupported: false, cause: "'\(String(first))' is not understood")
    }
    rest = rest.dropFirst(sign.count)
    token = .sign(String(String.UnicodeScalarView(sign)))
  }

  private mutating func text() throws(Fault) -> String {
    let quote = rest.removeFirst()
    var result = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == quote { return String(result) }
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "n"?: result.append("\n")
      case "t"?: result.append("\t")
      case "r"?: result.append("\r")
      case "u"? where rest.first == "{":
        let digits = rest.dropFirst().prefix(8).prefix { $0 != "}" }
        rest = rest.dropFirst(digits.count + 2)
        result.append(try Self.scalar(digits))
      case let mark? where mark == "u" || mark == "x":
        let digits = rest.prefix(mark == "u" ? 4 : 2)
        rest = rest.dropFirst(digits.count)
        result.append(try Self.scalar(digits))
      case let other?: result.append(other)
      case nil: break
      }
    }
    throw Fault(isUnsupported: false, cause: "a text does not end")
  }

  private static func scalar(_ digits: Substring.UnicodeScalarView) throws(Fault) -> Unicode.Scalar {
    guard let scalar = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init) else {
      throw Fault(isUnsupported: true, cause: "an escape is not a character")
    }
    return scalar
  }

  private mutating func number() throws(Fault) -> Value {
    let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." || $0.isScriptName }
    rest = rest.dropFirst(digits.count)
    var text = String(digits)
    if text.lowercased().hasSuffix("e"), let sign = rest.first, sign == "+" || sign == "-", !text.hasPrefix("0x") {
      let exponent = rest.dropFirst().prefix { ("0"..."9").contains($0) }
      text += String(sign) + String(exponent)
      rest = rest.dropFirst(exponent.count + 1)
    }
    if let hex = text.lowercased().withoutStart("0x") { if let number = Int(hex, radix: 16) { return .int(number) } }
    if let number = Int(text), number.magnitude <= 1 << 53 { return .int(number) }
    guard !text.hasPrefix("0x"),
      let number = Double(text.hasSuffix(".") ? text + "0" : text.hasPrefix(".") ? "0" + text : text)
    else { throw Fault(isUnsupported: false, cause: "'\(text)' is not a number") }
    return Value(number: number)
  }

  // MARK: Grammar

  private mutating func expression() throws(Fault) -> ScriptExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= DiagramLimits.depth else { throw Fault(isUnsupported: true, cause: "brackets are nested too deep") }
    let condition = try binary(0)
    guard try skip("?") else { return condition }
    let yes = try expression()
    try expect(":")
    return .conditional(condition, yes, try expression())
  }

  private mutating func binary(_ strength: Int) throws(Fault) -> ScriptExpression {
    var left = try unary()
    while case .sign(let text) = token, let sign = ScriptExpression.Binary(rawValue: text), sign.strength > strength {
      try advance()
      left = .binary(sign, left, try binary(sign.strength))
      guard left.isShallow(DiagramLimits.depth * 10) else { throw Fault(isUnsupported: true, cause: "it is too long") }
    }
    return left
  }

  private mutating func unary() throws(Fault) -> ScriptExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= DiagramLimits.depth else { throw Fault(isUnsupported: true, cause: "signs are nested too deep") }
    switch token {
    case .sign(let text):
      guard let sign = ScriptExpression.Unary(rawValue: text) else { break }
      try advance()
      return .unary(sign, try unary())
    case .name("typeof"):
      try advance()
      return .unary(.typeOf, try unary())
    default: break
    }
    return try postfix(try operand())
  }

  private mutating func postfix(_ operand: ScriptExpression) throws(Fault) -> ScriptExpression {
    var result = operand
    var length = 0
    while true {
      length += 1
      guard length < DiagramLimits.depth else { throw Fault(isUnsupported: true, cause: "it has too many members") }
      if try skip(".") {
        guard case .name(let name) = token else { throw unexpected() }
        try advance()
        result = try member(of: result, name)
      } else if try skip("[") {
        let index = try expression()
        try expect("]")
        if case .event(nil) = result, case .literal(.string(let name)) = index {
          result = try member(of: result, name)
        } else {
          result = .element(result, index)
        }
      } else {
        if token == .sign("(") { throw Fault(isUnsupported: true, cause: "a function call is not supported") }
        return result
      }
    }
  }

  private func member(of value: ScriptExpression, _ name: String) throws(Fault) -> ScriptExpression {
    guard case .event(nil) = value else { return .member(value, Name(name)) }
    guard let part = ScriptExpression.EventPart(rawValue: name) else {
      throw Fault(isUnsupported: true, cause: "'_event.\(name)' is not supported")
    }
    return .event(part)
  }

  private mutating func operand() throws(Fault) -> ScriptExpression {
    switch token {
    case .value(let value):
      try advance()
      return .literal(value)
    case .name(let name):
      try advance()
      return try named(name)
    case .sign("("):
      try advance()
      let inner = try expression()
      try expect(")")
      return inner
    case .sign("["):
      try advance()
      var parts: [ScriptExpression] = []
      while try !skip("]") {
        parts.append(try expression())
        guard try skip(",") || token == .sign("]") else { throw unexpected() }
      }
      return .list(parts)
    case .sign("{"):
      try advance()
      return try record()
    default: throw unexpected()
    }
  }

  private mutating func record() throws(Fault) -> ScriptExpression {
    var entries: [ScriptExpression.Entry] = []
    while try !skip("}") {
      let name: String
      switch token {
      case .name(let text): name = text
      case .value(let value): name = value.scriptText
      default: throw unexpected()
      }
      try advance()
      try expect(":")
      entries.append(.init(name: Name(name), value: try expression()))
      guard try skip(",") || token == .sign("}") else { throw unexpected() }
    }
    return .record(entries)
  }

  private static let statements = [
    "new", "function", "return", "var", "let", "const", "delete", "void", "in", "instanceof", "this", "while", "for",
    "if", "do", "throw", "class", "async", "await", "yield", "super",
  ]

  private mutating func named(_ name: String) throws(Fault) -> ScriptExpression {
    switch name {
    case "true": return .literal(.bool(true))
    case "false": return .literal(.bool(false))
    case "null": return .literal(.null)
    case "undefined": return .literal(.undefined)
    case "NaN": return .literal(.double(.nan))
    case "Infinity": return .literal(.double(.infinity))
    case "_event": return .event(nil)
    case "_name": return .name
    case "_sessionid": return .session
    case "_ioprocessors", "_x": throw Fault(isUnsupported: true, cause: "'\(name)' is not supported")
    case "In" where token == .sign("("):
      try advance()
      guard case .value(.string(let id)) = token else {
        throw Fault(isUnsupported: true, cause: "'In' needs the id of a state in quotes")
      }
      try advance()
      try expect(")")
      guard let state = states[id] else { throw Fault(isUnsupported: false, cause: "there is no state '\(id)'") }
      return .isIn(state)
    default:
      if Self.statements.contains(name) { throw Fault(isUnsupported: true, cause: "'\(name)' is not supported") }
      return .variable(Name(name))
    }
  }

  private mutating func skip(_ sign: String) throws(Fault) -> Bool {
    guard token == .sign(sign) else { return false }
    try advance()
    return true
  }

  private mutating func expect(_ sign: String) throws(Fault) {
    guard try skip(sign) else { throw unexpected() }
  }

  private func unexpected() -> Fault {
    switch token {
    case .end: return Fault(isUnsupported: false, cause: "something is missing at its end")
    case .value(let value): return Fault(isUnsupported: false, cause: "'\(value.scriptText.cut)' is not expected")
    case .name(let name):
      return Fault(isUnsupported: Self.statements.contains(name), cause: "'\(name)' is not supported here")
    case .sign(let sign):
      let operators = [
        "=", "+=", "-=", "*=", "/=", "%=", "++", "--", "&", "|", "^", "~", "<<", ">>", ">>>", "=>", ";", "**", "??",
        "?.", "...",
      ]
      return Fault(isUnsupported: operators.contains(sign), cause: "'\(sign)' is not supported here")
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
  fileprivate var isScriptName: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_" || self == "$" || value > 0x7F
  }
}
