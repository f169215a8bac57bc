import Statecharts
import Traces
import ViewModels

/// What a command did. A type of its own, because a run is large to copy.
struct CommandResult {
  /// The text of the given command, or of a shorter one with the same result as the stopped run.
  fileprivate(set) var text: String
  fileprivate(set) var lines: [String] = []
  fileprivate(set) var mutedCount = 0
  fileprivate(set) var broken: [Name] = []
  fileprivate(set) var observed: [String] = []
  fileprivate(set) var turnCount = 0
  var met: [String] = []
  /// The idle milliseconds before a `before` breakpoint.
  fileprivate(set) var waitBefore: Int?
  /// Nil if it ran to its end.
  var stop: CommandStop?

  /// Whether nothing of the command remains.
  var isTakenBack: Bool { stop.map { $0.kept == nil } ?? false }
}

/// Runs one command in pieces, collects its output, and stops it early if necessary. It keeps only lines, whose
/// size is limited.
struct CommandRun {
  /// Between two budget checks.
  static let turnsOfPiece = 64
  /// Between two memory measurements.
  static let turnsOfMeasure = 4_096

  private(set) var result: CommandResult

  private let given: Command
  private let budget: CommandBudget
  private let watch: CommandWatch?
  private var printer: StepPrinter
  private var sightings: StepPrinter?
  private let log: WatchLog?
  private let start: Int
  private let names: NamedValues
  private var byteCount = 0
  private var nextMeasure = turnsOfPiece
  /// The last place where a shorter command can end.
  private var kept: (snapshot: Snapshot, reached: Stimulus, lines: Int, muted: Int, broken: Int, observed: Int)?

  init(
    _ command: Command, printer: OutputPrinter, since start: Int, _ budget: CommandBudget, _ watch: CommandWatch?,
    _ log: WatchLog?
  ) {
    result = CommandResult(text: command.text)
    given = command
    self.log = log
    self.start = start
    names = printer.names
    self.budget = budget
    self.watch = watch
    self.printer = StepPrinter(printer, since: start)
  }

  /// If nothing remains of the command, the stepper's state is undefined.
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
        result.met = met.filter(\.stopsBefore).map(\.text)
        if case .advance = given.stimulus, kept == nil, stepper.time > start + 1 {
          result.waitBefore = stepper.time - start - 1
        }
        return finish(cutting: &stepper, .breakpoint, since: begun)
      }
      result.met = met.map(\.text)
      if stepper.isDone { break }
      let reached = stepper.reached
      reason = reason ?? self.reason(stepper) ?? (met.isEmpty ? nil : .breakpoint)
      if let reached { keep(stepper.snapshot, reached) }
      if reason != nil, reached == nil { stepper.leaveEditsOut() } else if reason != nil { break }
    }
    finish(stepper, reason)
  }

  private var allowance: TurnAllowance {
    let left = max(1, budget.turns - result.turnCount)
    var allowance = TurnAllowance(turns: min(Self.turnsOfPiece, left), isCancelled: watch?.isInterrupted)
    allowance.pausesAtInstants = log != nil
    return allowance
  }

  private mutating func take(_ stepper: inout Stepper) {
    let turns = stepper.takeTurns()
    result.turnCount += turns.count
    result.broken += turns.broken
    result.lines += texts(printer.add(turns))
    log?.look(at: turns)
    result.observed += texts(log?.lines(since: start, names) ?? [])
    if sightings != nil { result.observed += texts(sightings?.add(stepper.takeSightings().map(Turn.init)) ?? []) }
    watch?.progress(.turns(result.turnCount, time: stepper.time))
  }

  private mutating func texts(_ lines: [OutputLine]) -> [String] {
    let texts = lines.map(\.description)
    for text in texts { byteCount += text.utf8.count + 1 }
    return texts
  }

  // MARK: Stopping

  private mutating func reason(_ stepper: borrowing Stepper) -> CommandStop.Reason? {
    if watch?.isInterrupted() ?? false { return .interrupted }
    if result.turnCount >= budget.turns { return .exhausted(.turns, limit: budget.turns) }
    if byteCount >= budget.output { return .exhausted(.output, limit: budget.output) }
    guard result.turnCount >= nextMeasure else { return nil }
    nextMeasure += min(nextMeasure, Self.turnsOfMeasure)
    return stepper.byteCount >= budget.memory ? .exhausted(.memory, limit: budget.memory) : nil
  }

  private mutating func keep(_ snapshot: Snapshot, _ reached: Stimulus) {
    result.lines += texts(printer.finish())
    result.observed += texts(sightings?.finish() ?? [])
    kept = (snapshot, reached, result.lines.count, printer.mutedCount, result.broken.count, result.observed.count)
  }

  private mutating func finish(_ stepper: borrowing Stepper, _ reason: CommandStop.Reason?) {
    result.lines += texts(printer.finish())
    result.observed += texts(sightings?.finish() ?? [])
    result.mutedCount = printer.mutedCount
    guard let reason, let reached = stepper.reached, !(stepper.isDone && reached == stepper.stimulus) else { return }
    result.text = given.reaching(reached).text
    result.stop = stopped(reason, stepper.time, waiting: stepper.workCount, at: reached)
  }

  /// Returns to the last kept state; without one, the caller restores the original.
  private mutating func finish(
    cutting stepper: inout Stepper, _ reason: CommandStop.Reason, since begun: (time: Int, waiting: Int)
  ) {
    result.lines.removeLast(result.lines.count - (kept?.lines ?? 0))
    result.broken.removeLast(result.broken.count - (kept?.broken ?? 0))
    result.observed.removeLast(result.observed.count - (kept?.observed ?? 0))
    result.mutedCount = kept?.muted ?? 0
    guard let kept else {
      result.stop = stopped(reason, begun.time, waiting: begun.waiting, at: nil)
      return
    }
    stepper.snapshot = kept.snapshot
    result.text = given.reaching(kept.reached).text
    result.stop = stopped(reason, stepper.time, waiting: stepper.workCount, at: kept.reached)
  }

  private func stopped(_ reason: CommandStop.Reason, _ time: Int, waiting: Int, at reached: Stimulus?) -> CommandStop {
    CommandStop(
      reason: reason, time: time, turns: result.turnCount, waiting: waiting,
      kept: reached.map { given.reaching($0).text },
      left: reached.map { given.remaining(behind: $0)?.text } ?? given.text)
  }
}

extension Turn {
  fileprivate init(_ sighting: Probe.Sighting) {
    self.init(
      time: sighting.time, cause: Cause(.user, "observe"),
      effects: [.notified(field: Name(sighting.path), change: sighting.change)])
  }
}
