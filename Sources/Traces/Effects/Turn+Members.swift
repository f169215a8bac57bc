import Turns

extension Turn {
  func effectMembers(_ folded: FoldedTurn) -> [Member] {
    var groups: [EffectKey: [Value]] = [.set: folded.changes.members.record, .to: folded.moves.members.record]
    for effect in effects {
      let reaction = Reaction(of: effect)
      guard let value = element(reaction) else { continue }
      groups[reaction.subject.kind.row.key, default: []].append(value)
    }
    return EffectKey.allCases.compactMap { key in
      guard let values = groups[key], let first = values.first else { return nil }
      switch key {
      case .set, .to: return Member(key.rawValue, first)
      case .refused where values.count == 1: return Member(key.rawValue, ownReason(first) ?? .list(values))
      default: return Member(key.rawValue, .list(values))
      }
    }
  }

  /// A refusal of the stimulus itself is encoded as its reason alone.
  private func ownReason(_ refusal: Value) -> Value? {
    guard case .record(let members) = refusal, members[0].name == cause.target else { return nil }
    return members[0].value
  }

  private func element(_ reaction: Reaction) -> Value? {
    let (name, values) = (reaction.subject.name, reaction.values)
    switch reaction.subject.kind.row.layout {
    case .folded: return nil
    case .entry:
      let key = reaction.subject.kind == .output ? name.text.asOutputKey : name.text
      return values.first.map { .record([Member(key, $0)]) } ?? .string(name.text)
    case .bare: return values.first ?? .string(name.text)
    case .screen(let word):
      return .record([Member(word, values.count > 1 ? .list(values) : values.first ?? .null)])
    case .keyed(let nameKey, let payloadKey):
      let named = Member(nameKey, .string(name.text))
      if reaction.subject.kind == .replied, saysCause(reaction) { return .record([named]) }
      let keys = values.count > 1 ? ["outcome", payloadKey] : [payloadKey]
      return .record([named] + zip(keys, values).map { Member($0, $1) }.filter { $0.value != .null })
    }
  }

  /// Whether the cause already holds this reply, so that the line omits it.
  private func saysCause(_ reply: Reaction) -> Bool {
    cause.source == .reply && reply.subject.name == cause.target
      && reply.values == [.string(cause.event), cause.value ?? .null]
  }
}

extension [Member] {
  fileprivate var record: [Value] { isEmpty ? [] : [.record(self)] }
}

extension String {
  /// Prefixes `#` to a name that starts with `#` or is a screen effect's key.
  fileprivate var asOutputKey: String {
    let isTaken = EffectKey.outputs.kinds.contains { $0.row.isOfScreen(self) }
    return isTaken || utf8.first == UInt8(ascii: "#") ? "#" + self : self
  }
}
