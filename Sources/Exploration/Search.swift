import Statecharts
import ViewModels

/// Looks at every state that a machine can come to, the nearest first.
///
/// Two snapshots with one key have one future, so each key is followed once. The first script to a state is therefore a
/// shortest one, counted in driving commands. What is found depends on nothing but the machine and the options.
package struct Search: ~Copyable {
  /// What is asked between two states: whether to go on.
  package typealias Watch = (SearchReport) -> SearchBound?

  let machine: Machine
  let options: SearchOptions
  let finder: MoveFinder
  private let prepared: Snapshot
  var stepper: Stepper
  private var keys: KeyMaker
  /// Leaves nothing out.
  private var exactKeys: KeyMaker
  private var table = StateTable()
  /// Where time alone leads, by state; below 0 where it leads nowhere.
  private var later: [Int32] = []
  /// Every step, when promises are looked at or steps are kept.
  private(set) var graph: StateGraph?
  /// What the steps are called and what they break, when steps are kept.
  private(set) var log: StepLog?
  /// The states whose moves come next, and those that they lead to.
  private var level: [Open] = []
  private var next: [Open] = []
  /// The bytes of the snapshots that are still to be followed, each as great as the one that was measured last.
  private var held = 0
  private var measuredSize = 0
  /// What was taken, and by which steps, when that is measured.
  var measurement: Measurement?
  package internal(set) var report = SearchReport()

  /// A state whose moves are still to be made.
  struct Open {
    let index: Int
    let snapshot: Snapshot
    /// The bytes that it counts for.
    var size = 0
  }

  /// - Parameter start: Where the search begins; where the machine is opened without one. Scripts begin there too.
  package init(_ machine: Machine, _ options: SearchOptions, from start: Snapshot? = nil) {
    var options = options
    options.domain.work = options.ties ? .firstOfEachSource : options.races ? .first : .none
    self.machine = machine
    self.options = options
    finder = MoveFinder(machine, options.domain)
    measurement = options.measures ? Measurement(of: machine, options) : nil
    var (snapshot, turns) = start.map { ($0, []) } ?? machine.open()
    if start == nil { measurement?.add(machine.openMeasured().step) }
    stepper = Stepper(machine, from: snapshot)
    stepper.isTallying = options.measures
    for stimulus in options.preparation {
      let aim = machine.aim(of: stimulus, in: stepper.snapshot)
      let step = stepper.step(stimulus)
      if options.measures { measurement?.add(stepper.measured(aim, step)) }
      turns += step
    }
    snapshot = stepper.snapshot
    prepared = snapshot
    stepper.isRecording = options.measures
    keys = KeyMaker(machine.program, omitting: options.omitted.ports)
    exactKeys = KeyMaker(machine.program)
    report.omitted = options.omitted
    log = options.keepsSteps ? StepLog() : nil
    graph = options.promises.isEmpty && log == nil ? nil : StateGraph(options.promises)
    graph?.add(snapshot)
    table.add(keys.key(of: snapshot), from: 0, by: Drive(move: 0, isHeld: false))
    later.append(-1)
    let script = options.preparation.map { DrivenStimulus($0) }
    for finding in Finding.findings(in: turns) {
      log?.add(finding, at: 0)
      report.add(finding) { script }
    }
    if snapshot.fault == nil { level = [Open(index: 0, snapshot: snapshot)] }
    report.states = 1
    report.frontier = level.count
    judge(snapshot, at: 0)
  }

  /// Searches until everything was searched or a bound is reached.
  ///
  /// - Parameter watch: Asked before each state.
  package mutating func run(_ watch: Watch = { _ in nil }) {
    var depth = 0
    if isReached { return end(.reached) }
    while !level.isEmpty {
      if depth >= options.depth { return end(.depth(options.depth)) }
      for position in level.indices {
        report.frontier = level.count - position + next.count
        if let bound = watch(report) { return end(bound) }
        held -= level[position].size
        expand(level[position])
        if isReached { return end(.reached) }
        if table.count > options.states { return end(.states(options.states)) }
        if held + recordedSize > options.memory { return end(.memory(options.memory)) }
      }
      (level, next) = (next, [])
      depth += 1
      report.completeDepth = depth
      report.frontier = level.count
    }
    end(nil)
  }

  private mutating func end(_ bound: SearchBound?) {
    report.bound = bound
    findUnrest()
    checkPromises()
    if bound != nil { measureGrowth() }
  }

  /// The bytes of what was seen.
  private var recordedSize: Int { table.byteCount + (graph?.byteCount ?? 0) + (log?.byteCount ?? 0) }

  private var isReached: Bool {
    (measurement?.hasReachedGoals ?? false) || report.findings.contains { $0.kind == .reached }
  }

  /// One state of so many is measured, since that reads all that it holds.
  private static let statesOfMeasure = 16

  private mutating func size(of snapshot: Snapshot, at index: Int) -> Int {
    if index % Self.statesOfMeasure == 0 || measuredSize == 0 { measuredSize = snapshot.byteCount(machine.program) }
    return measuredSize
  }

  // MARK: One state

  private mutating func expand(_ state: Open) {
    stepper.snapshot = state.snapshot
    let moves = stepper.moves(finder)
    let isAtRest = !state.snapshot.isDue
    if moves.isEmpty, machine.isTrap(state.snapshot) { report(.trap, machine.page(of: state.snapshot), at: state) }
    let alert = machine.alert(of: state.snapshot)
    var hasExit = alert == nil
    for (place, move) in moves.enumerated() {
      if let wanted = options.wanted, wanted(move.stimulus) { report(.reached, "", at: state) }
      if !isAtRest, !options.races, !move.stimulus.isOfTime { continue }
      make(move, place, from: state, isAtRest: isAtRest)
      if !hasExit, case .dismiss = move.stimulus, let alert { hasExit = stepper.leaves(alert, machine, &exactKeys) }
    }
    let isTried = isAtRest || options.races
    if isTried { tryRefusals(at: state) }
    if !hasExit, isTried, let alert { report(.alert, alert.title, at: state) }
  }

  /// Makes a move, and looks at where it leads at once, where something can come between, and when all that is due has run.
  private mutating func make(_ move: Move, _ place: Int, from state: Open, isAtRest: Bool) {
    stepper.snapshot = state.snapshot
    if measurement != nil { forgetMeasures() }
    let before = stepper.brokenCount
    let turns = stepper.step(move, isHeld: true)
    if measurement != nil { measure(move.stimulus, turns, from: state) }
    let brokenByItself = stepper.brokenCount != before
    guard stepper.snapshot.isDue else {
      return look(at: move, Drive(move: place, isHeld: false), from: state, isBroken: brokenByItself)
    }
    let isSplit = options.lets(stepper.snapshot, waitBehind: move.stimulus, isAtRest: isAtRest)
    let between = isSplit ? stepper.snapshot : nil
    stepper.drain()
    if measurement != nil { measure(move.stimulus, stepper.takeTurns(), from: state) }
    look(
      at: move, Drive(move: place, isHeld: false), from: state, isBroken: stepper.brokenCount != before)
    guard let between else { return }
    let reached = stepper.snapshot
    stepper.snapshot = between
    look(at: move, Drive(move: place, isHeld: true), from: state, isBroken: brokenByItself)
    stepper.snapshot = reached
  }

  /// Takes in where a move led.
  private mutating func look(at move: Move, _ drive: Drive, from state: Open, isBroken: Bool) {
    report.steps += 1
    let key = keys.key(of: stepper.snapshot)
    let known = table.index(of: key)
    let index = known ?? add(key, from: state.index, by: drive)
    graph?.add(drive, from: state.index, to: index, time: stepper.snapshot.time - state.snapshot.time)
    log?.add(DrivenStimulus(move.stimulus, isHeld: drive.isHeld))
    if case .advance = move.stimulus, !drive.isHeld { later[state.index] = Int32(index) }
    if isBroken || stepper.snapshot.fault != nil { explain(move, drive, from: state) }
  }

  private mutating func add(_ key: Fingerprint, from parent: Int, by drive: Drive) -> Int {
    let index = table.add(key, from: parent, by: drive)
    later.append(-1)
    graph?.add(stepper.snapshot)
    report.states += 1
    if stepper.snapshot.fault == nil {
      let size = size(of: stepper.snapshot, at: index)
      next.append(Open(index: index, snapshot: stepper.snapshot, size: size))
      held += size
    }
    judge(stepper.snapshot, at: index)
    return index
  }

  // MARK: Findings

  /// Holds a new state to the laws that were given.
  private mutating func judge(_ snapshot: Snapshot, at state: Int) {
    for law in options.laws where law.holds(snapshot) == (law.kind == .goal) {
      take(Finding(kind: law.kind == .goal ? .reached : .broken, name: law.name, cause: ""), at: state)
    }
  }

  /// Makes a step again and takes in what its turns tell.
  private mutating func explain(_ move: Move, _ drive: Drive, from state: Open) {
    let reached = stepper.snapshot
    stepper.isRecording = true
    stepper.snapshot = state.snapshot
    let turns = stepper.step(move, isHeld: drive.isHeld)
    stepper.isRecording = options.measures
    stepper.snapshot = reached
    for finding in Finding.findings(in: turns) {
      take(finding, at: state.index, DrivenStimulus(move.stimulus, isHeld: drive.isHeld))
    }
  }

  private mutating func report(_ kind: Finding.Kind, _ name: String, at state: Open) {
    take(Finding(kind: kind, name: name, cause: machine.told(state.snapshot)), at: state.index)
  }

  /// Takes a finding in.
  private mutating func take(_ finding: Finding, at state: Int, _ last: DrivenStimulus? = nil) {
    if last == nil { log?.add(finding, at: state) } else { log?.addToStep(finding) }
    var report = SearchReport()
    swap(&report, &self.report)
    report.add(finding) { script(to: state).script + (last.map { [$0] } ?? []) }
    swap(&report, &self.report)
  }

  /// Returns the commands that lead to a state, and the state.
  func script(to state: Int) -> (script: [DrivenStimulus], snapshot: Snapshot) {
    run(table.drives(to: state))
  }

  /// Returns the commands of a way from the first state, as they are spelled on it.
  func script(of way: [Drive]) -> [DrivenStimulus] { run(way).script }

  private func run(_ way: [Drive]) -> (script: [DrivenStimulus], snapshot: Snapshot) {
    var stepper = Stepper(machine, from: prepared)
    stepper.isRecording = false
    let script = way.map { drive -> DrivenStimulus in
      let move = stepper.moves(finder)[drive.move]
      stepper.step(move, isHeld: drive.isHeld)
      return DrivenStimulus(move.stimulus, isHeld: drive.isHeld)
    }
    return (options.preparation.map { DrivenStimulus($0) } + script, stepper.snapshot)
  }

  /// Returns where the way to the state that was found last stands after each of so many equal pieces; nothing when the way
  /// is shorter.
  func snapshotsOnTheWay(pieces: Int) -> [Snapshot] {
    let drives = table.drives(to: table.count - 1)
    guard drives.count >= pieces else { return [] }
    let stops = (1...pieces).map { drives.count * $0 / pieces }
    var stepper = Stepper(machine, from: prepared)
    stepper.isRecording = false
    var result: [Snapshot] = []
    for (index, drive) in drives.enumerated() {
      stepper.step(stepper.moves(finder)[drive.move], isHeld: drive.isHeld)
      if stops.contains(index + 1) { result.append(stepper.snapshot) }
    }
    return result
  }

  // MARK: Rest

  /// Finds the circles in which time alone goes, each from the state of it that was found first.
  private mutating func findUnrest() {
    var firstSeen = [Int32](repeating: -1, count: later.count)
    for start in later.indices {
      var state = start
      while firstSeen[state] < 0, later[state] >= 0 {
        firstSeen[state] = Int32(start)
        state = Int(later[state])
      }
      if later[state] >= 0, firstSeen[state] == start { tellUnrest(from: state) }
    }
  }

  private mutating func tellUnrest(from state: Int) {
    var (first, length, other) = (state, 1, Int(later[state]))
    while other != state { (first, length, other) = (min(first, other), length + 1, Int(later[other])) }
    var (script, snapshot) = script(to: first)
    guard comesBack(snapshot, after: length) else { return }
    var causes: [String] = []
    for _ in 0..<length {
      for turn in machine.step(&snapshot, .advance(milliseconds: nil)) where turn.cause.source != .user {
        let name = "\(turn.cause.source.rawValue) \(turn.cause.event)"
        if !causes.contains(name) { causes.append(name) }
      }
    }
    let finding = Finding(kind: .unrest, name: causes.sorted().joined(separator: ", "), cause: "")
    log?.add(finding, at: first)
    report.add(finding) { script }
  }

  /// Whether time alone leads a state back to where it was in what its key leaves out, too.
  private mutating func comesBack(_ snapshot: Snapshot, after length: Int) -> Bool {
    if options.omitted.isEmpty { return true }
    var (snapshot, seen): (Snapshot, Set<Fingerprint>) = (snapshot, [])
    for _ in 0..<length * Self.mostRounds where snapshot.fault == nil && snapshot.nextDue != nil {
      guard seen.insert(exactKeys.key(of: snapshot)).inserted else { return true }
      _ = machine.step(&snapshot, .advance(milliseconds: nil))
    }
    return false
  }

  /// So many rounds may go by until it comes back.
  private static let mostRounds = 100
}
