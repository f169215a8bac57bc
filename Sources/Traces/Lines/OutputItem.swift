import Turns

/// The content of one output line before folding and printing.
struct OutputItem {
  enum Content {
    case fields(FieldChain)
    case rows(RowFold)
    case states(RegionChain)
    case effect(Effect)
  }

  var time: Int
  var content: Content

  /// The effects in order; those of one field or region are joined at the first of them. Omits a typed reply, because
  /// the command shows it.
  static func items(of turn: Turn) -> [OutputItem] {
    var gatherer = Gatherer(time: turn.time, for: turn.effects.count)
    for effect in turn.effects where !isSaidByCommand(effect, of: turn.cause) { gatherer.add(effect) }
    return gatherer.items
  }

  private static func isSaidByCommand(_ effect: Effect, of cause: Cause) -> Bool {
    guard case .replied = effect, cause.source == .user else { return false }
    return cause.event == "reply"
  }
}

private struct Gatherer {
  /// Up to this number a linear search is used, above it tables.
  private static let few = 8
  /// Stands for a chain that is changed in place.
  private static let taken = OutputItem.Content.states(RegionChain("", from: "", to: ""))

  let time: Int
  private(set) var items: [OutputItem] = []
  private var indexOfField: [Name: Int] = [:]
  private var indexOfRegion: [Name: Int] = [:]

  init(time: Int, for count: Int) {
    self.time = time
    items.reserveCapacity(count)
  }

  mutating func add(_ effect: Effect) {
    switch effect {
    case .set(let field, let old, let new): addAssignment(of: field.text, old, new)
    case .moved(let region, let from, let to): addMove(of: region.text, from, to)
    default: append(.effect(effect))
    }
  }

  private mutating func addAssignment(of field: String, _ old: Value, _ new: Value) {
    if let index = index(ofField: field), case .fields(var chain) = items[index].content {
      items[index].content = Self.taken
      chain.add([old, new])
      items[index].content = .fields(chain)
    } else if old != new {
      append(.fields(FieldChain(field, old: old, new: new)))
    }
  }

  private mutating func addMove(of region: String, _ from: String, _ to: String) {
    if let index = index(ofRegion: region), case .states(var chain) = items[index].content {
      items[index].content = Self.taken
      let isAdded = chain.add(from: from, to: to)
      items[index].content = .states(chain)
      if isAdded { return }
    }
    append(.states(RegionChain(region, from: from, to: to)))
  }

  private mutating func append(_ content: OutputItem.Content) {
    items.append(OutputItem(time: time, content: content))
    if items.count == Self.few { for index in items.indices { note(index) } }
    if items.count > Self.few { note(items.count - 1) }
  }

  private mutating func note(_ index: Int) {
    if let field = items[index].content.field { indexOfField[Name(field)] = index }
    if let region = items[index].content.region { indexOfRegion[Name(region)] = index }
  }

  private func index(ofField name: String) -> Int? {
    guard items.count < Self.few else { return indexOfField[Name(name)] }
    return items.lastIndex { $0.content.field.map { Name($0) == name } ?? false }
  }

  private func index(ofRegion name: String) -> Int? {
    guard items.count < Self.few else { return indexOfRegion[Name(name)] }
    return items.lastIndex { $0.content.region.map { Name($0) == name } ?? false }
  }
}

extension OutputItem.Content {
  fileprivate var field: String? { if case .fields(let chain) = self { chain.field } else { nil } }
  fileprivate var region: String? { if case .states(let chain) = self { chain.region } else { nil } }
}
