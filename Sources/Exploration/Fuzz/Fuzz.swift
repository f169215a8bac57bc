import SeededRandom
import Statecharts
import ViewModels

/// Walks through a machine at random, and shrinks what it finds: for machines with more states than a search can see.
///
/// A walk makes the moves that a search would enumerate, rather those that it seldom made at such a place; it begins where the
/// walks start or where something was taken for the first time. What is found depends on nothing but the machine, the
/// options and the seed.
package struct Fuzz: ~Copyable {
  /// What is asked between two commands: whether to go on.
  package typealias Watch = @Sendable () -> SearchBound?

  private let machine: Machine
  private let options: SearchOptions
  private let extent: FuzzExtent
  private let judge: StateJudge
  /// Where scripts begin; nil where the machine is opened.
  private let start: Snapshot?
  private var stepper: Stepper
  private var coverage: Coverage
  private var reached: RunTally
  /// Where walks begin: at the start, and behind each step that was the first to take something.
  private var starts: [Place]
  /// How often each move was made at each kind of place.
  private var uses: [Use: Int] = [:]
  /// What was found already, by its place in the report.
  private var known: [Finding.Group: Int] = [:]
  package private(set) var report = FuzzReport()

  /// Where a script leads.
  private struct Place {
    let snapshot: Snapshot
    /// How many stimuli have come before the work that is due.
    var come = 0
    let script: [DrivenStimulus]
  }

  /// A move at a kind of place: rows and instances do not tell moves apart.
  private struct Use: Hashable {
    let place: String
    let move: Stimulus
  }

  /// - Parameters:
  ///   - options: The domain, races, ties, laws and preparation of a search.
  ///   - start: Where walks and scripts begin; where the machine is opened without one.
  package init(_ machine: Machine, _ options: SearchOptions, _ extent: FuzzExtent, from start: Snapshot? = nil) {
    var options = options
    options.domain.work = options.ties ? .firstOfEachSource : options.races ? .first : .none
    self.machine = machine
    self.options = options
    self.extent = extent
    judge = StateJudge(finder: MoveFinder(machine, options.domain), laws: options.laws)
    coverage = Coverage(of: machine)
    self.start = start
    var findings: [Finding] = []
    let opened = start == nil ? machine.openMeasured() : nil
    stepper = Stepper(machine, from: opened?.snapshot ?? start ?? Snapshot())
    stepper.tallyReach()
    reached = stepper.measured(StimulusAim(), []).tally
    if let opened {
      reached.formUnion(opened.step.tally)
      coverage.add(opened.step)
      findings = Finding.findings(in: opened.step.turns)
    }
    stepper.isTallying = true
    let script = options.preparation.map { DrivenStimulus($0) }
    for stimulus in options.preparation {
      let step = stepper.measure(stimulus)
      reached.formUnion(step.tally)
      coverage.add(step)
      findings += Finding.findings(in: step.turns)
    }
    starts = [Place(snapshot: stepper.snapshot, script: script)]
    for finding in findings { take(finding, after: script) { nil } }
  }

  /// Makes the walks, or as many as the watch lets it.
  ///
  /// - Parameter tell: Called behind each walk.
  package mutating func run(_ watch: Watch = { nil }, telling tell: (FuzzReport) -> Void = { _ in }) {
    var seeds = SplitMix64(seed: extent.seed)
    while report.walks < extent.walks, report.bound == nil {
      var random = SplitMix64(seed: seeds.next())
      report.bound = walk(&random, watch)
      report.walks += 1
      tell(report)
    }
    report.transitions = coverage.count(.transition)
    report.untried = Untried(judge.finder, reached)
  }

  // MARK: A walk

  private mutating func walk(_ random: inout SplitMix64, _ watch: Watch) -> SearchBound? {
    let start = random.chance(Self.freshStarts) ? starts[0] : random.pick(starts)
    stepper.snapshot = start.snapshot
    var (script, come) = (start.script, start.come)
    while script.count < options.preparation.count + extent.steps {
      if let bound = watch() { return bound }
      let moves = stepper.moves(judge.finder)
      for finding in judge.findings(&stepper, moves) { take(finding, after: script, watch) }
      let isAtRest = !stepper.isDue
      let isOpen = isAtRest || options.letsStimulusCome(after: come)
      let possible = isOpen ? moves : moves.filter { $0.stimulus.isOfTime }
      guard stepper.snapshot.fault == nil, !possible.isEmpty else { break }
      let move = pick(possible, &random)
      script.append(make(move, isAtRest: isAtRest, &come, &random, after: script, watch))
      report.commands += 1
    }
    return nil
  }

  /// So many walks in the hundred begin at the start.
  private static let freshStarts = 50

  /// Picks a move, rather one that was seldom made at such a place.
  private mutating func pick(_ moves: [Move], _ random: inout SplitMix64) -> Move {
    let snapshot = stepper.snapshot
    let place = "\(machine.page(of: snapshot)) \(machine.alert(of: snapshot)?.title ?? "") \(machine.told(snapshot))"
      .withoutNumbers
    let uses = moves.map { Use(place: place, move: $0.stimulus.withoutNumbers) }
    let weights = uses.map { max(1, Self.greatestWeight / (1 + (self.uses[$0] ?? 0))) }
    var rest = random.below(weights.reduce(0, +))
    let picked = weights.firstIndex { weight in
      rest -= weight
      return rest < 0
    }
    self.uses[uses[picked ?? 0], default: 0] += 1
    return moves[picked ?? 0]
  }

  private static let greatestWeight = 64

  /// Makes a move, be it that time stops before the instant to which it would pass or that what it made due waits.
  ///
  /// - Parameter come: How many stimuli have come before the work that is due.
  /// - Returns: The command.
  private mutating func make(
    _ move: Move, isAtRest: Bool, _ come: inout Int, _ random: inout SplitMix64, after script: [DrivenStimulus],
    _ watch: Watch
  ) -> DrivenStimulus {
    let stimulus = shortened(move.stimulus, &random) ?? move.stimulus
    var aim = StimulusAim()
    if case .dismiss = stimulus { aim = machine.aim(of: stimulus, in: stepper.snapshot) }
    var turns = stimulus == move.stimulus ? stepper.step(move, isHeld: true) : stepper.step(stimulus, isHeld: true)
    var waiting: Int?
    if stepper.isDue { waiting = options.come(come, and: stimulus, isAtRest: isAtRest, to: stepper.snapshot) }
    if waiting != nil, !random.chance(Self.heldCommands) { waiting = nil }
    come = waiting ?? 0
    let isHeld = waiting != nil
    if !isHeld {
      stepper.drain()
      turns += stepper.takeTurns()
    }
    let driven = DrivenStimulus(stimulus, isHeld: isHeld)
    let way = script + [driven]
    for finding in Finding.findings(in: turns) { take(finding, after: way, watch) }
    let step = stepper.measured(aim, turns)
    reached.formUnion(step.tally)
    let isNew = !coverage.add(step).isEmpty
    if isNew, stepper.snapshot.fault == nil {
      starts.append(Place(snapshot: stepper.snapshot, come: come, script: way))
    }
    return driven
  }

  /// So many commands in the hundred leave what they make due waiting, and so many waits end before anything is due.
  private static let heldCommands = 25
  private static let shortWaits = 25

  /// Time that passes to some moment before the next instant; nil for everything else, and mostly.
  private func shortened(_ stimulus: Stimulus, _ random: inout SplitMix64) -> Stimulus? {
    guard case .advance = stimulus, let due = stepper.snapshot.nextDue, due - stepper.snapshot.time > 1,
      random.chance(Self.shortWaits)
    else { return nil }
    return .advance(milliseconds: 1 + random.below(due - stepper.snapshot.time - 1))
  }

  // MARK: Findings

  private mutating func take(_ finding: Finding, after script: [DrivenStimulus], _ watch: Watch) {
    if let place = known[finding.group] { return report.found[place].count += 1 }
    known[finding.group] = report.found.count
    var shrinking = Shrinking(of: finding, script, from: start, judge)
    let isSmallest = shrinking.run(watch)
    var smallest = shrinking.finding
    smallest.script = shrinking.script
    report.found.append(FuzzReport.Found(finding: smallest, walked: script.count, isSmallest: isSmallest))
  }
}
