import Files
import Statecharts
import ViewModels

/// A breadth-first search over the states of a machine.
///
/// Snapshots with equal keys have equal futures, so each key is expanded once. The first script to a state has the
/// fewest driving commands. The result depends only on the machine and the options.
package struct Search: ~Copyable {
  /// Called between two states; a bound ends the search.
  package typealias Watch = (SearchReport) -> SearchBound?

  let machine: Machine
  let options: SearchOptions
  let finder: MoveFinder
  let prepared: Snapshot
  var expanders: [Expander]
  private var usesCopies: Bool
  private(set) var table = StateTable()
  /// The steps that only advance time.
  var timeSteps = TimeSteps()
  /// The causes of circles by first state, if a snapshot was kept when the circle closed.
  var circleCauses: [Int: [Cause]] = [:]
  /// Every step; nil without promises, recurrences and export.
  private(set) var graph: StateGraph?
  /// Of objects, whose histories may differ where keys do not.
  var repetitions = Repetitions()
  /// The commands and findings of steps; nil without export.
  var log: StepLog?
  private(set) var frontier = Frontier()
  /// Expansions that a bound cut off; freeing them would delay the end of the search.
  private var dropped: [[Expansion]] = []
  package internal(set) var report = SearchReport()
  /// What the steps, the opening and the preparation reached.
  private var reached: RunTally

  /// - Parameter start: The start of the search and its scripts; nil to open the machine.
  package init(_ machine: Machine, _ options: SearchOptions, from start: Snapshot? = nil) {
    var options = options
    options.domain.work = options.ties ? .firstOfEachSource : options.races ? .first : .none
    self.machine = machine
    self.options = options
    finder = MoveFinder(machine, options.domain)
    let beginning = Beginning(machine, options.preparation, from: start)
    let snapshot = beginning.snapshot
    prepared = snapshot
    reached = beginning.reached
    var measurement = options.measures ? Measurement(of: machine, options) : nil
    for step in beginning.steps { measurement?.add(step) }
    usesCopies = Self.canCopy(machine, options)
    // Each worker has its own tables, because reference counts on shared ones make threads wait for each other.
    let threads = options.measures || machine.runsObjects ? 1 : options.workers
    let machines = [machine] + (1..<threads).map { _ in machine.apart }
    expanders = machines.map { Expander($0, options, MoveFinder($0, options.domain), at: snapshot) }
    expanders[0].measurement = measurement
    log = options.keepsSteps ? StepLog() : nil
    if log != nil || !options.promises.isEmpty || !options.recurrences.isEmpty {
      graph = StateGraph(options.promises, options.recurrences)
    }
    graph?.add(snapshot)
    project(snapshot)
    table.add(expanders[0].key(of: snapshot), from: 0, by: Move.Number(0, isHeld: false))
    timeSteps.addState()
    if machine.runsObjects { repetitions.note(0, snapshot) }
    let script = options.preparation.map { DrivenStimulus($0) }
    for finding in beginning.findings {
      log?.add(finding, at: 0)
      report.add(finding) { script }
    }
    if snapshot.fault == nil { frontier.begin(with: snapshot) }
    report.states = 1
    report.frontier = frontier.count
    report.countsHistories = options.countsHistories && machine.runsObjects
    judge(snapshot, at: 0)
  }

  package mutating func run(_ watch: Watch = { _ in nil }) { end(follow(watch)) }

  private mutating func follow(_ watch: Watch) -> SearchBound? {
    if let bound = exceededBound { return bound }
    while !frontier.isEmpty {
      if report.completeDepth >= options.depth { return .depth(options.depth) }
      if let bound = followLevel(watch) { return bound }
      frontier.descend()
      report.completeDepth += 1
    }
    return nil
  }

  /// A large batch wastes more work at a bound; a small one starts threads too often. Two batches use at most a
  /// quarter of the memory.
  private var batchSize: Int {
    let states = usesCopies ? options.workers * Self.statesOfCopy : expanders.count * Self.statesOfWorker
    if expanders.count == 1, !usesCopies { return 1 }
    let stepsOfState = report.steps / max(1, report.states - frontier.count) + 1
    let sizeOfState = max(1, stepsOfState * frontier.snapshotSize)
    return max(1, min(states, options.memory / 8 / sizeOfState))
  }

  private static let statesOfWorker = 64
  /// A worker expands this many in a row, because neighbours share most of their data.
  private static let statesOfPiece = 8

  /// Expands the rest of the level in batches. While workers expand a batch, the first one adds the previous
  /// batch's results in order.
  private mutating func followLevel(_ watch: Watch) -> SearchBound? {
    var expansions: [[Expansion]] = []
    var count = 0
    var workers: [Expander] = []
    while true {
      var bound: SearchBound?
      let states = frontier.level.dropLast(count).suffix(batchSize).reversed() as [WaitingState]
      if usesCopies {
        let (known, soFar) = (expansions, report)
        let expanded = Self.expandInCopies(states, expanders[0], options, knowing: soFar) {
          bound = take(known.joined(), watch)
          return bound == nil
        }
        if let expanded { expansions = [expanded.expansions] }
        // What ends one copy may end all; this process knows what to do about it.
        if expanded?.isWhole == false { usesCopies = false }
      } else if expanders.count == 1 {
        bound = take(expansions.joined(), watch)
        if bound == nil { expansions = [states.map(expanders[0].expand)] }
      } else {
        let length = min(Self.statesOfPiece, max(1, states.count / expanders.count))
        let pieces = stride(from: 0, to: states.count, by: length).map {
          states[$0..<min($0 + length, states.count)]
        }
        swap(&workers, &expanders)
        let known = expansions
        expansions = mapSideBySide(pieces, &workers, first: { bound = take(known.joined(), watch) }) {
          $0.map($1.expand)
        }
        swap(&workers, &expanders)
      }
      if bound != nil { dropped = expansions }
      if bound != nil || states.isEmpty { return bound }
      count = states.count
    }
  }

  private mutating func take(_ expansions: some Sequence<Expansion>, _ watch: Watch) -> SearchBound? {
    for expansion in expansions {
      if let bound = watch(report) ?? options.interruption() { return bound }
      let state = frontier.leaveNext()
      take(expansion, from: state)
      frontier.release(state)
      report.frontier = frontier.count
      if let bound = exceededBound { return bound }
    }
    return nil
  }

  /// The bound that ends the search; never before the first step.
  private var exceededBound: SearchBound? {
    if isReached { return .reached }
    if table.count > options.states { return .states(options.states) }
    if report.steps >= options.steps { return .steps(options.steps) }
    return report.steps > 0 && frontier.byteCount + recordedSize > options.memory ? .memory(options.memory) : nil
  }

  /// Runs the checks that need all steps.
  private mutating func end(_ bound: SearchBound?) {
    report.bound = bound
    findUnrest()
    checkPromises()
    checkRecurrences()
    checkObjects()
    if bound != nil { measureGrowth() }
    if bound == nil, !report.unlooked.isEmpty { report.bound = options.interruption() }
    report.untried = Untried(finder, reached, promises: unbegunPromises)
  }

  private var recordedSize: Int {
    table.byteCount + timeSteps.byteCount + (graph?.byteCount ?? 0) + (log?.byteCount ?? 0)
  }

  private var isReached: Bool {
    (expanders.first?.measurement?.hasReachedGoals ?? false) || report.findings.contains { $0.kind == .reached }
  }

  // MARK: One state

  private mutating func take(_ expansion: Expansion, from state: WaitingState) {
    graph?.note(possible: expansion.possible, in: state.index)
    if let tally = expansion.reached { reached.formUnion(tally) }
    for part in expansion.parts {
      switch part {
      case .arrival(let arrival): take(arrival, from: state)
      case .finding(let finding): take(finding, at: state.index)
      }
    }
  }

  private mutating func take(_ arrival: Expansion.Arrival, from state: WaitingState) {
    report.steps += 1
    let known = table.index(of: arrival.key)
    var reached = known == nil ? arrival.snapshot : nil
    if known == nil, reached == nil, machine.runsObjects {
      reached = expanders[0].snapshot(of: arrival, from: state)
      guard reached != nil else { return take(.unrepeatable, at: state.index) }
    }
    let index = known ?? add(arrival, reached, from: state)
    if known != nil, machine.runsObjects {
      repetitions.add(Repetition(state: index, parent: state.index, number: arrival.number))
    }
    if let reached { judge(reached, at: index) }
    // A restart resets the clock.
    let time = arrival.last.stimulus == .restart ? 0 : arrival.time - state.time
    graph?.add(arrival.number, from: state.index, to: index, time: time)
    log?.add(arrival.last)
    if case .advance = arrival.last.stimulus, !arrival.last.isHeld,
      let circle = timeSteps.add(from: state.index, to: index)
    {
      // Later its causes must be remade by driving.
      circleCauses[circle.first] = causes(of: circle, through: snapshot(of: state))
    }
    for finding in arrival.findings { take(finding, at: state.index, arrival) }
  }

  /// - Precondition: The key is new, so there is a snapshot.
  private mutating func add(_ arrival: Expansion.Arrival, _ snapshot: Snapshot?, from parent: WaitingState) -> Int {
    guard let snapshot else {
      preconditionFailure("the first arrival with a key lacks its snapshot")
    }
    let index = table.add(arrival.key, from: parent.index, by: arrival.number)
    timeSteps.addState()
    graph?.add(snapshot)
    project(snapshot)
    if machine.runsObjects { repetitions.note(index, snapshot) }
    report.states += 1
    if snapshot.fault == nil {
      let room = options.memory / 2 - recordedSize
      frontier.add(index, snapshot, of: arrival, from: parent, machine.program, room: room)
    }
    return index
  }

  private mutating func project(_ snapshot: Snapshot) {
    if let projection = options.projection { log?.add(projection(snapshot)) }
  }

  // MARK: Findings

  private mutating func judge(_ snapshot: Snapshot, at state: Int) {
    for law in options.laws where law.holds(snapshot) == (law.kind == .goal) {
      take(Finding(kind: law.kind == .goal ? .reached : .broken, name: law.name, cause: ""), at: state)
    }
  }

  /// - Parameter arrival: The step that shows the finding; nil if the state does.
  private mutating func take(_ finding: Finding, at state: Int, _ arrival: Expansion.Arrival? = nil) {
    if arrival == nil { log?.add(finding, at: state) } else { log?.addToStep(finding) }
    var report = SearchReport()
    swap(&report, &self.report)
    report.add(finding) { way(to: state).map { $0.script + (arrival.map { [$0.last] } ?? []) } }
    swap(&report, &self.report)
  }
}

