import Statecharts
import ViewModels

/// The field or region of a `blame`; it follows a row through its list.
struct BlamedPath {
  /// The names of the subject and its sources, relative to the view model.
  private let names: [String]
  /// Whether it may change without an effect.
  private let isComputed: Bool
  /// Nil outside rows.
  private let row: InstanceID?
  private let front: String
  private let machine: Machine
  /// Nil while the row is in no list.
  private var state: State?
  /// Whether the last turns inserted the row; earlier lines are about another one.
  private(set) var isNew = false

  private struct State {
    let front: String
    let value: Value?
  }

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

  func told(opening turns: [Turn]) -> [Turn] {
    guard var front = state?.front else { return [] }
    return turns.compactMap { told($0, &front, to: front) }
  }

  /// The turns that changed it, reduced to relevant effects.
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
      // A removed row is called 'detached items[#3238]'.
      guard path.utf8.contains(UInt8(ascii: "[")), !path.utf8.contains(UInt8(ascii: " ")) else { return nil }
      front = path + "."
    }
    return State(front: front, value: isComputed ? machine.field(at: front + names[0], of: snapshot)?.value : nil)
  }

  /// Nil if the subject did not change.
  ///
  /// - Parameters:
  ///   - front: The prefix before the turn; updated to the one after it.
  ///   - last: The prefix after the list changed.
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

  /// For a computed field without declared sources: the last turn that set a field beside it.
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

  fileprivate func changes(_ path: String) -> Bool {
    switch self {
    case .set(let field, _, _): field == path
    case .moved(let region, _, _): RegionTitle.isTitle(region, of: Name(path))
    default: false
    }
  }
}

extension String {
  /// For example `items` of `items[3].`.
  fileprivate var listOfRow: String {
    utf8.lastIndex(of: UInt8(ascii: "[")).map { String(self[..<$0]) } ?? self
  }
}
