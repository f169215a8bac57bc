import Statecharts

/// An expression of SCXML's ECMAScript data model without calls, loops and assignments: it always ends.
indirect enum ScriptExpression: Hashable, Sendable {
  enum Unary: String, Hashable, Sendable {
    case not = "!"
    case minus = "-"
    case plus = "+"
    case typeOf = "typeof"
  }

  enum Binary: String, Hashable, Sendable {
    case or = "||"
    case and = "&&"
    case isIdentical = "==="
    case isNotIdentical = "!=="
    case isEqual = "=="
    case isNotEqual = "!="
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case more = ">"
    case plus = "+"
    case minus = "-"
    case times = "*"
    case over = "/"
    case modulo = "%"

    /// A higher one binds stronger.
    var strength: Int {
      switch self {
      case .or: 1
      case .and: 2
      case .isIdentical, .isNotIdentical, .isEqual, .isNotEqual: 3
      case .atMost, .atLeast, .less, .more: 4
      case .plus, .minus: 5
      case .times, .over, .modulo: 6
      }
    }
  }

  case literal(Value)
  case variable(Name)
  /// `_event`; its parts are the members `name`, `type` and `data`.
  case event
  case name
  case session
  case isIn(Name)
  case member(ScriptExpression, Name)
  case element(ScriptExpression, ScriptExpression)
  case list([ScriptExpression])
  case record([Entry])
  case unary(Unary, ScriptExpression)
  case binary(Binary, ScriptExpression, ScriptExpression)
  case conditional(ScriptExpression, ScriptExpression, ScriptExpression)

  struct Entry: Hashable, Sendable {
    let name: Name
    let value: ScriptExpression
  }

  /// The path of an assignment: a variable and the members below it.
  var location: (variable: Name, path: [ScriptExpression])? {
    switch self {
    case .variable(let name): (name, [])
    case .member(let inner, let name): inner.location.map { ($0.variable, $0.path + [.literal(.string(name.text))]) }
    case .element(let inner, let index): inner.location.map { ($0.variable, $0.path + [index]) }
    default: nil
    }
  }

  /// The name in `_event.data.NAME`.
  var answer: String? {
    switch self {
    case .member(.member(.event, "data"), let name): name.text
    case .element(.member(.event, "data"), .literal(.string(let name))): name
    default: nil
    }
  }

  /// The guard in words, if it asks only questions: `valid and not (full or closed)`.
  var words: String? {
    switch self {
    case .isIn(let state): return "in \(state)"
    case .unary(.not, let inner): return inner.words.map { "not " + (inner.isQuestion ? $0 : "(\($0))") }
    case .binary(.and, let left, let right):
      let parts = [left, right].compactMap { part in
        part.words.map { if case .binary(.or, _, _) = part { "(\($0))" } else { $0 } }
      }
      return parts.count == 2 ? parts.joined(separator: " and ") : nil
    case .binary(.or, let left, let right):
      guard let left = left.words, let right = right.words else { return nil }
      return "\(left) or \(right)"
    case .element(.variable("facts"), .literal(.string(let name))): return name
    default: return answer
    }
  }

  /// The variable of a question of a guard without event, as Signalbox writes it: `facts["is valid"]`.
  private var fact: Name? {
    if case .element(.variable("facts"), .literal(.string(let words))) = self { "facts[\(words)]" } else { nil }
  }

  var facts: [(variable: Name, words: String)] {
    // The last node comes first.
    nodes.reversed().compactMap { node in node.fact.map { ($0, node.words ?? "") } }
  }

  private var isQuestion: Bool { if case .binary = self { false } else { true } }

  /// The questions that it asks of the event's data; nil if it reads more of that.
  var answers: [String]? {
    if let answer { return [answer] }
    switch self {
    case .unary(.not, let inner): return inner.answers
    case .binary(.and, let left, let right), .binary(.or, let left, let right):
      guard let left = left.answers, let right = right.answers else { return nil }
      return left + right
    default: return readsData ? nil : []
    }
  }

  /// Whether only `In` and logic occur.
  var isOfStates: Bool {
    switch self {
    case .isIn, .literal(.bool): true
    case .unary(.not, let inner): inner.isOfStates
    case .binary(.and, let left, let right), .binary(.or, let left, let right): left.isOfStates && right.isOfStates
    default: false
    }
  }

  /// The parts of which it consists, itself first; a part of the event is one.
  private var nodes: [ScriptExpression] {
    var (pending, result): ([ScriptExpression], [ScriptExpression]) = ([self], [])
    while let node = pending.popLast() {
      result.append(node)
      switch node {
      case .literal, .variable, .event, .member(.event, _), .name, .session, .isIn: break
      case .member(let inner, _), .unary(_, let inner): pending.append(inner)
      case .element(let first, let second), .binary(_, let first, let second): pending += [first, second]
      case .list(let parts): pending += parts
      case .record(let entries): pending += entries.map(\.value)
      case .conditional(let first, let second, let third): pending += [first, second, third]
      }
    }
    return result
  }

  var variables: [Name] { nodes.compactMap { node in if case .variable(let name) = node { name } else { node.fact } } }

  var isConstant: Bool {
    nodes.allSatisfy { node in
      switch node {
      case .literal, .list, .record, .unary(.minus, _): true
      default: false
      }
    }
  }

  /// Whether it reads data of the event.
  var readsData: Bool { nodes.contains { $0 == .event || $0 == .member(.event, "data") } }
}

