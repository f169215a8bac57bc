import Statecharts

/// The fields and regions of a machine at one point of a trace, folded from its beginning.
public struct TraceState: Sendable {
  /// Fields in order of their first appearance.
  public private(set) var fields: [Member]
  /// Regions in order of their first appearance.
  public private(set) var phase: [RegionState]
  private var indexOfField: [ExactString: Int] = [:]
  private var indexOfRegion: [ExactString: Int] = [:]

  public init(_ header: Trace.Header) {
    fields = []
    phase = []
    for member in header.fields { set(member.name, to: member.value) }
    for region in header.phase { move(region.region, to: region.state) }
  }

  /// The value of a field; nil for one that has not appeared.
  public func value(of field: String) -> Value? {
    guard let index = indexOfField[ExactString(field)] else { return nil }
    return fields[index].value
  }

  /// The state of a region; nil for one that has not appeared.
  public func state(of region: String) -> String? {
    indexOfRegion[ExactString(region)].map { phase[$0].state }
  }

  /// Applies the assignments and moves of a turn; linear in its effects.
  public mutating func apply(_ turn: Turn) {
    for effect in turn.effects { apply(effect) }
  }

  mutating func apply(_ effect: Effect) {
    switch effect {
    case .set(let field, _, let new): set(field, to: new)
    case .moved(let region, _, let to): move(region, to: to)
    default: break
    }
  }

  private mutating func set(_ field: String, to value: Value) {
    let key = ExactString(field)
    if let index = indexOfField[key] {
      fields[index].value = value
    } else {
      indexOfField[key] = fields.count
      fields.append(Member(field, value))
    }
  }

  private mutating func move(_ region: String, to state: String) {
    let key = ExactString(region)
    if let index = indexOfRegion[key] {
      phase[index].state = state
    } else {
      indexOfRegion[key] = phase.count
      phase.append(RegionState(region, state))
    }
  }
}
