import Statecharts
import Traces
import ViewModels

/// Drives two machines side by side, the shortest scripts first, and finds what tells one from the other.
///
/// A state is a pair of snapshots. Each stimulus that one of the two can take is given to both by its name, and what the two
/// did is compared as behaviour. A difference that fails ends its branch, so what only follows from it is not searched; one
/// of time, order, text or logs alone does not. What a definition lacks altogether is told by `DefinitionDifference` and not compared
/// here.
package struct ProductSearch: ~Copyable {
  /// What is asked between two pairs: whether to go on.
  package typealias Watch = (ComparisonReport) -> SearchBound?

  private let options: ComparisonOptions
  private let drivers: Sides<Driver>
  private let scope: ComparisonScope
  private var table = StateTable()
  private var stimuli = StimulusTable()
  /// The pairs whose stimuli come next, and those that they lead to.
  private var level: [Open] = []
  private var next: [Open] = []
  package private(set) var report = ComparisonReport()

  /// A pair whose stimuli are still to be given.
  private struct Open {
    let index: Int
    let snapshots: Sides<Snapshot>
    /// What a held stimulus did, which is compared when what it made due has run.
    var held = Sides<[Turn]>(a: [], b: [])
    var isHeld: Bool { !held.a.isEmpty }
  }

  /// - Parameter start: Where both stand; when they are opened, if it is not given.
  package init(_ machines: Sides<Machine>, _ options: ComparisonOptions, from start: Sides<Snapshot>? = nil) {
    self.options = options
    drivers = machines.map { Driver($0, options.domain) }
    scope = ComparisonScope(machines)
    let snapshots = start ?? machines.map { $0.open().snapshot }
    report.opening = StepDifference(
      opening: Sides(a: machines.a.phase(of: snapshots.a), b: machines.b.phase(of: snapshots.b)),
      Sides(a: machines.a.shownFields(of: snapshots.a), b: machines.b.shownFields(of: snapshots.b)),
      in: scope
    ).flatMap(options.policy.applied)
    table.add(key(of: snapshots), from: 0, by: Drive(move: 0, isHeld: false))
    report.pairs = 1
    if snapshots.a.fault == nil, snapshots.b.fault == nil { level = [Open(index: 0, snapshots: snapshots)] }
    report.frontier = level.count
  }

  /// Searches until every pair was searched or a bound is reached.
  ///
  /// - Parameter watch: Asked before each pair.
  package mutating func run(_ watch: Watch = { _ in nil }) {
    while !level.isEmpty {
      if report.completeDepth >= options.depth { return report.bound = .depth(options.depth) }
      for position in level.indices {
        report.frontier = level.count - position + next.count
        if let bound = watch(report) { return report.bound = bound }
        expand(level[position])
        if table.count > options.pairs { return report.bound = .states(options.pairs) }
      }
      (level, next) = (next, [])
      report.completeDepth += 1
      report.frontier = level.count
    }
  }

  // MARK: One pair

  private mutating func expand(_ pair: Open) {
    for stimulus in offered(by: pair.snapshots) { give(stimulus, to: pair) }
    if pair.isHeld { return }
    let waits = Sides(a: pair.snapshots.a.untilDue, b: pair.snapshots.b.untilDue)
    if let first = [waits.a, waits.b].compactMap(\.self).min() { wait(first, or: waits, at: pair) }
  }

  /// What one of the two can take and the other at least knows, time aside.
  private func offered(by snapshots: Sides<Snapshot>) -> [Stimulus] {
    var known: Set<Stimulus> = []
    return DiffSide.allCases.flatMap { side in
      drivers[side].stimuli(at: snapshots[side]).filter { stimulus in
        known.insert(stimulus).inserted && !drivers[side.other].lacks(stimulus, at: snapshots[side.other])
      }
    }
  }

  private mutating func give(_ stimulus: Stimulus, to pair: Open) {
    let reached = step(stimulus, from: pair)
    take(stimulus, reached.snapshots, reached.difference, from: pair)
    if options.races, !pair.isHeld { hold(stimulus, at: pair) }
  }

  /// Lets the next command come between a turn and the work that it made due, at one of the two at least.
  private mutating func hold(_ stimulus: Stimulus, at pair: Open) {
    let a = drivers.a.step(stimulus, from: pair.snapshots.a, isHeld: true)
    let b = drivers.b.step(stimulus, from: pair.snapshots.b, isHeld: true)
    guard a.snapshot.untilDue == 0 || b.snapshot.untilDue == 0 else { return }
    let number = stimuli.number(of: stimulus)
    // What is still to be compared belongs to the pair, so each has its own.
    let way = Fingerprint(of: .list([.int(pair.index), .int(number)]))
    let index = table.add(way, from: pair.index, by: Drive(move: number, isHeld: true))
    report.pairs += 1
    next.append(
      Open(index: index, snapshots: Sides(a: a.snapshot, b: b.snapshot), held: Sides(a: a.turns, b: b.turns)))
  }

  /// Lets time pass to the next instant of either; where the two differ there and agree but for the time when each has come
  /// to its own, only time tells them apart.
  private mutating func wait(_ first: Int, or waits: Sides<Int?>, at pair: Open) {
    let stimulus = Stimulus.advance(milliseconds: first)
    let reached = step(stimulus, from: pair)
    if reached.difference != nil, waits.a != waits.b, waits.a != nil, waits.b != nil {
      let own = Stimulus.advance(milliseconds: nil)
      let later = step(own, from: pair)
      if later.difference?.isOnlyTiming ?? true {
        return take(own, later.snapshots, later.difference, from: pair)
      }
    }
    take(stimulus, reached.snapshots, reached.difference, from: pair)
  }

  private mutating func step(
    _ stimulus: Stimulus, from pair: Open
  ) -> (snapshots: Sides<Snapshot>, difference: StepDifference?) {
    report.steps += 1
    let a = drivers.a.step(stimulus, from: pair.snapshots.a)
    let b = drivers.b.step(stimulus, from: pair.snapshots.b)
    let turns = Sides(a: pair.held.a + a.turns, b: pair.held.b + b.turns)
    let difference = StepDifference(turns, in: scope).flatMap(options.policy.applied)
    return (Sides(a: a.snapshot, b: b.snapshot), difference)
  }

  /// Takes in where a stimulus led.
  private mutating func take(
    _ stimulus: Stimulus, _ snapshots: Sides<Snapshot>, _ difference: StepDifference?, from pair: Open
  ) {
    if let difference {
      if !report.count(difference) {
        report.add(difference, after: script(to: pair.index) + [DrivenStimulus(stimulus)])
      }
      if !difference.isSlight, !options.goesThrough, options.policy.fails(difference) { return }
    }
    let key = key(of: snapshots)
    guard table.index(of: key) == nil else { return }
    let index = table.add(key, from: pair.index, by: Drive(move: stimuli.number(of: stimulus), isHeld: false))
    report.pairs += 1
    if snapshots.a.fault == nil, snapshots.b.fault == nil { next.append(Open(index: index, snapshots: snapshots)) }
  }

  private func script(to pair: Int) -> [DrivenStimulus] {
    table.drives(to: pair).map { DrivenStimulus(stimuli[$0.move], isHeld: $0.isHeld) }
  }

  private func key(of snapshots: Sides<Snapshot>) -> Fingerprint {
    Fingerprint(drivers.a.key(of: snapshots.a), drivers.b.key(of: snapshots.b))
  }
}