/// Paths to states. They are remade by driving, while time is left.
extension Search {
  /// The script to a state, and the state; nil when time is up.
  package func way(to state: Int) -> (script: [DrivenStimulus], snapshot: Snapshot)? {
    drive(table.moves(to: state))
  }

  func snapshot(of state: WaitingState) -> Snapshot {
    var stepper = Stepper(machine, from: prepared)
    var wayBack = WayBack()
    return wayBack.snapshot(of: state, by: &stepper, finder)
  }

  /// A path's commands with the names on it; nil when time is up.
  func script(of way: [Move.Number]) -> [DrivenStimulus]? { drive(way)?.script }

  private func drive(_ way: [Move.Number]) -> (script: [DrivenStimulus], snapshot: Snapshot)? {
    var script = options.preparation.map { DrivenStimulus($0) }
    let end = follow(way) { driven, _ in script.append(driven) }
    return end.map { (script, $0) }
  }

  /// Drives a path and visits each step; returns the last snapshot, nil when time is up or an object does not repeat.
  private func follow(_ way: [Move.Number], _ visit: (DrivenStimulus, borrowing Stepper) -> Void) -> Snapshot? {
    var stepper = Stepper(machine, from: prepared)
    stepper.isRecording = false
    for number in way {
      if options.isOver() { return nil }
      guard let driven = stepper.make(number, finder) else { return nil }
      visit(driven, stepper)
    }
    return stepper.snapshot
  }

