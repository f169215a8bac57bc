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
    for region in header.phase { move(region.region, to: region.state) }
  }

  /// The value of a field, be it a row's: `items[3].total`; nil for one that has not appeared.
  package func value(of field: String) -> Value? {
    if let index = indexOfField[Name(field)] { return fields[index].value }
    guard let path = PathInRow(field), let index = indexOfField[Name(path.list)] else { return nil }
    return fields[index].value.part(at: path.steps)
  }

  /// The state of a region; nil for one that has not appeared. Those of rows stand in their lists.
  package func state(of region: String) -> String? {
    if let index = indexOfRegion[Name(region)] { return phase[index].state }
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
    case .set(let name, _, _) where name.isDetached: break
    case .moved(let name, _, _) where name.isDetached: break
    case .set(let field, _, let new): set(field, to: new)
    case .moved(let region, _, let to): move(region, to: to)
    default: break
    }
  }

  private mutating func set(_ field: String, to value: Value) {
    let key = Name(field)
    if let index = indexOfField[key] {
      fields[index].value = value
    } else if let path = PathInRow(field) {
      guard let index = indexOfField[Name(path.list)] else { return }
      fields[index].value = fields[index].value.setting(value, at: path.steps)
    } else {
      indexOfField[key] = fields.count
      fields.append(Member(field, value))
    }
  }

  private mutating func move(_ region: String, to state: String) {
    let key = Name(region)
    if let index = indexOfRegion[key] {
      phase[index].state = state
    } else if PathInRow(region) != nil {
      set(region, to: .enumeration(state, []))
    } else {
      indexOfRegion[key] = phase.count
      phase.append(RegionState(region, state))
    }
  }
}
