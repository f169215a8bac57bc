import Turns

extension TraceField {
  /// The effects under a key other than those of fields and regions.
  func effects(of key: EffectKey, _ cause: Cause) throws(TraceLine.Problem) -> [Effect] {
    if key == .refused, case .string(let reason) = value { return [.refused(name: Name(cause.target), reason: reason)] }
    let kinds = key.kinds
    var effects: [Effect] = []
    for element in try elements() { effects.append(try element.effect(of: kinds, cause)) }
    return effects
  }

  private func effect(of kinds: [Reaction.Kind], _ cause: Cause) throws(TraceLine.Problem) -> Effect {
    let kind = try kind(among: kinds)
    switch kind.row.layout {
    case .folded: preconditionFailure("'\(key)' is folded")
    case .bare: return try kind.row.payload == .none ? Effect(kind, text(), []) : Effect(kind, "", [self])
    case .entry:
      if kind.row.payload == .optional, case .string(let name) = value { return try Effect(kind, name, []) }
      let entry = try onlyField()
      let isMarked = kind == .output && entry.key.utf8.first == UInt8(ascii: "#")
      return try Effect(kind, isMarked ? String(entry.key.unicodeScalars.dropFirst()) : entry.key, [entry])
    case .screen:
      let entry = try onlyField()
      return try Effect(kind, "", kind.row.payload == .alert ? entry.parts("title, message and buttons", 3) : [entry])
    case .keyed(let nameKey, let payloadKey):
      try expectOnly([nameKey, payloadKey] + (kind.row.payload == .outcome ? ["outcome"] : []))
      let name = try required(nameKey).text()
      if kind == .reply, try member("outcome") == nil { return try reply(to: name, cause) }
      return try Effect(kind, name, payload(kind.row.payload, payloadKey))
    }
  }

  /// The kind of an element under a key: by the keys that it has.
  private func kind(among kinds: [Reaction.Kind]) throws(TraceLine.Problem) -> Reaction.Kind {
    guard kinds.count > 1 else { return kinds[0] }
    let fields = try fields()
    for field in fields {
      let named = kinds.filter { kind in
        switch kind.row.layout {
        case .keyed(let key, _): key.hasBytes(of: field.key)
        case .screen: kind.row.isOfScreen(field.key)
        case .folded, .entry, .bare: false
        }
      }
      // What closes is null.
      if let kind = named.first(where: { ($0.row.payload == .none) == (field.value == .null) }) ?? named.first {
        return kind
      }
    }
    return kinds.first { if case .entry = $0.row.layout { true } else { false } } ?? kinds[0]
  }

  private func payload(_ payload: EffectRow.Payload, _ key: String) throws(TraceLine.Problem) -> [TraceField] {
    switch payload {
    case .none: return []
    case .input: return [try member(key) ?? TraceField(key, .null, offset: offset)]
    case .outcome: return [try required("outcome"), try member(key) ?? TraceField(key, .null, offset: offset)]
    default: return [try required(key)]
    }
  }

  /// The end of a request whose outcome and value the cause says.
  private func reply(to service: String, _ cause: Cause) throws(TraceLine.Problem) -> Effect {
    guard cause.source == .reply, let outcome = Outcome(rawValue: cause.event) else {
      throw wrong("ended by this turn")
    }
    return .replied(service: Name(service), outcome: outcome, value: cause.value ?? .null)
  }

  private func parts(_ names: String, _ count: Int) throws(TraceLine.Problem) -> [TraceField] {
    let parts = try elements()
    guard parts.count == count else { throw wrong("an array of \(names)") }
    return parts
  }
}

extension EffectRow {
  /// Whether it stands under a key of the screen among the outputs.
  func isOfScreen(_ key: String) -> Bool {
    if case .screen(let own) = layout { own.hasBytes(of: key) } else { false }
  }
}
