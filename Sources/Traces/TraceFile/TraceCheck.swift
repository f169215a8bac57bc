import Turns

/// Folds a trace turn by turn and finds where it contradicts itself, in the memory of the machine's state: old values and
/// states that are not those before, time that goes back, and an end that is not where the turns lead.
///
/// Secrets are equal to each other. A region that the end does not name is one whose page is gone.
package struct TraceCheck: Sendable {
  private var state: TraceState
  private var time = 0
  /// How many turns were read.
  package private(set) var turnCount = 0

  package init(_ header: Trace.Header) {
    state = TraceState(header)
  }

  /// What a field is after the turns so far; `nil` when nothing told of it.
  package func value(of field: String) -> Value? { state.value(of: Name(field)) }

  /// Takes the next turn.
  ///
  /// - Returns: Where it contradicts those before.
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

  /// Where the end is not that of the turns.
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

  /// Where the live machine's fields are not those that the turns lead to.
  ///
  /// - Parameter isElsewhere: Whether a row, by its path in one of these fields, stands in another list, where its changes
  ///   are told.
  package func mismatches(finalFields fields: [Member], whereRow isElsewhere: (String) -> Bool) -> [TraceMismatch] {
    fields.compactMap { field in
      let folded = state.value(of: field.name)
      // A row that was made at its place, and that its list has not taken, is no part of the state yet.
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
  /// Folds the trace and returns where it contradicts itself; empty for a sound trace. A truncated trace is checked without
  /// its end.
  ///
  /// - Parameters:
  ///   - finalFields: The live machine's fields after the run, to be compared with the folded ones.
  ///   - isElsewhere: Whether a row, by its path in one of these fields, stands in another list, where its changes are told.
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
  /// The value with nothing left of its secrets.
  fileprivate var masked: Value {
    switch self {
    case .secret: .secret(.null)
    case .list(let values): .list(values.map(\.masked))
    case .record(let members): .record(members.map { Member($0.name, $0.value.masked) })
    case .enumeration(let name, let members): .enumeration(name, members.map { Member($0.name, $0.value.masked) })
    case .signal(.wiring(let name, let captures)): .signal(.wiring(name, captures.map(\.masked)))
    case .null, .bool, .int, .double, .string, .reference, .weak, .signal: self
    }
  }
}
