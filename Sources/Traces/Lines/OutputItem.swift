import Statecharts

/// What becomes one output line, before it is folded and printed.
struct OutputItem {
  enum Content {
    case fields(FieldChain)
    case rows(RowFold)
    case states(RegionChain)
    case effect(Effect)
  }

  /// Virtual milliseconds since the machine was opened.
  var time: Int
  var content: Content

  /// What a turn prints: a typed reply is left out, since the command's line says it.
  static func items(of turn: Turn) -> [OutputItem] {
    gathered(turn.effects.filter { !isSaidByCommand($0, of: turn.cause) }, at: turn.time)
  }

  /// Effects in order, those of one field and of one region gathered where the first of them stood.
  static func gathered(_ effects: [Effect], at time: Int) -> [OutputItem] {
    var gatherer = Gatherer(time: time)
    for effect in effects { gatherer.add(effect) }
    return gatherer.items
  }

  private static func isSaidByCommand(_ effect: Effect, of cause: Cause) -> Bool {
    guard case .replied = effect, cause.source == .user else { return false }
    return cause.event == "reply"
  }
}

private struct Gatherer {
  let time: Int
  var items: [OutputItem] = []
  private var indexOfField: [ExactString: Int] = [:]
  private var indexOfRegion: [ExactString: Int] = [:]

  init(time: Int) {
    self.time = time
  }

  mutating func add(_ effect: Effect) {
    switch effect {
    case .set(let field, let old, let new): addAssignment(of: field, old, new)
    case .moved(let region, let from, let to): addMove(of: region, from, to)
    default: items.append(OutputItem(time: time, content: .effect(effect)))
    }
  }

  private mutating func addAssignment(of field: String, _ old: Value, _ new: Value) {
    let key = ExactString(field)
    if let index = indexOfField[key], case .fields(var chain) = items[index].content {
      chain.add(old: old, new: new)
      items[index].content = .fields(chain)
    } else if old != new {
      indexOfField[key] = items.count
      items.append(OutputItem(time: time, content: .fields(FieldChain(field, old: old, new: new))))
    }
  }

  private mutating func addMove(of region: String, _ from: String, _ to: String) {
    let key = ExactString(region)
    if let index = indexOfRegion[key], case .states(var chain) = items[index].content, chain.add(from: from, to: to) {
      items[index].content = .states(chain)
      return
    }
    indexOfRegion[key] = items.count
    items.append(OutputItem(time: time, content: .states(RegionChain(region, from: from, to: to))))
  }
}
