import Traces
import ViewModels

/// Builds a case's trace, and checks that folding it gives the live state.
///
/// The header has the root's initial values only. For later instances, the first turn about them gets theirs.
package struct CaseTrace {
  /// The state after the opening.
  package let header: Trace.Header
  private let machine: Machine
  private var check: TraceCheck
  private var found: [TraceMismatch] = []
  private var newcomers: Newcomers

  package init(_ machine: Machine, title: String, seed: UInt64? = nil, from start: Snapshot) {
    self.machine = machine
    newcomers = Newcomers(machine, at: start)
    header = Trace.Header(machine, title: title, seed: seed, at: start)
    check = TraceCheck(header)
  }

  /// Returns the turns with the initial values of new instances.
  package mutating func add(_ turns: [Turn], _ snapshot: Snapshot) -> [Turn] {
    let check = check
    return addOpening(newcomers.told(in: turns, snapshot) { check.value(of: $0) })
  }

  /// The header already contains the opening's result.
  package mutating func addOpening(_ turns: [Turn]) -> [Turn] {
    found += turns.flatMap { check.add($0) }
    return turns
  }

  /// The mismatches between the folded trace and the machine; without any, the trace is reliable.
  package func end(at time: Int, _ snapshot: Snapshot) -> (end: Trace.End, mismatches: [TraceMismatch]) {
    let end = Trace.End(phase: machine.phase(of: snapshot), time: time)
    let fields = machine.fields(of: snapshot).filter { !$0.isInternal && !$0.isSilent }
    let mismatches = check.mismatches(finalFields: fields.map { Member($0.path, $0.value) }) { path in
      machine.isElsewhere(path, in: snapshot)
    }
    return (end, found + check.mismatches(end) + mismatches)
  }
}

extension Trace.Header {
  package init(_ machine: Machine, title: String, seed: UInt64?, at start: Snapshot) {
    self.init(
      machine: machine.title, definition: machine.definitionHash, title: title, phase: machine.phase(of: start),
      fields: machine.fields(of: start).filter { !$0.isInternal }.map { Member($0.path, $0.value) },
      seed: seed, shown: machine.shownFields, keys: machine.rowKeys)
  }
}

/// The instances outside rows that a trace does not know yet.
package struct Newcomers {
  private let machine: Machine
  private var known: Set<[UInt8]>

  package init(_ machine: Machine, at start: Snapshot) {
    self.machine = machine
    known = Set(machine.paths(of: start).map { Array($0.utf8) })
  }

  /// Returns the turns with the initial values of new instances.
  ///
  /// - Parameter value: What the trace holds of a field before the turns.
  package mutating func told(
    in turns: [Turn], _ snapshot: Snapshot, before value: (_ field: String) -> Value?
  ) -> [Turn] {
    let paths = machine.paths(of: snapshot)
    var turns = turns
    for path in paths where !known.contains(Array(path.utf8)) {
      for field in machine.fields(of: snapshot, below: path) where !field.isInternal && !field.isSilent {
        tellFirst(field, in: &turns, value)
      }
      for (region, state) in machine.regions(of: snapshot, at: path) { tellFirst(region, state, in: &turns) }
    }
    known = Set(paths.map { Array($0.utf8) })
    return turns
  }

  private func tellFirst(_ field: FieldState, in turns: inout [Turn], _ value: (String) -> Value?) {
    let first = turns.place { effect in
      if case .set(let path, let old, _) = effect, path == field.path { old } else { nil }
    }
    let initial = first?.found ?? field.value
    guard let place = first?.turn ?? turns.birthPlace(of: field.path.text) else { return }
    let before = value(field.path.text) ?? initial
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
  package func phase(of snapshot: Snapshot) -> [RegionState] {
    regions(of: snapshot).map { RegionState($0.region, Name($0.state)) }
  }

  /// The samples, with secrets unwrapped.
  package var sampleEntries: [NamedValues.Entry] {
    samples.map { NamedValues.Entry($0.name.text, of: $0.owner.text, $0.value.revealed) }
  }
}

extension Turn {
  /// The turn without state changes, which the header contains; nil if nothing else remains.
  package var withoutInitialState: Turn? {
    var turn = self
    turn.effects = effects.filter { effect in
      switch effect {
      case .set, .moved: false
      default: true
      }
    }
    return turn.effects.isEmpty ? nil : turn
  }

  /// The turn of a machine that was opened again, on the clock of the first opening.
  package func delayed(by milliseconds: Int) -> Turn {
    var turn = self
    turn.time = time.addingReportingOverflow(milliseconds).partialValue
    return turn
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
    let named = firstIndex { $0.effects.contains { effect in beginnings.contains { effect.speaks(of: $0) } } }
    return named ?? indices.last
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
