import SeededRandom
import Statecharts
import ViewModels

/// Random walks with shrinking, for machines too large for a search.
///
/// A walk prefers moves that were seldom made in similar states. It begins at the start or behind a step with new
/// coverage. The result depends only on the machine, the options and the seed.
package struct Fuzz: ~Copyable {
  /// Called between two commands; a bound ends the walks.
  package typealias Watch = @Sendable () -> SearchBound?

  private let machine: Machine
  private let options: SearchOptions
  private let extent: FuzzExtent
  private let judge: StateJudge
  /// Nil to open the machine.
  private let start: Snapshot?
  private var stepper: Stepper
  private var coverage: Coverage
  private var reached: RunTally
  /// The start, and the state after each step with new coverage.
  private var starts: [Place]
  private var uses: [Use: Int] = [:]
  private var known: [Finding.Group: Int] = [:]
  package private(set) var report = FuzzReport()

  private struct Place {
    let snapshot: Snapshot
    /// The number of stimuli that came before the due work.
    var come = 0
    let script: [DrivenStimulus]
  }

  /// A move in a kind of state; rows and instances are not distinguished.
  private struct Use: Hashable {
    let place: String
    let move: Stimulus
  }

  /// - Parameter start: Nil to open the machine.
  package init(_ machine: Machine, _ options: SearchOptions, _ extent: FuzzExtent, from start: Snapshot? = nil) {
    var options = options
    options.domain.work = options.ties ? .firstOfEachSource : options.races ? .first : .none
    self.machine = machine
    self.options = options
    self.extent = extent
    judge = StateJudge(finder: MoveFinder(machine, options.domain), laws: options.laws)
    coverage = Coverage(of: machine)
    self.start = start
    let beginning = Beginning(machine, options.preparation, from: start)
    reached = beginning.reached
    for step in beginning.steps { coverage.add(step) }
    stepper = Stepper(machine, from: beginning.snapshot)
    stepper.isTallying = true
    let script = options.preparation.map { DrivenStimulus($0) }
    starts = [Place(snapshot: beginning.snapshot, script: script)]
    for finding in beginning.findings { take(finding, after: script) { nil } }
  }

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

  /// In percent: walks that begin at the first start.
  private static let freshStarts = 50

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

  /// At random, shortens a wait or leaves due work waiting.
  ///
  /// - Parameter come: The number of stimuli that came before the due work.
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

  /// In percent: commands that leave due work waiting, and waits that end early.
  private static let heldCommands = 25
  private static let shortWaits = 25

  /// At random, a time before the next instant; mostly nil.
  private func shortened(_ stimulus: Stimulus, _ random: inout SplitMix64) -> Stimulus? {
    guard case .advance = stimulus, let due = stepper.snapshot.nextDue, due - stepper.snapshot.time > 1,
      random.chance(Self.shortWaits)
    else { return nil }
    return .advance(milliseconds: 1 + random.below(due - stepper.snapshot.time - 1))
  }

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
