import Turns

/// The fields and regions of a machine at one point of a trace, folded from its beginning.
package struct TraceState: Sendable {
  /// Fields in order of their first appearance.
  package private(set) var fields: [Member]
  /// Regions in order of their first appearance.
  package private(set) var phase: [RegionState]
  private var indexOfField: [Name: Int] = [:]
  private var indexOfRegion: [Name: Int] = [:]

  package init(_ header: Trace.Header) {
    fields = []
    phase = []
    for member in header.fields { set(member.name, to: member.value) }
    for region in header.phase { move(region.region, to: region.state.text) }
  }

  /// The value of a field, be it a row's: `items[3].total`; nil for one that has not appeared.
  package func value(of field: Name) -> Value? {
    if let index = indexOfField[field] { return fields[index].value }
    guard let path = PathInRow(field.text), let index = indexOfField[Name(path.list)] else { return nil }
    return fields[index].value.part(at: path.steps)
  }

  /// The state of a region; nil for one that has not appeared. Those of rows stand in their lists.
  package func state(of region: Name) -> String? {
    if let index = indexOfRegion[region] { return phase[index].state.text }
    guard case .enumeration(let state, _)? = value(of: region) else { return nil }
    return state
  }

  /// Applies the assignments and moves of a turn; linear in its effects.
  package mutating func apply(_ turn: Turn) {
    for effect in turn.effects { apply(effect) }
  }

  mutating func apply(_ effect: Effect) {
    switch effect {
    // What left its list is no part of the state any more.
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
