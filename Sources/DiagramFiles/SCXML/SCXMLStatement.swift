import Statecharts

/// Executable content of SCXML.
indirect enum SCXMLStatement: Sendable {
  case raise(Name)
  case send(SCXMLSend)
  case cancel(ScriptExpression)
  case log(String, ScriptExpression?)
  case assign(ScriptExpression, ScriptExpression)
  case branch([(condition: ScriptExpression?, body: [SCXMLStatement])])
  case each(ScriptExpression, item: Name, index: Name?, body: [SCXMLStatement])
  /// An output without a value: a label without an expression.
  case output(String, port: Int)

  /// For diagrams.
  var words: String {
    switch self {
    case .raise(let event): "raise \(event)"
    case .send(let send): if case .literal(.string(let event)) = send.event { "send \(event)" } else { "send" }
    case .cancel: "cancel"
    case .log(let label, _): "log \(label)"
    case .assign(let location, _): location.location.map { "assign \($0.variable)" } ?? "assign"
    case .branch: "if"
    case .each: "foreach"
    case .output(let label, _): label
    }
  }

  var readsData: Bool {
    switch self {
    case .raise, .output: false
    case .send(let send):
      send.event.readsData || send.data.readsData || [send.target, send.delay].contains { $0?.readsData ?? false }
    case .cancel(let id): id.readsData
    case .log(_, let value): value?.readsData ?? false
    case .assign(let location, let value): location.readsData || value.readsData
    case .branch(let branches):
      branches.contains { ($0.condition?.readsData ?? false) || $0.body.contains(where: \.readsData) }
    case .each(let list, _, _, let body): list.readsData || body.contains(where: \.readsData)
    }
  }
}

struct SCXMLSend: Sendable {
  var event: ScriptExpression
  var target: ScriptExpression?
  var delay: ScriptExpression?
  var id: Name
  var idLocation: ScriptExpression?
  var data: SCXMLData
}

/// The data of an event, an invocation or a final state.
enum SCXMLData: Sendable {
  case none
  case value(ScriptExpression)
  case members([(name: Name, value: ScriptExpression)])

  var readsData: Bool {
    switch self {
    case .none: false
    case .value(let value): value.readsData
    case .members(let parts): parts.contains { $0.value.readsData }
    }
  }

  func value(_ turn: borrowing TurnContext, _ me: InstanceID, _ scope: ScriptScope) throws(ScriptFailure) -> Value {
    switch self {
    case .none: return .null
    case .value(let expression): return try expression.value(turn, me, scope)
    case .members(let parts):
      var members: [Member] = []
      for part in parts { members.set(part.name, try part.value.value(turn, me, scope)) }
      return .record(members)
    }
  }
}

/// Runs executable content. An error ends its block and raises `error.execution`, as section 5.9 of SCXML has it.
struct SCXMLRun {
  let scope: ScriptScope
  private var steps = 0

  /// Statements of one block.
  static let mostSteps = 100_000
  /// Parts of a variable's value.
  static let mostParts = 10_000

  init(_ scope: ScriptScope) { self.scope = scope }

  static func code(_ body: [SCXMLStatement], _ scope: ScriptScope) -> Code {
    { turn, me, _ in
      var run = SCXMLRun(scope)
      do throws(ScriptFailure) { try run.run(body, turn, me) } catch { Self.fail(error, turn, me) }
    }
  }

  /// A block as named actions: one for each output, or one for all.
  static func actions(_ body: [SCXMLStatement], _ scope: ScriptScope) -> [(name: String, code: Code)] {
    let names = body.map(\.words)
    let isPlain = body.allSatisfy { if case .output = $0 { true } else { false } }
    if isPlain { return zip(names, body).map { ($0, code([$1], scope)) } }
    return [(names.joined(separator: ", "), code(body, scope))]
  }

  static func fail(_ failure: ScriptFailure, _ turn: borrowing TurnContext, _ me: InstanceID) {
    turn.log("error.execution: \(failure.reason)")
    turn.raise("error.execution", .string(failure.reason), for: me)
  }

  mutating func run(_ body: [SCXMLStatement], _ turn: borrowing TurnContext, _ me: InstanceID) throws(ScriptFailure) {
    for statement in body {
      steps += 1
      guard steps <= Self.mostSteps else {
        throw ScriptFailure(reason: "a block ran more than \(Self.mostSteps) statements")
      }
      try run(statement, turn, me)
    }
  }

