import Statecharts
import Traces
import ViewModels

/// What came of a driving command.
struct DrivenStep {
  /// The command as it counts: the given one, or the shorter one that leads to where it was stopped.
  var act: Act
  /// As a transcript holds them.
  var lines: [String] = []
  /// How many lines were muted.
  var mutedCount = 0
  /// The properties that broke.
  var broken: [String] = []
  /// The notifications that were observed.
  var observed: [String] = []
  var turnCount = 0
  /// The breakpoints that were met, as they were written.
  var met: [String] = []
  /// How long nothing happens before the instant in which a breakpoint was met that stops before it; nil where that is no
  /// time.
  var waitBefore: Int?
  /// Why it ended early; nil when it ran to its end.
  var stop: CommandStop?

  /// Whether nothing is left of the command.
  var isTakenBack: Bool { stop.map { $0.kept == nil } ?? false }
}

/// Runs one step in pieces, prints what it does, and stops it where it shall or may go no further.
///
/// It holds no turns, only the lines, whose bytes have a limit.
struct StepDrive {
  /// How many turns run between two looks at the budget.
  static let turnsOfPiece = 64
  /// After how many turns at most the memory is measured again.
  static let turnsOfMeasure = 4_096

  private let act: Act
  private let budget: CommandBudget
  private let watch: CommandWatch?
  private var printer: StepPrinter
  /// What prints what was observed; nil while nothing is.
  private var sightings: StepPrinter?
  private var step: DrivenStep
  /// What looks for watchpoints; nil without any.
  private let log: WatchLog?
  private let start: Int
  private let names: NamedValues
  private var byteCount = 0
  private var nextMeasure = turnsOfPiece
  /// What is kept when the step is cut where it stands: the last place to which a shorter step leads.
  private var kept: (snapshot: Snapshot, act: Act, lines: Int, muted: Int, broken: Int, observed: Int)?

  /// - Parameter printer: What prints turns of the case.
  init(
    _ act: Act, printer: OutputPrinter, since start: Int, _ budget: CommandBudget, _ watch: CommandWatch?,
    _ log: WatchLog?
  ) {
    self.act = act
    self.log = log
    self.start = start
    names = printer.names
    self.budget = budget
    self.watch = watch
    self.printer = StepPrinter(printer, since: start)
    step = DrivenStep(act: act)
  }

  /// Runs the stimulus where the run stands, which is then what was reached; nowhere in particular when nothing is left of
  /// the command.
  mutating func run(_ resolved: ResolvedStimulus, on run: inout StepRun, _ probes: [Probe]) -> DrivenStep {
    let begun = (time: run.time, waiting: run.workCount)
    if !probes.isEmpty { sightings = printer }
    run.begin(resolved, isHeld: act.isHeld, observing: probes)
    if let log { run.afterTurn = { log.look(at: $0) } }
    defer { run.afterTurn = nil }
    var reason: CommandStop.Reason?
    while !run.isDone {
      guard run.runPiece(allowance, until: log?.nextMoment(after: run.time)) != .cut else {
        finish(cutting: &run, reason ?? .interrupted, since: begun)
        return step
      }
      log?.look(at: run.snapshot)
      take(&run)
      let met = log?.met ?? []
      if met.contains(where: \.stopsBefore) {
        step.met = met.filter(\.stopsBefore).map(\.text)
        if case .advance = act.stimulus, kept == nil, run.time > start + 1 { step.waitBefore = run.time - start - 1 }
        finish(cutting: &run, .breakpoint, since: begun)
        return step
      }
      step.met = met.map(\.text)
      if run.isDone { break }
      let reached = run.reached
      reason = reason ?? self.reason(run) ?? (met.isEmpty ? nil : .breakpoint)
      if let reached { keep(run.snapshot, Act(reached: reached, in: act)) }
      if reason != nil, reached == nil { run.leaveEditsOut() } else if reason != nil { break }
    }
    finish(run, reason)
    return step
  }

  private var allowance: TurnAllowance {
    let left = max(1, budget.turns - step.turnCount)
    var allowance = TurnAllowance(turns: min(Self.turnsOfPiece, left), isCancelled: watch?.isInterrupted)
    allowance.pausesAtInstants = log != nil
    return allowance
  }

