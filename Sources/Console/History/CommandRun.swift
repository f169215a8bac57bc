import Statecharts
import Traces
import ViewModels

/// Runs one command in pieces, keeps what it does as lines, and stops it where it shall or may go no further.
///
/// It holds no turns, only the lines, whose bytes have a limit.
struct CommandRun {
  /// How many turns run between two looks at the budget.
  static let turnsOfPiece = 64
  /// After how many turns at most the memory is measured again.
  static let turnsOfMeasure = 4_096

  /// The command as it counts: the given one, or the shorter one that leads to where it was stopped.
  private(set) var command: Command
  /// As a transcript holds them.
  private(set) var lines: [String] = []
  /// How many lines were muted.
  private(set) var mutedCount = 0
  /// The properties that broke.
  private(set) var broken: [Name] = []
  /// The notifications that were observed.
  private(set) var observed: [String] = []
  private(set) var turnCount = 0
  /// The breakpoints that were met, as they were written.
  var met: [String] = []
  /// How long nothing happens before the instant in which a breakpoint was met that stops before it; nil where that is no
  /// time.
  private(set) var waitBefore: Int?
  /// Why it ended early; nil when it ran to its end.
  var stop: CommandStop?

  private let given: Command
  private let budget: CommandBudget
  private let watch: CommandWatch?
  private var printer: StepPrinter
  /// What prints what was observed; nil while nothing is.
  private var sightings: StepPrinter?
  /// What looks for watchpoints; nil without any.
  private let log: WatchLog?
  private let start: Int
  private let names: NamedValues
  private var byteCount = 0
  private var nextMeasure = turnsOfPiece
  /// What is kept when the step is cut where it stands: the last place to which a shorter step leads.
  private var kept: (snapshot: Snapshot, command: Command, lines: Int, muted: Int, broken: Int, observed: Int)?

  /// - Parameter printer: What prints turns of the case.
  init(
    _ command: Command, printer: OutputPrinter, since start: Int, _ budget: CommandBudget, _ watch: CommandWatch?,
    _ log: WatchLog?
  ) {
    self.command = command
    given = command
    self.log = log
    self.start = start
    names = printer.names
    self.budget = budget
    self.watch = watch
    self.printer = StepPrinter(printer, since: start)
  }

  /// Whether nothing is left of the command.
  var isTakenBack: Bool { stop.map { $0.kept == nil } ?? false }

  /// Takes the command's step where the stepper is, which is then at what was reached; nowhere in particular when nothing is left of
  /// the command.
  mutating func run(on stepper: inout Stepper, _ probes: [Probe]) {
    let begun = (time: stepper.time, waiting: stepper.workCount)
    if !probes.isEmpty { sightings = printer }
    stepper.begin(given.stimulus, isHeld: given.isHeld, observing: probes)
    if let log { stepper.afterTurn = { log.look(at: $0) } }
    defer { stepper.afterTurn = nil }
    var reason: CommandStop.Reason?
    while !stepper.isDone {
      guard stepper.runPiece(allowance, until: log?.nextMoment(after: stepper.time)) != .cut else {
        return finish(cutting: &stepper, reason ?? .interrupted, since: begun)
      }
      log?.look(at: stepper.snapshot)
      take(&stepper)
      let met = log?.met ?? []
      if met.contains(where: \.stopsBefore) {
        self.met = met.filter(\.stopsBefore).map(\.text)
        if case .advance = given.stimulus, kept == nil, stepper.time > start + 1 {
          waitBefore = stepper.time - start - 1
        }
        return finish(cutting: &stepper, .breakpoint, since: begun)
      }
      self.met = met.map(\.text)
      if stepper.isDone { break }
      let reached = stepper.reached
      reason = reason ?? self.reason(stepper) ?? (met.isEmpty ? nil : .breakpoint)
      if let reached { keep(stepper.snapshot, given.reaching(reached)) }
      if reason != nil, reached == nil { stepper.leaveEditsOut() } else if reason != nil { break }
    }
    finish(stepper, reason)
  }

  private var allowance: TurnAllowance {
    let left = max(1, budget.turns - turnCount)
    var allowance = TurnAllowance(turns: min(Self.turnsOfPiece, left), isCancelled: watch?.isInterrupted)
    allowance.pausesAtInstants = log != nil
    return allowance
  }

  private mutating func take(_ stepper: inout Stepper) {
    let turns = stepper.takeTurns()
    turnCount += turns.count
    broken += turns.broken
    lines += texts(printer.add(turns))
    log?.look(at: turns)
    observed += texts(log?.lines(since: start, names) ?? [])
    if sightings != nil { observed += texts(sightings?.add(stepper.takeSightings().map(Turn.init)) ?? []) }
    watch?.progress(.turns(turnCount, time: stepper.time))
  }

  private mutating func texts(_ lines: [OutputLine]) -> [String] {
    let texts = lines.map(\.description)
    for text in texts { byteCount += text.utf8.count + 1 }
    return texts
  }

  // MARK: Stopping

  private mutating func reason(_ stepper: borrowing Stepper) -> CommandStop.Reason? {
    if watch?.isInterrupted() ?? false { return .interrupted }
    if turnCount >= budget.turns { return .exhausted(.turns, limit: budget.turns) }
    if byteCount >= budget.output { return .exhausted(.output, limit: budget.output) }
    guard turnCount >= nextMeasure else { return nil }
    nextMeasure += min(nextMeasure, Self.turnsOfMeasure)
    return stepper.byteCount >= budget.memory ? .exhausted(.memory, limit: budget.memory) : nil
  }

  /// Remembers a place to which a shorter command leads.
  private mutating func keep(_ snapshot: Snapshot, _ command: Command) {
    lines += texts(printer.finish())
    observed += texts(sightings?.finish() ?? [])
    kept = (snapshot, command, lines.count, printer.mutedCount, broken.count, observed.count)
  }

  private mutating func finish(_ stepper: borrowing Stepper, _ reason: CommandStop.Reason?) {
    lines += texts(printer.finish())
    observed += texts(sightings?.finish() ?? [])
    mutedCount = printer.mutedCount
    guard let reason, let reached = stepper.reached, !(stepper.isDone && reached == stepper.stimulus) else { return }
    command = given.reaching(reached)
    stop = stopped(reason, stepper.time, waiting: stepper.workCount, kept: command.text)
  }

  /// Goes back to the last place to which a shorter command leads; without one, who drives goes back to the beginning.
  private mutating func finish(
    cutting stepper: inout Stepper, _ reason: CommandStop.Reason, since begun: (time: Int, waiting: Int)
  ) {
    lines.removeLast(lines.count - (kept?.lines ?? 0))
    broken.removeLast(broken.count - (kept?.broken ?? 0))
    observed.removeLast(observed.count - (kept?.observed ?? 0))
    mutedCount = kept?.muted ?? 0
    guard let kept else {
      stop = stopped(reason, begun.time, waiting: begun.waiting, kept: nil)
      return
    }
    stepper.snapshot = kept.snapshot
    command = kept.command
    stop = stopped(reason, stepper.time, waiting: stepper.workCount, kept: command.text)
  }

  private func stopped(_ reason: CommandStop.Reason, _ time: Int, waiting: Int, kept: String?) -> CommandStop {
    CommandStop(reason: reason, time: time, turns: turnCount, waiting: waiting, kept: kept)
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