  /// The snapshots after each of `pieces` equal parts of the path to the last state; empty if the path is too
  /// short, nil when time is up.
  func snapshotsOnTheWay(pieces: Int) -> [Snapshot]? {
    let numbers = table.moves(to: table.count - 1)
    guard numbers.count >= pieces else { return [] }
    let stops = (1...pieces).map { numbers.count * $0 / pieces }
    var (done, result): (Int, [Snapshot]) = (0, [])
    let end = follow(numbers) { _, stepper in
      done += 1
      if stops.contains(done) { result.append(stepper.snapshot) }
    }
    return end.map { _ in result }
  }
}

/// Endless runs of time steps.
extension Search {
  /// Adds each circle of time steps, except those of repeating timers.
  mutating func findUnrest() {
    for circle in timeSteps.circles {
      let noted = circleCauses[circle.first]
      let isKnown = noted.map { $0.areOfRepeatingTimers || report.place(of: .unrest($0)) != nil } ?? false
      if !isKnown, let way = way(to: circle.first), let causes = causes(of: circle, through: way.snapshot) {
        add(causes, of: circle, roundLength: circle.length) {
          way.script + Array(repeating: .nextInstant, count: circle.length)
        }
      } else if let noted {
        add(noted, of: circle) { nil }
      } else if !report.unlooked.contains(.circles) {
        report.unlooked.append(.circles)
      }
    }
  }

