import Differences
import Traces
import ViewModels

/// Drives two machines side by side, the shortest scripts first, and finds what tells one from the other.
///
/// A state is a pair of places. Both machines run each stimulus that either accepts, joined by name, and their
/// behaviour is compared. Behind a failing difference only further broken laws and crashes count, in a bounded
/// number of steps, so its consequences are not reported. A difference of time, order, text or logs alone changes
/// nothing. `DefinitionDifference` reports parts that one definition lacks; they are not compared here. The first
/// machine may run in another process; the second runs in this one.
package struct ProductSearch<Base: ComparedSide>: ~Copyable {
  /// Called between two pairs; a bound ends the search.
  package typealias Watch = (ComparisonReport) -> SearchBound?

  private let options: ComparisonOptions
  private let base: Base
  private let own: LocalSide
  private let scope: ComparisonScope
  private let keys: RowKeys
  /// Nil if internal fields are compared.
  private let shown: ShownFields?
  private var table = StateTable()
  private var stimuli = NumberedList<Stimulus>()
  /// The pairs whose stimuli come next, and those that they lead to: before a difference, and behind one.
  private var level = (before: [Open](), behind: [Open]())
  private var next = (before: [Open](), behind: [Open]())
  package private(set) var report = ComparisonReport()

  private struct Open {
    let index: Int
    let standings: Sides<Standing>
    let rows: Sides<RowNames>
    /// The last cause on the path to here.
    var cause: Int?
    /// Whether a held stimulus came last.
    var isHeld = false
    /// Whether a difference that fails came before.
    var isBehind = false
  }

  private struct Plan {
    let pair: Open
    /// The offered stimuli; each also held, if commands may come between.
    var acts: [DrivenStimulus]
    /// Advances both to the earlier next instant.
    var wait: Stimulus?
    /// Advances each to its own next instant, if they differ.
    var ownWaits: Stimulus?

    var steps: [DrivenStimulus] { acts + [wait, ownWaits].compactMap(\.self).map { DrivenStimulus($0) } }
  }

  private typealias Reached = Sides<SideStep.Result?>

  package init(_ base: Base, _ own: LocalSide, _ options: ComparisonOptions) throws(Base.Failure) {
    self.options = options
    self.base = base
    self.own = own
    keys = RowKeys(commonTo: Sides(a: base.rowKeys, b: own.rowKeys))
    shown =
      options.policy.comparesInternals ? nil : ShownFields(Sides(a: base.shownFields, b: own.shownFields))
    let openings = Sides(a: try base.begin(), b: own.begin())
    scope = ComparisonScope(Sides(a: base.parts, b: own.parts), regionsOfA: openings.a.phase.map(\.region))
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

  package var untried: Sides<Untried?> { Sides(a: base.untried, b: own.untried) }

  // MARK: What is tried

  private func plans(for pairs: ArraySlice<Open>) throws(Base.Failure) -> [Plan] {
    let places = Sides(a: pairs.map(\.standings.a.place), b: pairs.map(\.standings.b.place))
    let offers = Sides(a: try base.offers(at: places.a), b: own.offers(at: places.b))
    return zip(pairs, zip(offers.a, offers.b)).map { pair, offers in
      var known: Set<Stimulus> = []
      let offered = (offers.0 + offers.1).filter { known.insert($0).inserted }
      return plan(for: pair, options.isBackward ? offered.reversed() : offered)
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
    let own = own.take(steps.b)
    return zip(try base.take(steps.a, beside: own), own).map { Sides(a: $0, b: $1) }
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

  /// Adds a pair with due work on at least one side, so that the next command can come first.
  private mutating func hold(_ stimulus: Stimulus, _ reached: Sides<SideStep.Result>, at pair: Open) {
    let standings = reached.map(\.standing)
    guard standings.a.untilDue == 0 || standings.b.untilDue == 0 else { return forget(standings) }
    let number = stimuli.number(of: stimulus)
    // The uncompared reactions belong to the path, so each path has its own key.
    let way = Fingerprint(of: .list([.int(pair.index), .int(number)]))
    let index = table.add(way, from: pair.index, by: Move.Number(number, isHeld: true))
    // The held reactions are compared, and rows renamed, with the next step.
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

  /// Advances to the earlier instant. If the machines differ there, but only in time once each is at its own
  /// instant, that timing difference is the result.
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

  private struct Step {
    let standings: Sides<Standing>
    let done: Sides<StepReactions>
    let rows: Sides<RowNames>
  }

  private func named(_ reached: Sides<SideStep.Result>, after pair: Open) -> Step {
    var rows = pair.rows
    let done = Sides(a: rows.a.take(reached.a.done), b: rows.b.take(reached.b.done))
    return Step(standings: reached.map(\.standing), done: done, rows: rows)
  }

  private mutating func difference(_ step: Step, from pair: Open) -> StepDifference? {
    let difference = StepDifference(step.done, in: scope, by: keys)
    if pair.isBehind {
      report.stepsBehind += 1
      return difference?.faults(besides: report.faults).flatMap(options.policy.applied)
    }
    report.steps += 1
    return difference.flatMap { report.counting($0, shown) }.flatMap(options.policy.applied)
  }

  private mutating func take(
    _ stimulus: Stimulus, _ step: Step, _ difference: StepDifference?, from pair: Open
  ) {
    let standings = step.standings
    var (cause, isBehind) = (pair.cause, pair.isBehind)
    if let difference {
      // Different next instants follow from the step that made the work due, so its cause counts.
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
    table.moves(to: pair).map { DrivenStimulus(stimuli.elements[$0.place], isHeld: $0.isHeld) }
  }

  private static func key(of standings: Sides<Standing>) -> Fingerprint {
    Fingerprint(standings.a.key, standings.b.key)
  }
}

extension ProductSearch where Base == LocalSide {
  /// - Parameter start: Nil to open both.
  package init(_ machines: Sides<Machine>, _ options: ComparisonOptions, from start: Sides<Snapshot>? = nil) {
    self.init(
      LocalSide(machines.a, options.domain, from: start?.a), LocalSide(machines.b, options.domain, from: start?.b),
      options
    )
  }
}
