import Turns

/// The fields and regions at one point of a trace.
package struct TraceState: Sendable {
  /// In order of first appearance.
  package private(set) var fields: [Member] = []
  /// In order of first appearance.
  package private(set) var phase: [RegionState] = []
  private var indexOfField: [Name: Int] = [:]
  private var indexOfRegion: [Name: Int] = [:]

  package init(_ header: Trace.Header) {
    for member in header.fields { set(member.name, to: member.value) }
    for region in header.phase { move(region.region, to: region.state.text) }
  }

  /// Accepts paths in rows, such as `items[3].total`.
  package func value(of field: Name) -> Value? {
    if let index = indexOfField[field] { return fields[index].value }
    guard let path = PathInRow(field.text), let index = indexOfField[Name(path.list)] else { return nil }
    return fields[index].value.part(at: path.steps)
  }

  /// Nil if unknown. The states of rows are stored in their lists.
  package func state(of region: Name) -> String? {
    if let index = indexOfRegion[region] { return phase[index].state.text }
    guard case .enumeration(let state, _)? = value(of: region) else { return nil }
    return state
  }

  package mutating func apply(_ turn: Turn) {
    for effect in turn.effects { apply(effect) }
  }

  mutating func apply(_ effect: Effect) {
    switch effect {
    // A row that left its list is not part of the state.
    case .set(let name, _, _) where name.text.isDetached: break
    case .moved(let name, _, _) where name.text.isDetached: break
    case .set(let field, _, let new): set(field, to: new)
    case .moved(let region, _, let to): move(region, to: to)
    default: break
    }
  }

  private mutating func set(_ field: Name, to value: Value) {
    if let index = indexOfField[field] {
      fields[index].value = value
    } else if let path = PathInRow(field.text) {
      guard let index = indexOfField[Name(path.list)] else { return }
      fields[index].value = fields[index].value.setting(value, at: path.steps)
    } else {
      indexOfField[field] = fields.count
      fields.append(Member(field, value))
    }
  }

  private mutating func move(_ region: Name, to state: String) {
    if let index = indexOfRegion[region] {
      phase[index].state = Name(state)
    } else if PathInRow(region.text) != nil {
      set(region, to: .enumeration(state, []))
    } else {
      indexOfRegion[region] = phase.count
      phase.append(RegionState(region, Name(state)))
    }
  }
}

struct FoldedTurn {
  fileprivate(set) var changes = Chains()
  fileprivate(set) var moves = Chains()

  /// The successive values of fields or regions, as lists in order of first appearance.
  struct Chains {
    private(set) var members: [Member] = []
    private var indexes: [Name: Int] = [:]

    fileprivate mutating func append(_ value: Value, to name: Name) {
      if let index = indexes[name], case .list(let earlier) = members[index].value {
        members[index].value = .list(earlier + [value])
      } else {
        indexes[name] = members.count
        members.append(Member(name, .list([value])))
      }
    }

    fileprivate func last(of name: Name) -> Value? {
      guard let index = indexes[name], case .list(let values) = members[index].value else { return nil }
      return values.last
    }
  }
}

extension TraceState {
  /// Returns the values for the turn's line. An unknown field starts with its old value.
  ///
  /// A line has one entry for each field, so a reader may apply a row's change after its list was replaced. Each
  /// entry therefore ends with the final value, and the reader gets the same state.
  mutating func fold(_ turn: Turn) -> FoldedTurn {
    var folded = FoldedTurn()
    for effect in turn.effects {
      switch effect {
      case .set(let field, let old, let new): fold(field, old, new, &folded.changes)
      case .moved(let region, _, let to): folded.moves.append(.string(to), to: region)
      default: continue
      }
      apply(effect)
    }
    for member in folded.changes.members {
      guard let value = value(of: member.name), folded.changes.last(of: member.name) != value else { continue }
      folded.changes.append(value, to: member.name)
    }
    for member in folded.moves.members {
      guard let state = state(of: member.name), folded.moves.last(of: member.name) != .string(state) else { continue }
      folded.moves.append(.string(state), to: member.name)
    }
    return folded
  }

  private func fold(_ field: Name, _ old: Value, _ new: Value, _ changes: inout FoldedTurn.Chains) {
    let current = value(of: field)
    // A part of a row that its list does not show has no old value to record.
    if current == nil, field.text.isDetached || PathInRow(field.text) != nil, old == new { return }
    guard let known = changes.last(of: field) ?? current else {
      if old != new { changes.append(old, to: field) }
      return changes.append(new, to: field)
    }
    if old != known { changes.append(old, to: field) }
    if new != old { changes.append(new, to: field) }
  }
}