  private mutating func add(
    _ causes: [Cause], of circle: TimeSteps.Circle, roundLength: Int = 0, script: () -> [DrivenStimulus]?
  ) {
    guard !causes.isEmpty || !machine.runsObjects, !causes.areOfRepeatingTimers else { return }
    var finding = Finding.unrest(causes)
    log?.add(finding, at: circle.first)
    finding.roundLength = roundLength
    report.add(finding, script: script)
  }

  /// How many rounds an object is driven, which may count them down where no key shows it.
  private static var roundsOfObjects: Int { 100 }

  /// Empty for an object that comes to an end after all; nil when time is up.
  private func causes(of circle: TimeSteps.Circle, through snapshot: Snapshot) -> [Cause]? {
    var stepper = Stepper(machine, from: snapshot)
    var causes: [Cause] = []
    // Turns of an object that do nothing are not kept.
    var silent: Cause?
    for _ in 0..<circle.length * (machine.runsObjects ? Self.roundsOfObjects : 1) {
      if options.isOver() { return nil }
      if machine.runsObjects {
        guard let work = stepper.snapshot.work.first else { return [] }
        silent = silent ?? Cause(work.source, work.name.text)
      }
      for turn in stepper.step(.advance(milliseconds: nil))
      where turn.cause.source != .user && !causes.contains(turn.cause) { causes.append(turn.cause) }
    }
    return causes.isEmpty ? silent.map { [$0] } ?? [] : causes
  }
}

extension Finding {
  fileprivate static func unrest(_ causes: [Cause]) -> Finding {
    let names = Set(causes.map { "\($0.source.rawValue) \($0.event)" }).sorted()
    return Finding(kind: .unrest, name: names.joined(separator: ", "), cause: "")
  }
}

extension [Cause] {
  /// Whether only repeating timers, and the hops they cause, make time pass; that is no unrest.
  var areOfRepeatingTimers: Bool {
    contains { $0.source == .timer } && allSatisfy { $0.source == .timer || $0.source == .hop }
  }
}