  private mutating func take(_ run: inout StepRun) {
    let turns = run.takeTurns()
    step.turnCount += turns.count
    step.broken += turns.broken
    add(printer.add(turns))
    log?.look(at: turns)
    observe(log?.lines(since: start, names) ?? [])
    if let lines = sightings?.add(run.takeSightings().map(Turn.init)) { observe(lines) }
    watch?.progress(.turns(step.turnCount, time: run.time))
  }

  private mutating func add(_ lines: [OutputLine]) {
    for line in lines {
      let text = line.description
      byteCount += text.utf8.count + 1
      step.lines.append(text)
    }
  }

  private mutating func observe(_ lines: [OutputLine]) {
    for line in lines {
      let text = line.description
      byteCount += text.utf8.count + 1
      step.observed.append(text)
    }
  }

  // MARK: Stopping

  private mutating func reason(_ run: borrowing StepRun) -> CommandStop.Reason? {
    if watch?.isInterrupted() ?? false { return .interrupted }
    if step.turnCount >= budget.turns { return .exhausted(.turns, limit: budget.turns) }
    if byteCount >= budget.output { return .exhausted(.output, limit: budget.output) }
    guard step.turnCount >= nextMeasure else { return nil }
    nextMeasure += min(nextMeasure, Self.turnsOfMeasure)
    return run.byteCount >= budget.memory ? .exhausted(.memory, limit: budget.memory) : nil
  }

  /// Remembers a place to which a shorter command leads.
  private mutating func keep(_ snapshot: Snapshot, _ act: Act) {
    add(printer.finish())
    if let lines = sightings?.finish() { observe(lines) }
    kept = (snapshot, act, step.lines.count, printer.mutedCount, step.broken.count, step.observed.count)
  }

  private mutating func finish(_ run: borrowing StepRun, _ reason: CommandStop.Reason?) {
    add(printer.finish())
    if let lines = sightings?.finish() { observe(lines) }
    step.mutedCount = printer.mutedCount
    guard let reason, let reached = run.reached, !(run.isDone && reached == run.stimulus) else { return }
    step.act = Act(reached: reached, in: act)
    step.stop = stop(reason, run.time, waiting: run.workCount, kept: step.act.text)
  }

  /// Goes back to the last place to which a shorter command leads; without one, who drives goes back to the beginning.
  private mutating func finish(
    cutting run: inout StepRun, _ reason: CommandStop.Reason, since begun: (time: Int, waiting: Int)
  ) {
    step.lines.removeLast(step.lines.count - (kept?.lines ?? 0))
    step.broken.removeLast(step.broken.count - (kept?.broken ?? 0))
    step.observed.removeLast(step.observed.count - (kept?.observed ?? 0))
    step.mutedCount = kept?.muted ?? 0
    guard let kept else {
      step.stop = stop(reason, begun.time, waiting: begun.waiting, kept: nil)
      return
    }
    run.snapshot = kept.snapshot
    step.act = kept.act
    step.stop = stop(reason, run.time, waiting: run.workCount, kept: kept.act.text)
  }

  private func stop(_ reason: CommandStop.Reason, _ time: Int, waiting: Int, kept: String?) -> CommandStop {
    CommandStop(reason: reason, time: time, turns: step.turnCount, waiting: waiting, kept: kept)
  }
}

extension Act {
  /// The command of a stimulus that an act led to on its way. Time that was held back up to a moment has passed whole up to
  /// an earlier one.
  fileprivate init(reached stimulus: Stimulus, in act: Act) {
    self = act
    guard stimulus != act.stimulus else { return }
    switch stimulus {
    case .advance(let milliseconds): self.init(stimulus, "\(VirtualDuration(milliseconds: milliseconds ?? 0))")
    case .type(_, let text): shorten(to: Act(stimulus, text.quoted))
    case .erase(_, let count): shorten(to: Act(stimulus, String(count)))
    default: preconditionFailure("no part of '\(act.text)' is a command")
    }
  }

  private mutating func shorten(to shorter: Act) {
    text = isHeld ? "hold \(shorter.text)" : shorter.text
    stimulus = shorter.stimulus
  }
}

extension Turn {
  /// A notification that was seen, as it would stand in a trace.
  fileprivate init(_ sighting: Probe.Sighting) {
    self.init(
      time: sighting.time, cause: Cause(.user, "observe"),
      effects: [.notified(field: Name(sighting.path), change: sighting.change)])
  }
}
