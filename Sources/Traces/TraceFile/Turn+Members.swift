import Statecharts

/// The keys of a turn's effects, in the order in which they are written.
enum EffectKey: String, CaseIterable {
  case set, to, outputs, requests, timers, stored, logged, notified, refused, broken, tie, limit, crash
}

extension Turn {
  /// The effects grouped by kind, each group in the order of what happened.
  ///
  /// - Parameter folded: What it says of fields and regions.
  func effectMembers(_ folded: FoldedTurn) -> [Member] {
    let items = OutputItem.gathered(effects, at: time)
    var groups: [EffectKey: [Value]] = [:]
    for item in items {
      guard case .effect(let effect) = item.content, let (key, value) = entry(for: effect) else { continue }
      groups[key, default: []].append(value)
    }
    return EffectKey.allCases.compactMap { key in
      switch key {
      case .set: member(key, folded.changes)
      case .to: member(key, folded.moves)
      case .refused: refusals.map { Member(key.rawValue, $0) }
      default: groups[key].map { Member(key.rawValue, .list($0)) }
      }
    }
  }

  private func member(_ key: EffectKey, _ members: [Member]) -> Member? {
    members.isEmpty ? nil : Member(key.rawValue, .record(members))
  }

  /// A refusal of the stimulus itself is its reason alone.
  private var refusals: Value? {
    var values: [Value] = []
    for case .refused(let name, let reason) in effects {
      values.append(.record([Member(name, .string(reason))]))
    }
    if values.count == 1, case .record(let members) = values[0], members[0].name.utf8.elementsEqual(cause.target.utf8) {
      return members[0].value
    }
    return values.isEmpty ? Optional.none : .list(values)
  }

  private func entry(for effect: Effect) -> (EffectKey, Value)? {
    switch effect {
    case .set, .moved, .refused: Optional.none
    case .output(let subject, let value): (.outputs, .record([Member(subject.asOutputKey, value)]))
    case .pushed(let page): (.outputs, ["push": .string(page)])
    case .popped(let page): (.outputs, ["pop": .string(page)])
    case .alertShown(let title, let message, let buttons):
      (.outputs, ["alert": [.string(title), .string(message), .list(buttons.map { .string($0) })]])
    case .alertClosed: (.outputs, ["alert": .null])
    case .hudShown(let text): (.outputs, ["hud": .string(text)])
    case .hudClosed: (.outputs, ["hud": .null])
    case .tipShown(let text): (.outputs, ["tip": .string(text)])
    case .tipClosed: (.outputs, ["tip": .null])
    case .requested(let service, let input): (.requests, Value.keyed("start", service).adding("input", input))
    case .replied(let service, let outcome, let value): (.requests, reply(of: service, outcome, value))
    case .cancelled(let service): (.requests, ["cancel": .string(service)])
    case .late(let service, let outcome, let value):
      (.requests, Value.keyed("late", service).adding("outcome", .string(outcome.rawValue)).adding("value", value))
    case .timerStarted(let name, let delay): (.timers, ["start": .string(name), "ms": .int(delay)])
    case .timerFired(let name): (.timers, ["fired": .string(name)])
    case .stored(let key, let value): (.stored, .record([Member(key, value)]))
    case .logged(let text, let value): (.logged, value.map { .record([Member(text, $0)]) } ?? .string(text))
    case .notified(let field, let change): (.notified, .record([Member(field, .record(change))]))
    case .broken(let property): (.broken, .string(property))
    case .limit(let name, let detail): (.limit, ["name": .string(name), "detail": .string(detail)])
    case .crashed(let fault): (.crash, .string(fault))
    case .tie(let chosen, let others): (.tie, ["chosen": .string(chosen), "over": .list(others.map { .string($0) })])
    }
  }

  /// The end of a request; outcome and value are left to the cause when it says them.
  private func reply(of service: String, _ outcome: Outcome, _ value: Value) -> Value {
    let isSaid =
      cause.source == .reply && cause.event == outcome.rawValue && cause.target.utf8.elementsEqual(service.utf8)
      && (cause.value ?? .null) == value
    if isSaid { return ["end": .string(service)] }
    return .keyed("end", service).adding("outcome", .string(outcome.rawValue)).adding("value", value)
  }
}

extension String {
  /// The keys among the outputs that are the screen's.
  static let screenKeys = ["push", "pop", "alert", "hud", "tip"]

  /// A subject's name as a key among the outputs: one that a screen effect has, or that begins with `#`, gets a `#`.
  fileprivate var asOutputKey: String {
    Self.screenKeys.contains(self) || utf8.first == UInt8(ascii: "#") ? "#" + self : self
  }
}

extension Value {
  fileprivate static func keyed(_ key: String, _ text: String) -> Value { .record([Member(key, .string(text))]) }

  /// The record with one more member unless that is nil.
  fileprivate func adding(_ name: String, _ value: Value) -> Value {
    guard case .record(let members) = self, value != .null else { return self }
    return .record(members + [Member(name, value)])
  }
}
