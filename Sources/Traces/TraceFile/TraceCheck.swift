import Turns

/// Finds contradictions in a trace: wrong old values and states, decreasing times and a wrong end. Secrets count as
/// equal. The end may omit regions whose page is gone.
package struct TraceCheck: Sendable {
  private var state: TraceState
  private var time = 0
  package private(set) var turnCount = 0

  package init(_ header: Trace.Header) {
    state = TraceState(header)
  }

  package func value(of field: String) -> Value? { state.value(of: Name(field)) }

  /// Returns the contradictions of the next turn.
  package mutating func add(_ turn: Turn) -> [TraceMismatch] {
    var found: [TraceMismatch] = []
    if turn.time < time { found.append(TraceMismatch(kind: .time(turn.time, before: time), turn: turnCount)) }
    time = max(time, turn.time)
    for effect in turn.effects {
      if let kind = mismatch(effect) { found.append(TraceMismatch(kind: kind, turn: turnCount)) }
      state.apply(effect)
    }
    turnCount += 1
    return found
  }

  package func mismatches(_ end: Trace.End) -> [TraceMismatch] {
    var found: [TraceMismatch] = []
    if end.time < time { found.append(TraceMismatch(kind: .time(end.time, before: time))) }
    for region in end.phase {
      let folded = state.state(of: region.region)
      if let folded, region.state == folded { continue }
      found.append(TraceMismatch(kind: .endPhase(region: region.region.text, was: region.state.text, folded: folded)))
    }
    return found
  }

  /// - Parameter isElsewhere: Whether the row at a path is also in another list, under which the trace records its
  ///   changes.
  package func mismatches(finalFields fields: [Member], whereRow isElsewhere: (String) -> Bool) -> [TraceMismatch] {
    fields.compactMap { field in
      let folded = state.value(of: field.name)
      // A row that its list does not contain yet is not part of the state.
      if folded == nil, let path = PathInRow(field.name.text), state.value(of: Name(path.list)) != nil { return nil }
      if let folded, folded.masked == field.value.masked { return nil }
      if case .list(let rows)? = folded, case .list(let own) = field.value, rows.count == own.count,
        rows.indices.allSatisfy({ rows[$0].masked == own[$0].masked || isElsewhere("\(field.name)[\($0)]") })
      {
        return nil
      }
      return TraceMismatch(kind: .endField(field: field.name.text, was: field.value, folded: folded))
    }
  }

  private func mismatch(_ effect: Effect) -> TraceMismatch.Kind? {
    switch effect {
    case .set(let field, let old, _):
      guard let folded = state.value(of: field), folded.masked != old.masked else { return nil }
      return .value(field: field.text, was: old, folded: folded)
    case .moved(let region, let from, _):
      guard !from.isEmpty, let folded = state.state(of: region), Name(folded) != from else {
        return nil
      }
      return .state(region: region.text, was: from, folded: folded)
    default: return nil
    }
  }
}

extension Trace {
  /// The end of a truncated trace is not checked.
  ///
  /// - Parameter finalFields: The live machine's fields after the run.
  package func mismatches(
    finalFields: [Member]? = nil, whereRow isElsewhere: (String) -> Bool = { _ in false }
  ) -> [TraceMismatch] {
    var check = TraceCheck(header)
    var found = turns.flatMap { check.add($0) }
    if let end { found += check.mismatches(end) }
    if let finalFields { found += check.mismatches(finalFields: finalFields, whereRow: isElsewhere) }
    return found
  }
}

extension Value {
  fileprivate var masked: Value { withSecrets(.null) }
}
