import Statecharts
import Traces
import ViewModels

/// A field or region that a trace is about. That of a row is followed with its row, wherever the list has it.
struct BlamedPath {
  /// Its name at its view model, and those of the fields that it is computed from.
  private let names: [String]
  /// Whether it is a field that may change without a line in the trace.
  private let isComputed: Bool
  /// The view model that is followed; nil where the name alone is.
  private let row: InstanceID?
  /// What is in front of the name of what is in no row.
  private let front: String
  private let machine: Machine
  /// What it is before the turns that come next; nil while the row is in no list.
  private var state: State?
  /// Whether the row came into its list with the last turns: what was before is about another one.
  private(set) var isNew = false

  private struct State {
    /// What is in front of its name: `items[3].`
    let front: String
    /// Nil of what is not computed.
    let value: Value?
  }

  /// - Parameters:
  ///   - path: As it is called where the case is.
  ///   - sources: What it is computed from.
  init(_ path: String, from sources: FieldSources, of run: CaseRun) {
    machine = run.machine
    isComputed = sources.line != nil
    let place = run.snapshot.split(path, run.machine.program)
    let owner = place.map { run.snapshot.path(of: $0.instance, run.machine.program) } ?? ""
    row = owner.utf8.contains(UInt8(ascii: "[")) ? place?.instance : nil
    let front = String(Substring(path.utf8.dropLast(place?.name.utf8.count ?? path.utf8.count)))
    names = ([path] + sources.paths.texts).map { String(Substring($0.utf8.dropFirst(front.utf8.count))) }
    self.front = front
    state = reading(of: run.tree.start)
  }

  /// The turns of the opening that set it or moved it.
  func told(opening turns: [Turn]) -> [Turn] {
    guard var front = state?.front else { return [] }
    return turns.compactMap { told($0, &front, to: front) }
  }

  /// The turns that changed it, of those that led to a snapshot, as far as they are shown.
  mutating func told(_ turns: [Turn], to snapshot: Snapshot) -> [Turn] {
    let (old, new) = (state, reading(of: snapshot))
    state = new
    isNew = old == nil && new != nil
    guard let last = new ?? old else { return [] }
    var front = (old ?? last).front
    let told = turns.compactMap { self.told($0, &front, to: last.front) }
    guard told.isEmpty, let before = old?.value, let value = new?.value, before != value else { return told }
    return [turn(that: .set(field: Name(last.front + names[0]), old: before, new: value), of: turns, last.front)]
  }

  private func reading(of snapshot: Snapshot) -> State? {
    var front = front
    if let row {
      let path = snapshot.path(of: row, machine.program)
      // One that left its list is called 'detached items[#3238]'.
      guard path.utf8.contains(UInt8(ascii: "[")), !path.utf8.contains(UInt8(ascii: " ")) else { return nil }
      front = path + "."
    }
    return State(front: front, value: isComputed ? machine.field(at: front + names[0], of: snapshot)?.value : nil)
  }

  /// The turn with what it did to the subject, to what that is computed from, and to the chart; nil where the first is nothing.
  ///
  /// - Parameters:
  ///   - front: What is in front of the names before it, and then behind it.
  ///   - last: The same when its list was set.
  private func told(_ turn: Turn, _ front: inout String, to last: String) -> Turn? {
    var (told, isTold) = (turn, false)
    told.effects = turn.effects.filter { effect in
      if row != nil, effect.changes(last.listOfRow) {
        front = last
        isTold = isTold || isNew
        return isNew
      }
      let changed = names.firstIndex { effect.changes(front + $0) }
      isTold = isTold || changed == 0
      return changed != nil || effect.isMove
    }
    return isTold ? told : nil
  }

  /// The last turn that set a field of the view model, with what it set there: from that is computed what declares no source.
  private func turn(that change: Effect, of turns: [Turn], _ front: String) -> Turn {
    let isSource = { (effect: Effect) in
      guard case .set(let field, _, _) = effect, field.text.beginsWithBytes(of: front) else { return false }
      return !field.text.utf8.dropFirst(front.utf8.count).contains(UInt8(ascii: "."))
    }
    let last = turns.last { $0.effects.contains(where: isSource) } ?? turns.last
    var turn = last ?? Turn(time: 0, cause: .opening)
    turn.effects.removeAll { !$0.isMove && !isSource($0) }
    turn.effects.append(change)
    return turn
  }
}

extension Effect {
  fileprivate var isMove: Bool { if case .moved = self { true } else { false } }

  /// Whether it sets the field of a path, or moves the region of that name.
  fileprivate func changes(_ path: String) -> Bool {
    switch self {
    case .set(let field, _, _): field == path
    case .moved(let region, _, _): RegionTitle.isTitle(region, of: Name(path))
    default: false
    }
  }
}

extension String {
  /// `items` of `items[3].`; all of it where no row is named.
  fileprivate var listOfRow: String {
    utf8.lastIndex(of: UInt8(ascii: "[")).map { String(self[..<$0]) } ?? self
  }
}
