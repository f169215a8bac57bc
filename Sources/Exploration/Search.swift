import Files
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
  let prepared: Snapshot
  /// One for each worker.
  var expanders: [Expander]
  private(set) var table = StateTable()
  /// The steps in which time alone passes.
  var timeSteps = TimeSteps()
  /// What time does in circles that were closed from a state that stood ready, by their first states.
  var circleCauses: [Int: [Cause]] = [:]
  /// Every step, when promises or recurrences are looked at or steps are kept.
  private(set) var graph: StateGraph?
  /// What the steps are called and what they break, when steps are kept.
  var log: StepLog?
  private(set) var frontier = Frontier()
  /// Where moves led that were not taken in, since a bound came first. It stays: who waits for the search to end does not wait
  /// until all that is free.
  private var dropped: [[Expansion]] = []
  package internal(set) var report = SearchReport()
  /// What the steps that were taken in reached, with the opening and the preparation.
  private var reached: RunTally

  /// - Parameter start: Where the search begins; where the machine is opened without one. Scripts begin there too.
  package init(_ machine: Machine, _ options: SearchOptions, from start: Snapshot? = nil) {
    var options = options
    options.domain.work = options.ties ? .firstOfEachSource : options.races ? .first : .none
    self.machine = machine
    self.options = options
    finder = MoveFinder(machine, options.domain)
    var measurement = options.measures ? Measurement(of: machine, options) : nil
    let opened = start == nil ? machine.openMeasured() : nil
    var (snapshot, turns) = (opened?.snapshot ?? start ?? Snapshot(), opened?.step.turns ?? [])
    if let opened { measurement?.add(opened.step) }
    var stepper = Stepper(machine, from: snapshot)
    stepper.tallyReach()
    var reached = stepper.measured(StimulusAim(), []).tally
    if let opened { reached.formUnion(opened.step.tally) }
    if options.measures { stepper.isTallying = true }
    for stimulus in options.preparation {
      let aim = machine.aim(of: stimulus, in: stepper.snapshot)
      let step = stepper.step(stimulus)
      let measured = stepper.measured(aim, step)
      reached.formUnion(measured.tally)
      measurement?.add(measured)
      turns += step
    }
    snapshot = stepper.snapshot
    prepared = snapshot
    self.reached = reached
    // Each worker has tables of its own: threads that count references to the same ones wait for each other.
    let machines = [machine] + (1..<(options.measures ? 1 : options.workers)).map { _ in machine.apart }
    expanders = machines.map { Expander($0, options, MoveFinder($0, options.domain), at: snapshot) }
    expanders[0].measurement = measurement
    log = options.keepsSteps ? StepLog() : nil
    if log != nil || !options.promises.isEmpty || !options.recurrences.isEmpty {
      graph = StateGraph(options.promises, options.recurrences)
    }
    graph?.add(snapshot)
    table.add(expanders[0].key(of: snapshot), from: 0, by: Move.Number(0, isHeld: false))
    timeSteps.addState()
    let script = options.preparation.map { DrivenStimulus($0) }
    for finding in Finding.findings(in: turns) {
      log?.add(finding, at: 0)
      report.add(finding) { script }
    }
    if snapshot.fault == nil { frontier.begin(with: snapshot) }
    report.states = 1
    report.frontier = frontier.count
    judge(snapshot, at: 0)
  }

  /// Searches until everything was searched or a bound is reached.
  ///
  /// - Parameter watch: Asked before each state.
  package mutating func run(_ watch: Watch = { _ in nil }) { end(follow(watch)) }

  /// Follows states until all were followed or a bound is reached.
  ///
  /// - Returns: The bound; nil when everything was searched.
  private mutating func follow(_ watch: Watch) -> SearchBound? {
    if let bound = exceededBound { return bound }
    while !frontier.isEmpty {
      if report.completeDepth >= options.depth { return .depth(options.depth) }
      if let bound = followLevel(watch) { return bound }
      descend()
    }
    return nil
  }

  /// How many states of a level are followed at a time: few, since a bound that comes first throws the rest of them away, and
  /// not too few, since each time begins threads; fewer where what two such batches lead to would take more than a quarter of
  /// the memory.
  private var batchSize: Int {
    if expanders.count == 1 { return 1 }
    let stepsOfState = report.steps / max(1, report.states - frontier.count) + 1
    let sizeOfState = max(1, stepsOfState * frontier.snapshotSize)
    return max(1, min(expanders.count * Self.statesOfWorker, options.memory / 8 / sizeOfState))
  }

  private static let statesOfWorker = 64
  /// How many neighbours a worker follows one after the other: they share more than others do.
  private static let statesOfPiece = 8

  /// Follows the states that are left of the level, some at a time. While workers follow the next ones, the first takes in
  /// what those before led to, in their order.
  ///
  /// - Returns: The bound that came first; nil when none did.
  private mutating func followLevel(_ watch: Watch) -> SearchBound? {
    var expansions: [[Expansion]] = []
    var count = 0
    var workers: [Expander] = []
    while true {
      var bound: SearchBound?
      let states = frontier.level.dropLast(count).suffix(batchSize).reversed() as [WaitingState]
      if expanders.count == 1 {
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

  /// Takes in what the next states of the level lead to.
  ///
  /// - Returns: The bound that came first; nil when none did.
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

  /// What ends the search before its next state; nothing does before the first.
  private var exceededBound: SearchBound? {
    if isReached { return .reached }
    if table.count > options.states { return .states(options.states) }
    if report.steps >= options.steps { return .steps(options.steps) }
    return report.steps > 0 && frontier.byteCount + recordedSize > options.memory ? .memory(options.memory) : nil
  }

  /// Goes on to the states that the level led to.
  private mutating func descend() {
    frontier.descend()
    report.completeDepth += 1
    report.frontier = frontier.count
  }

  /// Looks for what shows only on all steps together.
  ///
  /// - Parameter bound: What ended the search; nil when everything was searched.
  private mutating func end(_ bound: SearchBound?) {
    report.bound = bound
    findUnrest()
    checkPromises()
    checkRecurrences()
    if bound != nil { measureGrowth() }
    if bound == nil, !report.unlooked.isEmpty { report.bound = options.interruption() }
    report.untried = Untried(finder, reached, promises: unbegunPromises)
  }

  /// The bytes of what was seen.
  private var recordedSize: Int {
    table.byteCount + timeSteps.byteCount + (graph?.byteCount ?? 0) + (log?.byteCount ?? 0)
  }

  private var isReached: Bool {
    (expanders.first?.measurement?.hasReachedGoals ?? false) || report.findings.contains { $0.kind == .reached }
  }

  // MARK: One state

  /// Takes in what a state leads to.
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
    let index = known ?? add(arrival, from: state)
    if known == nil, let snapshot = arrival.snapshot { judge(snapshot, at: index) }
    // A restart sets the clock back; no time passes with it.
    let time = arrival.last.stimulus == .restart ? 0 : arrival.time - state.time
    graph?.add(arrival.number, from: state.index, to: index, time: time)
    log?.add(arrival.last)
    if case .advance = arrival.last.stimulus, !arrival.last.isHeld,
      let circle = timeSteps.add(from: state.index, to: index)
    {
      note(circle, through: snapshot(of: state))
    }
    for finding in arrival.findings { take(finding, at: state.index, arrival) }
  }

  /// Adds a state.
  ///
  /// - Precondition: None has its key; so the arrival has its snapshot.
  private mutating func add(_ arrival: Expansion.Arrival, from parent: WaitingState) -> Int {
    guard let snapshot = arrival.snapshot else {
      preconditionFailure("the first arrival with a key lacks its snapshot")
    }
    let index = table.add(arrival.key, from: parent.index, by: arrival.number)
    timeSteps.addState()
    graph?.add(snapshot)
    report.states += 1
    if snapshot.fault == nil {
      let room = options.memory / 2 - recordedSize
      frontier.add(index, snapshot, of: arrival, from: parent, machine.program, room: room)
    }
    return index
  }

  // MARK: Findings

  /// Holds a new state to the laws that were given.
  private mutating func judge(_ snapshot: Snapshot, at state: Int) {
    for law in options.laws where law.holds(snapshot) == (law.kind == .goal) {
      take(Finding(kind: law.kind == .goal ? .reached : .broken, name: law.name, cause: ""), at: state)
    }
  }

  /// Takes a finding in.
  ///
  /// - Parameter arrival: The step out of the state that shows it; nil when the state does.
  private mutating func take(_ finding: Finding, at state: Int, _ arrival: Expansion.Arrival? = nil) {
    if arrival == nil { log?.add(finding, at: state) } else { log?.addToStep(finding) }
    var report = SearchReport()
    swap(&report, &self.report)
    report.add(finding) { way(to: state).map { $0.script + (arrival.map { [$0.last] } ?? []) } }
    swap(&report, &self.report)
  }
}

/// What leads to a state: it is made by driving it, step by step, as long as time is left.
extension Search {
  /// Returns the commands that lead to a state, and the state; nil when no time is left.
  func way(to state: Int) -> (script: [DrivenStimulus], snapshot: Snapshot)? {
    drive(table.moves(to: state))
  }

  /// Where a state stands whose moves are made.
  func snapshot(of state: WaitingState) -> Snapshot {
    var stepper = Stepper(machine, from: prepared)
    var wayBack = WayBack()
    return wayBack.snapshot(of: state, by: &stepper, finder)
  }

  /// Returns the commands of a way from the first state, as they are spelled on it; nil when no time is left.
  func script(of way: [Move.Number]) -> [DrivenStimulus]? { drive(way)?.script }

  private func drive(_ way: [Move.Number]) -> (script: [DrivenStimulus], snapshot: Snapshot)? {
    var script = options.preparation.map { DrivenStimulus($0) }
    let end = follow(way) { driven, _ in script.append(driven) }
    return end.map { (script, $0) }
  }

  /// Makes the steps of a way from the first state, and visits each with what was driven and where that led.
  ///
  /// - Returns: Where the way ends; nil when no time is left.
  private func follow(_ way: [Move.Number], _ visit: (DrivenStimulus, borrowing Stepper) -> Void) -> Snapshot? {
    var stepper = Stepper(machine, from: prepared)
    stepper.isRecording = false
    for number in way {
      if options.isOver() { return nil }
      visit(stepper.make(number, finder), stepper)
    }
    return stepper.snapshot
  }

  /// Returns where the way to the state that was found last stands after each of so many equal pieces: nothing when the way
  /// is shorter, nil when no time is left.
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

/// Whether time alone comes to an end.
extension Search {
  /// Notes what time does in a circle, where a state of it stands ready: to come there again means to drive a script.
  mutating func note(_ circle: TimeSteps.Circle, through snapshot: Snapshot) {
    circleCauses[circle.first] = causes(of: circle, through: snapshot)
  }

  /// Takes in the circles in which time alone goes and that no repeating timer is declared to go, each from the state of it that was
  /// found first.
  mutating func findUnrest() {
    for circle in timeSteps.circles {
      if let causes = circleCauses[circle.first], causes.areOfRepeatingTimers || report.knows(.unrest(causes)) {
        add(causes, of: circle) { nil }
      } else {
        tell(circle)
      }
    }
  }

  private mutating func tell(_ circle: TimeSteps.Circle) {
    let way = way(to: circle.first)
    if let way, let causes = causes(of: circle, through: way.snapshot) {
      let advance = DrivenStimulus(.advance(milliseconds: nil))
      add(causes, of: circle, roundLength: circle.length) {
        way.script + Array(repeating: advance, count: circle.length)
      }
    } else if let causes = circleCauses[circle.first] {
      add(causes, of: circle) { nil }
    } else if !report.unlooked.contains(.circles) {
      report.unlooked.append(.circles)
    }
  }

  private mutating func add(
    _ causes: [Cause], of circle: TimeSteps.Circle, roundLength: Int = 0, script: () -> [DrivenStimulus]?
  ) {
    guard !causes.areOfRepeatingTimers else { return }
    var finding = Finding.unrest(causes)
    log?.add(finding, at: circle.first)
    finding.roundLength = roundLength
    report.add(finding, script: script)
  }

  /// Returns what comes due in a circle, each once; nil when no time is left.
  private func causes(of circle: TimeSteps.Circle, through snapshot: Snapshot) -> [Cause]? {
    var stepper = Stepper(machine, from: snapshot)
    var causes: [Cause] = []
    for _ in 0..<circle.length {
      if options.isOver() { return nil }
      for turn in stepper.step(.advance(milliseconds: nil))
      where turn.cause.source != .user && !causes.contains(turn.cause) { causes.append(turn.cause) }
    }
    return causes
  }
}

extension Finding {
  fileprivate static func unrest(_ causes: [Cause]) -> Finding {
    let names = Set(causes.map { "\($0.source.rawValue) \($0.event)" }).sorted()
    return Finding(kind: .unrest, name: names.joined(separator: ", "), cause: "")
  }
}

extension [Cause] {
  /// Whether nothing but repeating timers makes time pass: what is declared to come again and again is no unrest, nor are the hops
  /// that come of it.
  var areOfRepeatingTimers: Bool {
    contains { $0.source == .timer } && allSatisfy { $0.source == .timer || $0.source == .hop }
  }
}
