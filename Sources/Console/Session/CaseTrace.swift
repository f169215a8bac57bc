import Statecharts
import Traces
import ViewModels

/// Builds a case's trace, and checks that folding it gives the live state.
///
/// The header has the root's initial values only. For later instances, the first turn about them gets theirs.
struct CaseTrace {
  /// The state after the opening.
  let header: Trace.Header
  private let machine: Machine
  private var check: TraceCheck
  private var found: [TraceMismatch] = []
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

  /// Returns the turns with the initial values of new instances.
  mutating func add(_ turns: [Turn], _ snapshot: Snapshot) -> [Turn] {
    addOpening(told(turns, snapshot))
  }

  /// The header already contains the opening's result.
  mutating func addOpening(_ turns: [Turn]) -> [Turn] {
    found += turns.flatMap { check.add($0) }
    return turns
  }

  /// The mismatches between the folded trace and the machine; without any, the trace is reliable.
  func end(at time: Int, _ snapshot: Snapshot) -> (end: Trace.End, mismatches: [TraceMismatch]) {
    let end = Trace.End(phase: machine.phase(of: snapshot), time: time)
    let fields = machine.fields(of: snapshot).filter { !$0.isInternal && !$0.isSilent }
    let mismatches = check.mismatches(finalFields: fields.map { Member($0.path, $0.value) }) { path in
      machine.isElsewhere(path, in: snapshot)
    }
    return (end, found + check.mismatches(end) + mismatches)
  }

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
    // A turn that enters the region already has its state.
    guard !initial.isEmpty, let place = first?.turn ?? turns.birthPlace(of: region.text) else { return }
    turns[place].effects.insert(.moved(region: region, from: "", to: initial), at: 0)
  }
}

extension Machine {
  fileprivate func phase(of snapshot: Snapshot) -> [RegionState] {
    regions(of: snapshot).map { RegionState($0.region, Name($0.state)) }
  }

  fileprivate func told(below path: String, of snapshot: Snapshot) -> [FieldState] {
    fields(of: snapshot, below: path).filter { !$0.isInternal && !$0.isSilent }
  }
}

extension [Turn] {
  fileprivate func place<Found>(_ find: (Effect) -> Found?) -> (turn: Int, found: Found)? {
    for (index, turn) in enumerated() {
      for effect in turn.effects { if let found = find(effect) { return (index, found) } }
    }
    return nil
  }

  /// The first turn about the path's instance, or the last turn.
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
  /// Whether the effect belongs to the path's instance or pushes its page.
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
