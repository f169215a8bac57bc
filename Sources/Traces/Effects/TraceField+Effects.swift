import Turns

extension TraceField {
  func effects(of key: EffectKey, _ cause: Cause) throws(TraceLine.Problem) -> [Effect] {
    if key == .refused, case .string(let reason) = value { return [.refused(name: Name(cause.target), reason: reason)] }
    let kinds = key.kinds
    return try elements().map { (element) throws(TraceLine.Problem) in try element.effect(of: kinds, cause) }
  }

  private func effect(of kinds: [Effect.Kind], _ cause: Cause) throws(TraceLine.Problem) -> Effect {
    let kind = try kind(among: kinds)
    let row = kind.row
    switch row.layout {
    case .folded: preconditionFailure("'\(key)' is folded")
    case .bare: return try row.payload.isEmpty ? row.payload.effect(text(), []) : row.payload.effect("", [self])
    case .entry:
      if case .optional = row.payload, case .string(let name) = value { return try row.payload.effect(name, []) }
      let entry = try onlyField()
      let isMarked = kind == .output && entry.key.utf8.first == UInt8(ascii: "#")
      return try row.payload.effect(isMarked ? String(entry.key.unicodeScalars.dropFirst()) : entry.key, [entry])
    case .screen:
      let entry = try onlyField()
      guard case .alert = row.payload else { return try row.payload.effect("", [entry]) }
      let parts = try entry.elements()
      guard parts.count == 3 else { throw entry.wrong("an array of title, message and buttons") }
      return try row.payload.effect("", parts)
    case .keyed(let nameKey, let payloadKey):
      let keys = [nameKey, payloadKey]
      if case .outcome = row.payload { try expectOnly(keys + ["outcome"]) } else { try expectOnly(keys) }
      let name = try required(nameKey).text()
      if kind == .replied, try member("outcome") == nil { return try reply(to: name, cause) }
      return try row.payload.effect(name, parts(of: row.payload, payloadKey))
    }
  }

  private func kind(among kinds: [Effect.Kind]) throws(TraceLine.Problem) -> Effect.Kind {
    guard kinds.count > 1 else { return kinds[0] }
    let fields = try fields()
    for field in fields {
      let named = kinds.filter { kind in
        let row = kind.row
        if case .keyed(let key, _) = row.layout { return Name(key) == field.key }
        return row.isOfScreen(field.key)
      }
      // Null means that something closes.
      if let kind = named.first(where: { $0.row.payload.isEmpty == (field.value == .null) }) ?? named.first {
        return kind
      }
    }
    return kinds.first { if case .entry = $0.row.layout { true } else { false } } ?? kinds[0]
  }

  private func parts(of payload: EffectRow.Payload, _ key: String) throws(TraceLine.Problem) -> [TraceField] {
    let null = TraceField(key: key, value: .null, offset: offset)
    switch payload {
    case .nothing, .nameOnly: return []
    case .input: return [try member(key) ?? null]
    case .outcome: return [try required("outcome"), try member(key) ?? null]
    default: return [try required(key)]
    }
  }

  private func reply(to service: String, _ cause: Cause) throws(TraceLine.Problem) -> Effect {
    guard cause.source == .reply, let outcome = Outcome(rawValue: cause.event) else {
      throw wrong("ended by this turn")
    }
    return .replied(service: Name(service), outcome: outcome, value: cause.value ?? .null)
  }
}
