import Statecharts

/// A statement of SCXML's executable content.
struct SCXMLStatement: Sendable {
  /// For diagrams.
  let words: String
  /// Whether it is an output without a value: a label without an expression.
  var isOutput = false
  let run: @Sendable (inout SCXMLRun, borrowing TurnContext, InstanceID) throws(ScriptFailure) -> Void
}

/// Runs executable content. An error ends its block and raises `error.execution`, as section 5.9 of SCXML has it.
struct SCXMLRun {
  let scope: ScriptScope
  private var steps = 0

  /// Statements of one block.
  private static let mostSteps = 100_000

  static func code(_ body: [SCXMLStatement], _ scope: ScriptScope) -> Code {
    { turn, me, _ in
      var run = SCXMLRun(scope: scope)
      ScriptFailure.raising(turn, me) { () throws(ScriptFailure) in try run.run(body, turn, me) }
    }
  }

  /// A block as named actions: one for each output, or one for all.
  static func actions(_ body: [SCXMLStatement], _ scope: ScriptScope) -> [(name: String, code: Code)] {
    if body.allSatisfy(\.isOutput) { return body.map { ($0.words, code([$0], scope)) } }
    return [(body.map(\.words).joined(separator: ", "), code(body, scope))]
  }

  mutating func run(_ body: [SCXMLStatement], _ turn: borrowing TurnContext, _ me: InstanceID) throws(ScriptFailure) {
    for statement in body {
      steps += 1
      guard steps <= Self.mostSteps else {
        throw ScriptFailure("a block ran more than \(Self.mostSteps) statements")
      }
      try statement.run(&self, turn, me)
    }
  }
}

extension ScriptFailure {
  /// Runs code that may fail: an error is logged and raises `error.execution`, and there is no result.
  @discardableResult
  static func raising<Result>(
    _ turn: borrowing TurnContext, _ me: InstanceID, _ body: () throws(ScriptFailure) -> Result
  ) -> Result? {
    do throws(ScriptFailure) { return try body() } catch {
      turn.log("error.execution: \(error.reason)")
      turn.raise("error.execution", .string(error.reason), for: me)
      return nil
    }
  }
}

extension ScriptExpression {
  func attempt(_ turn: borrowing TurnContext, _ me: InstanceID, _ scope: ScriptScope) -> Value? {
    ScriptFailure.raising(turn, me) { () throws(ScriptFailure) in try value(turn, me, scope) }
  }

  /// As a condition, which is false if it has an error (SCXML 5.9.1).
  func holds(_ turn: borrowing TurnContext, _ me: InstanceID, _ scope: ScriptScope) -> Bool {
    attempt(turn, me, scope)?.isTruthy ?? false
  }
}

extension ScriptScope {
  /// Parts of a variable's value.
  private static let mostParts = 10_000
  /// The variable that counts the ids of `idlocation`.
  static let idCount: Name = "_ids"

  /// An id that no other evaluation gets (SCXML 6.2.4).
  func uniqueID(_ prefix: Name, _ turn: borrowing TurnContext, _ me: InstanceID) -> Name {
    guard let port = variables[Self.idCount] else { return prefix }
    let count = if case .int(let count) = turn.read(me, port: port) { count + 1 } else { 1 }
    turn.set(me, port: port, to: .int(count))
    return "\(prefix).\(count)"
  }

  func assign(
    _ location: ScriptExpression, _ value: Value, _ turn: borrowing TurnContext, _ me: InstanceID
  ) throws(ScriptFailure) {
    guard let (variable, path) = location.location, let port = variables[variable] else {
      throw ScriptFailure("the location of an assignment is not a declared variable or a part of one")
    }
    var places: [Value] = []
    for part in path { places.append(try part.value(turn, me, self)) }
    let whole = path.isEmpty ? value : try turn.read(me, port: port).setting(places[...], to: value)
    guard whole.isSmall(Self.mostParts) else {
      throw ScriptFailure("the value of '\(variable)' has more than \(Self.mostParts) parts")
    }
    turn.set(me, port: port, to: whole)
  }
}

extension Value {
  /// Whether the value has at most this many parts; long texts count as several.
  fileprivate func isSmall(_ most: Int) -> Bool {
    var (pending, count) = ([self], 0)
    while let value = pending.popLast() {
      count += 1
      switch value {
      case .list(let values): pending += values.prefix(most + 1)
      case .record(let members): pending += members.prefix(most + 1).map(\.value)
      case .string(let text): count += text.utf8.count >> 8
      default: break
      }
      if count + pending.count > most { return false }
    }
    return true
  }
}
