import Statecharts
import Traces
import ViewModels

/// The trace of a case, told as its turns come, in the memory of the machine's state.
///
/// What an instance begins with is told of the root alone; of every other one that comes into being, the turn that first
/// speaks of it says it here. So folding the trace gives the live state, which is checked on the way.
struct CaseTrace {
  /// It holds the state after the opening.
  let header: Trace.Header
  private let machine: Machine
  private var check: TraceCheck
  private var found: [TraceMismatch] = []
  /// The paths of the instances that there are.
  private var known: Set<[UInt8]>

  init(_ machine: Machine, title: String, seed: UInt64? = nil, from start: Snapshot) {
    self.machine = machine
    known = Set(machine.paths(of: start).map { Array($0.utf8) })
    header = Trace.Header(
      machine: machine.title, definition: machine.definitionHash, title: title, phase: machine.phase(of: start),
      fields: machine.fields(of: start).filter { !$0.isInternal }.map { Member($0.path, $0.value) },
      seed: seed, shown: machine.shownFields, keys: machine.rowKeys)
    check = TraceCheck(header)
  }

  /// Takes turns and the state behind them.
  ///
  /// - Returns: The turns, with what is new after them.
  mutating func add(_ turns: [Turn], _ snapshot: Snapshot) -> [Turn] {
    addOpening(told(turns, snapshot))
  }

  /// Takes what happened before the first command, whose end the header holds: nothing is new after it.
  mutating func addOpening(_ turns: [Turn]) -> [Turn] {
    found += turns.flatMap { check.add($0) }
    return turns
  }

  /// The end, and where folding what was told does not give what the machine is: nowhere, or the trace is not to be trusted.
  func end(at time: Int, _ snapshot: Snapshot) -> (end: Trace.End, mismatches: [TraceMismatch]) {
    let end = Trace.End(phase: machine.phase(of: snapshot), time: time)
    let fields = machine.fields(of: snapshot).filter { !$0.isInternal && !$0.isSilent }
    let mismatches = check.mismatches(finalFields: fields.map { Member($0.path, $0.value) }) { path in
      machine.isElsewhere(path, in: snapshot)
    }
    return (end, found + check.mismatches(end) + mismatches)
  }

  /// The turns with what is new after them.
  private mutating func told(_ turns: [Turn], _ snapshot: Snapshot) -> [Turn] {
    let paths = machine.paths(of: snapshot)
    var turns = turns
    for path in paths where !known.contains(Array(path.utf8)) {
      for field in machine.told(below: path, of: snapshot) { tellFirst(field, in: &turns) }
      for (region, state) in machine.regions(of: snapshot, at: path) { tellFirst(region, state, in: &turns) }
    }
    known = Set(paths.map { Array($0.utf8) })
    return turns
  }

  // MARK: What is new

  private func tellFirst(_ field: FieldState, in turns: inout [Turn]) {
    let first = turns.place { effect in
      if case .set(let path, let old, _) = effect, path == field.path { old } else { nil }
    }
    let initial = first?.found ?? field.value
    guard let place = first?.turn ?? turns.birthPlace(of: field.path.text) else { return }
    let before = check.value(of: field.path.text) ?? initial
    turns[place].effects.insert(.set(field: field.path, old: before, new: initial), at: 0)
  }

  private func tellFirst(_ region: Name, _ state: String, in turns: inout [Turn]) {
    let first = turns.place { effect in
      if case .moved(let path, let from, _) = effect, path == region { from } else { nil }
    }
    let initial = first?.found ?? state
    // Where it was entered in a turn, that has said so.
    guard !initial.isEmpty, let place = first?.turn ?? turns.birthPlace(of: region.text) else { return }
    turns[place].effects.insert(.moved(region: region, from: "", to: initial), at: 0)
  }
}

extension Machine {
  fileprivate func phase(of snapshot: Snapshot) -> [RegionState] {
    regions(of: snapshot).map { RegionState($0.region, Name($0.state)) }
  }

  /// The fields of an instance that traces tell of.
  fileprivate func told(below path: String, of snapshot: Snapshot) -> [FieldState] {
    fields(of: snapshot, below: path).filter { !$0.isInternal && !$0.isSilent }
  }
}

extension [Turn] {
  /// Returns the first turn with an effect that the body finds something in, and what.
  fileprivate func place<Found>(_ find: (Effect) -> Found?) -> (turn: Int, found: Found)? {
    for (index, turn) in enumerated() {
      for effect in turn.effects { if let found = find(effect) { return (index, found) } }
    }
    return nil
  }

  /// Returns the turn that first speaks of the instance that a path begins with, or else the last one.
  fileprivate func birthPlace(of path: String) -> Int? {
    var beginnings: [[UInt8]] = []
    for (offset, byte) in path.utf8.enumerated() where byte == UInt8(ascii: ".") {
      beginnings.append([UInt8](path.utf8.prefix(offset)))
    }
    let named = place { effect in
      beginnings.contains { effect.speaks(of: $0) } ? true : nil
    }
    return named?.turn ?? indices.last
  }
}

extension Effect {
  /// Whether it is of an instance whose path this is, or pushes its page.
  fileprivate func speaks(of path: [UInt8]) -> Bool {
    switch self {
    case .pushed(let page): page.utf8.elementsEqual(path)
    case .set(let name, _, _), .moved(let name, _, _), .output(let name, _):
      name.utf8.count > path.count && name.utf8.starts(with: path)
        && name.utf8.dropFirst(path.count).first == UInt8(ascii: ".")
    default: false
    }
  }
}