/// Why an expression cannot be parsed or has no value.
struct ScriptFailure: Error {
  let reason: String
  let cure: String
  /// The id of a state that does not exist.
  let state: String?

  init(
    _ reason: String, _ cure: String = "write an expression without calls, loops and assignments", state: String? = nil
  ) {
    (self.reason, self.cure, self.state) = (reason, cure, state)
  }
}

/// What an expression reads.
struct ScriptScope {
  /// The ports of the variables.
  let variables: [Name: Int]
  let name: String
}

extension ScriptExpression {
  /// In bytes; concatenation cannot grow a text beyond it.
  static let longestText = 65_536

  func value(
    _ turn: borrowing TurnContext, _ me: InstanceID, _ scope: ScriptScope
  ) throws(ScriptFailure) -> Value {
    switch self {
    case .literal(let value): return value
    case .variable(let name):
      guard let port = scope.variables[name] else { throw ScriptFailure("'\(name)' is not declared") }
      return turn.read(me, port: port)
    case .event:
      guard let event = turn.heardEvent else { return .undefined }
      return .record([
        Member("name", .string(event.name.text)), Member("type", .string(event.type)),
        Member("data", event.value == .null ? .undefined : event.value),
      ])
    case .member(.event, _) where turn.heardEvent == nil:
      throw ScriptFailure("'_event' is not bound before the first event")
    case .name: return .string(scope.name)
    case .session: return .string("session:\(turn.path(of: me))")
    case .isIn(let state): return .bool(turn.isIn(state, of: me))
    case .member(let inner, let name): return try inner.value(turn, me, scope).member(name.text)
    case .element(let inner, let index):
      if let port = fact.flatMap({ scope.variables[$0] }) { return turn.read(me, port: port) }
      let whole = try inner.value(turn, me, scope)
      let part = try whole.element(index.value(turn, me, scope))
      // A question in words is answered by its name.
      guard part == .undefined, let answer else { return part }
      return try whole.member(answer.asQuestionName)
    case .list(let parts):
      var values: [Value] = []
      for part in parts { values.append(try part.value(turn, me, scope)) }
      return .list(values)
    case .record(let entries):
      var members: [Member] = []
      for entry in entries { members.set(entry.name, try entry.value.value(turn, me, scope)) }
      return .record(members)
    case .unary(.typeOf, .variable(let name)) where scope.variables[name] == nil: return "undefined"
    case .unary(let sign, let inner): return try inner.value(turn, me, scope).applying(sign)
    case .binary(let sign, let left, let right):
      let value = try left.value(turn, me, scope)
      if sign == .and && !value.isTruthy || sign == .or && value.isTruthy { return value }
      return try value.combined(sign, with: right.value(turn, me, scope))
    case .conditional(let condition, let yes, let no):
      let chosen = try condition.value(turn, me, scope).isTruthy ? yes : no
      return try chosen.value(turn, me, scope)
    }
  }
}
