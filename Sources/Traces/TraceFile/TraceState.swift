import Turns

/// The fields and regions at one point of a trace.
package struct TraceState: Sendable {
  /// In order of first appearance.
  package private(set) var fields: [Member]
  /// In order of first appearance.
  package private(set) var phase: [RegionState]
  private var indexOfField: [Name: Int] = [:]
  private var indexOfRegion: [Name: Int] = [:]

  package init(_ header: Trace.Header) {
    fields = []
    phase = []
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
    let key = field
    if let index = indexOfField[key] {
      fields[index].value = value
    } else if let path = PathInRow(field.text) {
      guard let index = indexOfField[Name(path.list)] else { return }
      fields[index].value = fields[index].value.setting(value, at: path.steps)
    } else {
      indexOfField[key] = fields.count
      fields.append(Member(field, value))
    }
  }

  private mutating func move(_ region: Name, to state: String) {
    let key = region
    if let index = indexOfRegion[key] {
      phase[index].state = Name(state)
    } else if PathInRow(region.text) != nil {
      set(region, to: .enumeration(state, []))
    } else {
      indexOfRegion[key] = phase.count
      phase.append(RegionState(region, Name(state)))
    }
  }
}

struct FoldedTurn {
  private(set) var changes: [Member] = []
  private(set) var moves: [Member] = []

  private var indexOfChange: [Name: Int] = [:]
  private var indexOfMove: [Name: Int] = [:]

  fileprivate mutating func change(_ field: Name, to value: Value) {
    append(value, to: field, &changes, &indexOfChange)
  }

  fileprivate mutating func move(_ region: Name, to state: String) {
    append(.string(state), to: region, &moves, &indexOfMove)
  }

  private func append(
    _ value: Value, to name: Name, _ members: inout [Member], _ indexes: inout [Name: Int]
  ) {
    let key = name
    if let index = indexes[key], case .list(let earlier) = members[index].value {
      members[index].value = .list(earlier + [value])
    } else {
      indexes[key] = members.count
      members.append(Member(name, .list([value])))
    }
  }

  fileprivate func last(ofChange field: Name) -> Value? {
    guard let index = indexOfChange[field], case .list(let values) = changes[index].value else {
      return nil
    }
    return values.last
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
      case .set(let field, let old, let new): fold(field, old, new, &folded)
      case .moved(let region, _, let to): folded.move(region, to: to)
      default: continue
      }
      apply(effect)
    }
    for member in folded.changes {
      guard let value = value(of: member.name), folded.last(ofChange: member.name) != value else { continue }
      folded.change(member.name, to: value)
    }
    for member in folded.moves {
      guard let state = state(of: member.name), case .list(let states) = member.value, states.last != .string(state)
      else { continue }
      folded.move(member.name, to: state)
    }
    return folded
  }

  private func fold(_ field: Name, _ old: Value, _ new: Value, _ folded: inout FoldedTurn) {
    let isUnknown = value(of: field) == nil
    let known = folded.last(ofChange: field) ?? value(of: field)
    // A part of a row that its list does not show has no old value to record.
    if isUnknown, field.text.isDetached || PathInRow(field.text) != nil, old == new { return }
    guard let known else {
      if old != new { folded.change(field, to: old) }
      return folded.change(field, to: new)
    }
    if old != known { folded.change(field, to: old) }
    if new != old { folded.change(field, to: new) }
  }
}
