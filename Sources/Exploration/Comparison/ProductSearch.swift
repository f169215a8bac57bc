import Differences
import Traces
import ViewModels

/// Drives two machines side by side, the shortest scripts first, and finds what tells one from the other.
///
/// A state is a pair of places. Each stimulus that one of the two can take is given to both by its name, and what the two
/// did is compared as behaviour. Behind a difference that fails only further broken laws and crashes count, in a bounded number of
/// steps, so what only follows from it is not reported; one of time, order, text or logs alone changes nothing. What a definition lacks altogether is told by `DefinitionDifference` and not compared
/// here. The first machine may be one of another process; the second is of this one.
package struct ProductSearch<Base: ComparedSide>: ~Copyable {
  /// What is asked between two pairs: whether to go on.
  package typealias Watch = (ComparisonReport) -> SearchBound?

  private let options: ComparisonOptions
  private let base: Base
  private let own: LocalSide
  private let scope: ComparisonScope
  private let keys: RowKeys
  /// Nil where internal fields are compared, too.
  private let shown: ShownFields?
  private var table = StateTable()
  private var stimuli = StimulusTable()
  /// The pairs whose stimuli come next, and those that they lead to: before a difference, and behind one.
  private var level = (before: [Open](), behind: [Open]())
  private var next = (before: [Open](), behind: [Open]())
  package private(set) var report = ComparisonReport()

  /// A pair whose stimuli are still to be given.
  private struct Open {
    let index: Int
    let standings: Sides<Standing>
    /// What the rows of each are called.
    let rows: Sides<RowNames>
    /// The place of the cause that was met last on the way there.
    var cause: Int?
    /// Whether a held stimulus led there.
    var isHeld = false
    /// Whether a difference that fails came before.
    var isBehind = false
  }

  /// What is tried at a pair.
  private struct Plan {
    let pair: Open
    /// What one of the two can take, each followed by itself held where a command may come between.
    var acts: [DrivenStimulus]
    /// Time passes to the next instant of either.
    var wait: Stimulus?
    /// Time passes to the next instant of each, where that is another.
    var ownWaits: Stimulus?

    var steps: [DrivenStimulus] { acts + [wait, ownWaits].compactMap(\.self).map { DrivenStimulus($0) } }
  }

  /// Where a step led; nil for a machine that has no name for its stimulus.
  private typealias Reached = Sides<SideStep.Result?>

  /// Compares two machines from where they begin.
  package init(_ base: Base, _ own: LocalSide, _ options: ComparisonOptions) throws(Base.Failure) {
    self.options = options
    self.base = base
    self.own = own
    scope = ComparisonScope(Sides(a: base.parts, b: own.parts))
    keys = RowKeys(commonTo: Sides(a: base.rowKeys, b: own.rowKeys))
    shown =
      options.policy.comparesInternals ? nil : ShownFields(Sides(a: base.shownFields, b: own.shownFields))
    let openings = Sides(a: try base.begin(), b: own.begin())
    let opening = StepDifference(
      opening: openings.map(\.phase), openings.map(\.fields), in: scope, by: keys)
    report.opening = opening.flatMap { report.counting($0, shown) }.flatMap(options.policy.applied)
    let standings = openings.map(\.standing)
    table.add(Self.key(of: standings), from: 0, by: Move.Number(0, isHeld: false))
    report.pairs = 1
    if !standings.a.hasCrashed, !standings.b.hasCrashed {
      let rows = openings.map { [keys] in RowNames($0.fields, by: keys) }
      level.before = [Open(index: 0, standings: standings, rows: rows)]
    }
    report.frontier = level.before.count
  }

  /// Searches until every pair was searched or a bound is reached.
  ///
  /// - Parameter watch: Asked before each pair.
  package mutating func run(_ watch: Watch = { _ in nil }) throws(Base.Failure) {
    var depth = 0
    while !level.before.isEmpty || !level.behind.isEmpty {
      if depth >= options.depth { return report.bound = level.before.isEmpty ? nil : .depth(depth) }
      for pairs in [level.before, level.behind] {
        if let bound = try follow(pairs, watch) { return report.bound = bound }
      }
      depth += 1
      if !level.before.isEmpty { report.completeDepth = depth }
      (level, next) = (next, ([], []))
      report.frontier = level.before.count
    }
  }

  /// - Returns: What ends the search.
  private mutating func follow(_ pairs: [Open], _ watch: Watch) throws(Base.Failure) -> SearchBound? {
    for start in stride(from: 0, to: pairs.count, by: base.stride) {
      if isBeyondBound(pairs[start]) {
        for pair in pairs[start...] { forget(pair.standings) }
        return nil
      }
      let plans = try plans(for: pairs[start..<min(start + base.stride, pairs.count)])
      var steps = try steps(of: plans)[...]
      for (position, plan) in plans.enumerated() {
        if !plan.pair.isBehind { report.frontier = pairs.count - start - position + next.before.count }
        if let bound = watch(report) { return bound }
        let reached = steps.prefix(plan.steps.count)
        steps = steps.dropFirst(reached.count)
        if isBeyondBound(plan.pair) {
          for sides in reached { forget(sides) }
          forget(plan.pair.standings)
        } else {
          expand(plan, Array(reached))
        }
        if report.pairs > options.pairs { return .states(options.pairs) }
        if report.steps >= options.steps { return .steps(options.steps) }
      }
    }
    return nil
  }

  private func isBeyondBound(_ pair: Open) -> Bool { pair.isBehind && report.stepsBehind >= options.stepsBehind }

  /// What was not tried or reached of each so far; nil of one that cannot say.
  package var untried: Sides<Untried?> { Sides(a: base.untried, b: own.untried) }

  // MARK: What is tried

  private func plans(for pairs: ArraySlice<Open>) throws(Base.Failure) -> [Plan] {
    let places = Sides(a: pairs.map(\.standings.a.place), b: pairs.map(\.standings.b.place))
    let offers = Sides(a: try base.offers(at: places.a), b: own.offers(at: places.b))
    return zip(pairs, zip(offers.a, offers.b)).map { pair, offers in
      var known: Set<Stimulus> = []
      let offered = (offers.0 + offers.1).filter { known.insert($0).inserted }
      return plan(for: pair, offered)
    }
  }

  private func plan(for pair: Open, _ offered: [Stimulus]) -> Plan {
    let holds = options.races && !pair.isHeld
    var plan = Plan(
      pair: pair,
      acts: offered.flatMap { [DrivenStimulus($0)] + (holds ? [DrivenStimulus($0, isHeld: true)] : []) })
    let waits = pair.standings.map(\.untilDue)
    if !pair.isHeld, let first = [waits.a, waits.b].compactMap(\.self).min() {
      plan.wait = .advance(milliseconds: first)
      let isApart = waits.a != waits.b && waits.a != nil && waits.b != nil
      if isApart, !pair.isBehind { plan.ownWaits = .advance(milliseconds: nil) }
    }
    return plan
  }

  /// Takes the steps of all plans on both.
  private func steps(of plans: [Plan]) throws(Base.Failure) -> [Reached] {
    var steps = Sides<[SideStep]>(a: [], b: [])
    for plan in plans {
      for driven in plan.steps {
        for side in DiffSide.allCases {
          let place = plan.pair.standings[side].place
          steps[side].append(SideStep(place: place, stimulus: driven.stimulus, isHeld: driven.isHeld))
        }
      }
    }
    return zip(try base.take(steps.a), own.take(steps.b)).map { Sides(a: $0, b: $1) }
  }

  // MARK: One pair

  private mutating func expand(_ plan: Plan, _ reached: [Reached]) {
    for (driven, sides) in zip(plan.acts, reached) {
      guard let a = sides.a, let b = sides.b else {
        forget(sides)
        continue
      }
      if driven.isHeld {
        hold(driven.stimulus, Sides(a: a, b: b), at: plan.pair)
      } else {
        let steps = named(Sides(a: a, b: b), after: plan.pair)
        take(driven.stimulus, steps, difference(steps, from: plan.pair), from: plan.pair)
      }
    }
    wait(plan, reached.dropFirst(plan.acts.count).map(\.self))
    forget(plan.pair.standings)
  }

  /// Lets the next command come between a turn and the work that it made due, at one of the two at least.
  private mutating func hold(_ stimulus: Stimulus, _ reached: Sides<SideStep.Result>, at pair: Open) {
    let standings = reached.map(\.standing)
    guard standings.a.untilDue == 0 || standings.b.untilDue == 0 else { return forget(standings) }
    let number = stimuli.number(of: stimulus)
    // What is still to be compared belongs to the pair, so each has its own.
    let way = Fingerprint(of: .list([.int(pair.index), .int(number)]))
    let index = table.add(way, from: pair.index, by: Move.Number(number, isHeld: true))
    // What it did is compared with the next step, and then its rows are named.
    add(
      Open(
        index: index, standings: standings, rows: pair.rows, cause: pair.cause, isHeld: true,
        isBehind: pair.isBehind))
  }

  private mutating func add(_ pair: Open) {
    if pair.isBehind {
      next.behind.append(pair)
    } else {
      report.pairs += 1
      next.before.append(pair)
    }
  }

  /// Lets time pass to the next instant of either; where the two differ there and agree but for the time when each has come
  /// to its own, only time tells them apart.
  private mutating func wait(_ plan: Plan, _ reached: [Reached]) {
    guard let wait = plan.wait, let a = reached[0].a, let b = reached[0].b else { return }
    let first = named(Sides(a: a, b: b), after: plan.pair)
    let difference = difference(first, from: plan.pair)
    if let ownWaits = plan.ownWaits, let a = reached[1].a, let b = reached[1].b {
      let later = named(Sides(a: a, b: b), after: plan.pair)
      if difference != nil {
        let laterDifference = self.difference(later, from: plan.pair)
        if laterDifference?.isOnlyTiming ?? true {
          forget(first.standings)
          return take(ownWaits, later, laterDifference, from: plan.pair)
        }
      }
      forget(later.standings)
    }
    take(wait, first, difference, from: plan.pair)
  }

  /// A step that both took, with rows called by their keys where both declare some.
  private struct Step {
    let standings: Sides<Standing>
    let done: Sides<StepReactions>
    /// What the rows of each are called behind it.
    let rows: Sides<RowNames>
  }

  private func named(_ reached: Sides<SideStep.Result>, after pair: Open) -> Step {
    var rows = pair.rows
    let done = Sides(a: rows.a.take(reached.a.done), b: rows.b.take(reached.b.done))
    return Step(standings: reached.map(\.standing), done: done, rows: rows)
  }

  /// In what a step differs.
  private mutating func difference(_ step: Step, from pair: Open) -> StepDifference? {
    let difference = StepDifference(step.done, in: scope, by: keys)
    if pair.isBehind {
      report.stepsBehind += 1
      return difference?.faults(besides: report.faults).flatMap(options.policy.applied)
    }
    report.steps += 1
    return difference.flatMap { report.counting($0, shown) }.flatMap(options.policy.applied)
  }

  /// Takes in where a stimulus led.
  private mutating func take(
    _ stimulus: Stimulus, _ step: Step, _ difference: StepDifference?, from pair: Open
  ) {
    let standings = step.standings
    var (cause, isBehind) = (pair.cause, pair.isBehind)
    if let difference {
      // That a bare advance leads to another instant in each follows from what made that work due.
      let isOfDueTime = difference.isOnlyTiming && stimulus == .advance(milliseconds: nil)
      let origin = isOfDueTime ? pair.cause : nil
      let isNew = origin == nil && !report.knows(difference)
      let script = isNew ? script(to: pair.index) + [DrivenStimulus(stimulus)] : []
      let place = report.add(difference, of: origin, behind: isBehind ? cause : nil, after: script)
      if !isBehind { cause = place }
      if !difference.isSlight, options.policy.fails(difference) { isBehind = true }
    }
    let known = Self.key(of: standings)
    let key = isBehind ? Fingerprint(known, known) : known
    guard table.index(of: known) == nil, !isBehind || table.index(of: key) == nil && followsBehind else {
      return forget(standings)
    }
    let index = table.add(key, from: pair.index, by: Move.Number(stimuli.number(of: stimulus), isHeld: false))
    let reached = Open(index: index, standings: standings, rows: step.rows, cause: cause, isBehind: isBehind)
    if standings.a.hasCrashed || standings.b.hasCrashed {
      if !isBehind { report.pairs += 1 }
      return forget(standings)
    }
    add(reached)
  }

  /// Whether another pair behind a difference can be followed within the bound.
  private var followsBehind: Bool {
    !options.policy.ignoredClasses.contains(.fault)
      && report.stepsBehind + next.behind.count < options.stepsBehind
  }

  private func forget(_ reached: Reached) {
    if let a = reached.a { base.forget([a.standing.place]) }
    if let b = reached.b { own.forget([b.standing.place]) }
  }

  private func forget(_ standings: Sides<Standing>) {
    base.forget([standings.a.place])
    own.forget([standings.b.place])
  }

  private func script(to pair: Int) -> [DrivenStimulus] {
    table.moves(to: pair).map { DrivenStimulus(stimuli[$0.place], isHeld: $0.isHeld) }
  }

  private static func key(of standings: Sides<Standing>) -> Fingerprint {
    Fingerprint(standings.a.key, standings.b.key)
  }
}

extension ProductSearch where Base == LocalSide {
  /// Compares two machines of this process.
  ///
  /// - Parameter start: Where both stand; when they are opened, if it is not given.
  package init(_ machines: Sides<Machine>, _ options: ComparisonOptions, from start: Sides<Snapshot>? = nil) {
    self.init(
      LocalSide(machines.a, options.domain, from: start?.a), LocalSide(machines.b, options.domain, from: start?.b),
      options
    )
  }
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