/// One of the two machines, with a kernel that is kept.
private final class Driver {
  let machine: Machine
  private let finder: MoveFinder
  private var stepper: Stepper
  private var keys: KeyMaker

  init(_ machine: Machine, _ domain: MoveDomain) {
    self.machine = machine
    finder = MoveFinder(machine, domain)
    stepper = Stepper(machine, from: Snapshot())
    keys = KeyMaker(machine.program)
  }

  /// What the outside can do, time aside.
  func stimuli(at snapshot: Snapshot) -> [Stimulus] {
    stepper.snapshot = snapshot
    return stepper.moves(finder).map(\.stimulus).filter { if case .advance = $0 { false } else { true } }
  }

  /// Whether it has nothing of the name; of a field, whether it has none at the path now.
  func lacks(_ stimulus: Stimulus, at snapshot: Snapshot) -> Bool {
    if case .assign(let path, _) = stimulus { return machine.field(at: path, of: snapshot) == nil }
    return machine.lacks(stimulus)
  }

  func step(
    _ stimulus: Stimulus, from snapshot: Snapshot, isHeld: Bool = false
  ) -> (snapshot: Snapshot, turns: [Turn]) {
    stepper.snapshot = snapshot
    let turns = stepper.step(stimulus, isHeld: isHeld)
    return (stepper.snapshot, turns)
  }

  func key(of snapshot: Snapshot) -> Fingerprint { keys.key(of: snapshot) }
}

/// The stimuli of a search by number.
private struct StimulusTable {
  private var stimuli: [Stimulus] = []
  private var numbers: [Stimulus: Int] = [:]

  subscript(number: Int) -> Stimulus { stimuli[number] }

  mutating func number(of stimulus: Stimulus) -> Int {
    if let number = numbers[stimulus] { return number }
    numbers[stimulus] = stimuli.count
    stimuli.append(stimulus)
    return stimuli.count - 1
  }
}

extension Machine {
  fileprivate func phase(of snapshot: Snapshot) -> [RegionState] {
    regions(of: snapshot).map { RegionState($0.region, $0.state) }
  }

  fileprivate func shownFields(of snapshot: Snapshot) -> [Member] {
    fields(of: snapshot).filter { !$0.isInternal }.map { Member($0.path, $0.value) }
  }
}

extension Snapshot {
  /// Virtual milliseconds to the next work; nil when nothing waits.
  fileprivate var untilDue: Int? { nextDue.map { max(0, $0 - time) } }
}