  private mutating func run(
    _ statement: SCXMLStatement, _ turn: borrowing TurnContext, _ me: InstanceID
  ) throws(ScriptFailure) {
    switch statement {
    case .raise(let event): turn.raise(event, for: me)
    case .send(let send): try self.send(send, turn, me)
    case .cancel(let id): turn.cancel(Name(try id.value(turn, me, scope).scriptText), to: me)
    case .log(let label, let value):
      turn.log(label, try value.map { (value) throws(ScriptFailure) in try value.value(turn, me, scope) })
    case .output(_, let port): turn.send(.null, by: me, port: port)
    case .assign(let location, let value): try assign(location, value.value(turn, me, scope), turn, me)
    case .branch(let branches):
      for (condition, body) in branches {
        guard
          try condition.map({ (condition) throws(ScriptFailure) in try condition.value(turn, me, scope).isTruthy })
            ?? true
        else { continue }
        return try run(body, turn, me)
      }
    case .each(let list, let item, let index, let body):
      guard case .list(let values) = try list.value(turn, me, scope) else {
        throw ScriptFailure(reason: "'foreach' needs a list")
      }
      for (place, value) in values.enumerated() {
        try assign(.variable(item), value, turn, me)
        if let index { try assign(.variable(index), .int(place), turn, me) }
        try run(body, turn, me)
      }
    }
  }

  private func assign(
    _ location: ScriptExpression, _ value: Value, _ turn: borrowing TurnContext, _ me: InstanceID
  ) throws(ScriptFailure) {
    guard let (variable, path) = location.location, let port = scope.variables[variable] else {
      throw ScriptFailure(reason: "the location of an assignment is not a declared variable or a part of one")
    }
    var places: [Value] = []
    for part in path { places.append(try part.value(turn, me, scope)) }
    let whole = path.isEmpty ? value : try turn.read(me, port: port).setting(places[...], to: value)
    guard whole.isSmall(Self.mostParts) else {
      throw ScriptFailure(reason: "the value of '\(variable)' has more than \(Self.mostParts) parts")
    }
    turn.set(me, port: port, to: whole)
  }

  // MARK: Sending

  private func send(_ send: SCXMLSend, _ turn: borrowing TurnContext, _ me: InstanceID) throws(ScriptFailure) {
    let event = Name(try send.event.value(turn, me, scope).scriptText)
    let target =
      try send.target.map { (target) throws(ScriptFailure) in try target.value(turn, me, scope).scriptText } ?? ""
    let delay =
      try send.delay.map { (delay) throws(ScriptFailure) in try delay.value(turn, me, scope).scriptText } ?? "0s"
    guard let milliseconds = Delay.milliseconds(delay) else {
      throw ScriptFailure(reason: "'\(delay)' is not a delay such as '500ms' or '5s'")
    }
    let data = try send.data.value(turn, me, scope)
    if let location = send.idLocation { try assign(location, .string(send.id.text), turn, me) }
    if target == "#_internal" {
      guard milliseconds == 0 else { throw ScriptFailure(reason: "an internal event has no delay") }
      return turn.raise(event, data, for: me)
    }
    let path = turn.path(of: me)
    let receiver = try receiver(target, from: path, turn, me)
    if milliseconds > 0, let receiver {
      if receiver == path { return turn.send(event, data, to: me, after: milliseconds, id: send.id) }
      return turn.send(event, data, to: receiver, by: me, after: milliseconds, id: send.id)
    }
    guard let machine = receiver.flatMap({ turn.machine(at: $0) }) else {
      turn.log("error.communication: nobody is '\(target)'")
      return turn.raise("error.communication", .string("nobody is '\(target)'"), for: me)
    }
    turn.send(event, data, to: machine)
  }

  /// The path of the receiver.
  private func receiver(
    _ target: String, from path: String, _ turn: borrowing TurnContext, _ me: InstanceID
  ) throws(ScriptFailure) -> String? {
    if target.isEmpty { return path }
    if target == "#_parent" { return turn.invoker(of: me).map { turn.path(of: $0) } }
    if let other = target.withoutStart("#_scxml_session:") { return other }
    if target.withoutStart("#_scxml_") != nil { return nil }
    guard let id = target.withoutStart("#_") else { throw ScriptFailure(reason: "'\(target)' is not a target") }
    return path.isEmpty ? id : "\(path).\(id)"
  }
}

extension Value {
  /// Whether the value has at most this many parts; long texts count as several.
  func isSmall(_ most: Int) -> Bool {
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
