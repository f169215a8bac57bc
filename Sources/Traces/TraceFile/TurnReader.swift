import Turns

/// Decodes turns. It folds them, because lines hold only new values.
struct TurnReader {
  private(set) var state: TraceState
  private var time = 0
  private var changeCounts: [Name: Int] = [:]

  init(_ header: Trace.Header) {
    state = TraceState(header)
  }

  mutating func turn(from line: inout TraceLine) throws(TraceLine.Problem) -> Turn {
    let cause = try cause(&line)
    time = try time(after: try line.take("dt"))
    // Incoming effects come first, then their consequences.
    let timers = try self.effects(of: .timers, &line, cause)
    let changes = try line.take(EffectKey.set.rawValue)
    let moves = try line.take(EffectKey.to.rawValue)
    let outputs = try self.effects(of: .outputs, &line, cause)
    let requests = try self.effects(of: .requests, &line, cause)
    var effects = timers.filter(\.isIncoming) + requests.filter(\.isIncoming)
    effects += try assignments(changes)
    effects += try self.moves(moves, of: cause)
    effects += outputs + requests.filter { !$0.isIncoming } + timers.filter { !$0.isIncoming }
    for key in EffectKey.unordered { effects += try self.effects(of: key, &line, cause) }
    try line.expectNothingMore()
    return Turn(time: time, cause: cause, effects: effects)
  }

  func changeCount(of field: String) -> Int { changeCounts[Name(field), default: 0] }

  private func effects(
    of key: EffectKey, _ line: inout TraceLine, _ cause: Cause
  ) throws(TraceLine.Problem) -> [Effect] {
    try line.take(key.rawValue)?.effects(of: key, cause) ?? []
  }

  private func cause(_ line: inout TraceLine) throws(TraceLine.Problem) -> Cause {
    let by = try line.require("by")
    guard let source = Cause.Source(rawValue: try by.text()) else {
      throw by.wrong("one of " + Cause.Source.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))
    }
    let held = try line.take("held")
    try held?.expectTrue()
    return Cause(
      source, try line.require("event").text(), on: try line.take("on")?.text() ?? "",
      value: try line.take("value").map(\.value), isHeld: held != nil)
  }

  private func time(after elapsed: TraceField?) throws(TraceLine.Problem) -> Int {
    guard let elapsed else { return time }
    let (sum, overflow) = time.addingReportingOverflow(try elapsed.int())
    guard !overflow, sum >= time else { throw TraceLine.Problem(.timeOutOfRange, offset: elapsed.offset) }
    return sum
  }

  private mutating func assignments(_ changes: TraceField?) throws(TraceLine.Problem) -> [Effect] {
    var effects: [Effect] = []
    for change in try changes?.fields() ?? [] {
      var known = state.value(of: Name(change.key))
      let elements = try change.elements()
      for (index, element) in elements.enumerated() {
        let key = Name(change.key)
        let count = changeCounts[key, default: 0] + 1
        changeCounts[key] = count
        // A changed secret differs.
        let new = element.value.withSecrets(.int(count))
        // The first of several values of an unknown field is its old value.
        if known != nil || index == elements.count - 1 {
          let effect = Effect.set(field: Name(change.key), old: known ?? new, new: new)
          effects.append(effect)
          state.apply(effect)
        }
        known = new
      }
    }
    return effects
  }

  /// Opening a machine moves its regions from no state.
  private mutating func moves(_ moves: TraceField?, of cause: Cause) throws(TraceLine.Problem) -> [Effect] {
    var effects: [Effect] = []
    for move in try moves?.fields() ?? [] {
      var from = cause.source == .open ? "" : state.state(of: Name(move.key)) ?? ""
      for to in try move.texts() {
        effects.append(.moved(region: Name(move.key), from: from, to: to))
        from = to
      }
      if let last = effects.last { state.apply(last) }
    }
    return effects
  }
}

extension Effect {
  fileprivate var isIncoming: Bool {
    switch self {
    case .replied, .timerFired: true
    default: false
    }
  }
}

extension Value {
  /// The value with each of its secrets replaced.
  func withSecrets(_ secret: Value) -> Value {
    switch self {
    case .secret: .secret(secret)
    case .list(let values): .list(values.map { $0.withSecrets(secret) })
    case .record(let members): .record(members.withSecrets(secret))
    case .enumeration(let name, let members): .enumeration(name, members.withSecrets(secret))
    case .signal(.wiring(let name, let captures)): .signal(.wiring(name, captures.map { $0.withSecrets(secret) }))
    case .null, .bool, .int, .double, .string, .reference, .weak, .signal: self
    }
  }
}

extension [Member] {
  fileprivate func withSecrets(_ secret: Value) -> [Member] {
    map { Member($0.name, $0.value.withSecrets(secret)) }
  }
}
