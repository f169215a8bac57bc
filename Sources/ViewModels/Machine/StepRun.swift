import Statecharts

/// A step under way: a stimulus, and the turns until nothing is due, in pieces.
///
/// A step can be left between two pieces. Where it stands is then often what a shorter step leads to, and `reached` says
/// to which.
package struct StepRun: ~Copyable, Sendable {
  /// How many characters are typed or erased in one piece.
  static let editsOfPiece = 64

  var performer: Performer
  private var resolved: ResolvedStimulus
  private var start: Int
  /// What is left to do; nil before the stimulus.
  private var rest: Performer.Rest?
  /// The turn in which a crashed snapshot refuses; none of one that is not crashed.
  private var refusal: [Turn] = []
  /// How many characters were typed or erased, and whether the others are left out.
  private var edits = 0
  private var leavesEditsOut = false

  /// Stands where a snapshot is; nothing is to be done.
  package init(_ machine: Machine, at snapshot: Snapshot) {
    start = snapshot.time
    rest = .nothing
    performer = Performer(machine: machine, kernel: Kernel(machine.program, snapshot), isHeld: false)
    resolved = performer.resolved(.settle)
  }

  /// Begins a step where the one before it ended; nothing runs yet.
  package mutating func begin(_ stimulus: Stimulus, isHeld: Bool = false, observing probes: [Probe] = []) {
    begin(performer.resolved(stimulus), isHeld: isHeld, observing: probes)
  }

  /// Begins a step with what was resolved where the one before it ended; nothing runs yet.
  package mutating func begin(_ resolved: ResolvedStimulus, isHeld: Bool = false, observing probes: [Probe] = []) {
    self.resolved = resolved
    start = time
    performer.isHeld = isHeld
    performer.kernel.watchers.probes = probes
    rest = nil
    edits = 0
    leavesEditsOut = false
    if let fault = performer.kernel.snapshot.fault, resolved.stimulus != .restart {
      refusal = [resolved.cause.refusal(at: start, .crashed(fault: fault), isHeld: performer.isHeld)]
    }
  }

  package var stimulus: Stimulus { resolved.stimulus }

  /// Where the machine stands. Setting it goes on from there.
  package var snapshot: Snapshot {
    get { performer.kernel.snapshot }
    set { performer.kernel.begin(newValue) }
  }

  /// Virtual time in milliseconds since the machine was opened.
  package var time: Int { performer.kernel.snapshot.time }
  /// How many pieces of work wait.
  package var workCount: Int { performer.kernel.snapshot.workCount }
  /// Whether the model faulted.
  package var hasCrashed: Bool { if case nil = performer.kernel.snapshot.fault { false } else { true } }
  /// How many bytes the machine holds in fields, signals and work.
  package var byteCount: Int { performer.kernel.snapshot.byteCount(performer.machine.program) }

  /// Told at the end of each turn where it led.
  package var afterTurn: (@Sendable (Snapshot) -> Void)? {
    get { performer.kernel.watchers.afterTurn }
    set { performer.kernel.watchers.afterTurn = newValue }
  }

  /// Whether nothing is left to do.
  package var isDone: Bool { if case .nothing = rest { true } else { false } }

  /// The turns that ran since they were last taken. Linear in them.
  package mutating func takeTurns() -> [Turn] {
    if performer.kernel.turnCount == 0, refusal.isEmpty { return [] }
    defer {
      performer.kernel.forgetTurns()
      performer.fieldsOverRestart = nil
      refusal = []
    }
    let turns = refusal.isEmpty ? performer.kernel.turns : refusal
    guard let fields = performer.fieldsOverRestart else { return turns }
    return turns.settingInitially(fields.new, after: fields.old)
  }

  /// Whether what charts do is tallied.
  package var isTallying: Bool {
    get { performer.kernel.isTallying }
    set { performer.kernel.isTallying = newValue }
  }

  /// What a stimulus is for where the run stands.
  package func aim(of stimulus: Stimulus) -> StimulusAim { performer.machine.aim(of: stimulus, in: snapshot) }

  /// Measures what ran since it was last measured.
  ///
  /// - Precondition: What charts do is tallied.
  package mutating func measured(_ aim: StimulusAim, _ turns: [Turn]) -> MeasuredStep {
    MeasuredStep(aim: aim, turns: turns, tally: performer.kernel.takeTally())
  }

  /// What the observations saw since it was last taken.
  package mutating func takeSightings() -> [Probe.Sighting] {
    defer { performer.kernel.forgetSightings() }
    return performer.kernel.watchers.sightings
  }

  /// The stimulus whose whole step leads to the snapshot as it is; nil while there is none.
  package var reached: Stimulus? {
    switch (stimulus, rest) {
    case (.type(let control, let text), .nothing) where leavesEditsOut:
      .type(control: control, String(text.prefix(edits)))
    case (.erase(let control, _), .nothing) where leavesEditsOut: .erase(control: control, count: edits)
    case (_, .nothing): stimulus
    case (_, .time) where snapshot.time > start && snapshot.nextDue.map { $0 > snapshot.time } ?? true:
      .advance(milliseconds: snapshot.time - start)
    case (_, _): nil
    }
  }

  /// Runs a piece of the step.
  ///
  /// - Parameter pause: The time at which the piece ends while time passes, in virtual milliseconds; nil for none.
  /// - Returns: `cut` when it was cancelled where no shorter step would have ended.
  package mutating func runPiece(_ allowance: TurnAllowance, until pause: Int? = nil) -> RunEnd {
    switch rest {
    case nil:
      rest = refusal.isEmpty ? performer.perform(resolved) : .nothing
      if endsAtOnce(allowance) { return runPiece(allowance) }
    case .typing(var text, let control):
      guard mayBeginEdits(allowance) else { return .cut }
      edits += performer.type(&text, into: control, resolved.cause, atMost: Self.editsOfPiece)
      rest = text.isEmpty || snapshot.fault != nil ? performer.afterwards : .typing(text, into: control)
    case .erasing(let count, let control):
      guard mayBeginEdits(allowance) else { return .cut }
      let now = min(count, Self.editsOfPiece)
      performer.erase(now, from: control)
      edits += now
      rest = now == count || snapshot.fault != nil ? performer.afterwards : .erasing(count - now, from: control)
    case .time(let moment):
      let stop = min(moment, pause ?? moment)
      let end = performer.kernel.advance(to: stop, isHeld: performer.isHeld, pausing: allowance)
      guard end == .finished else { return end }
      guard stop == moment || hasCrashed else { return .paused }
      rest = .nothing
    case .work:
      let due = TurnAllowance(isCancelled: allowance.isCancelled)
      if performer.kernel.advance(to: snapshot.time, pausing: due) == .cut { return .cut }
      rest = .nothing
    case .nothing: break
    }
    return isDone ? .finished : .paused
  }

  /// Whether nothing is due in what is left, so that it is no piece of its own.
  private func endsAtOnce(_ allowance: TurnAllowance) -> Bool {
    let due = performer.kernel.snapshot.nextDue ?? Int.max
    return switch rest {
    case .work: due > performer.kernel.snapshot.time
    case .time(let moment): due > moment && !allowance.pausesAtInstants
    default: false
    }
  }

  /// Leaves out the characters that are not typed or erased yet; what is due runs with the next piece.
  package mutating func leaveEditsOut() {
    switch rest {
    case .typing where edits > 0 && !isSecret, .erasing where edits > 0:
      leavesEditsOut = true
      rest = performer.afterwards
    default: break
    }
  }

  /// Part of a secret is nothing that a command could say, so its typing is cut.
  private func mayBeginEdits(_ allowance: TurnAllowance) -> Bool {
    !(isSecret && allowance.isCancelled?() ?? false)
  }

  private var isSecret: Bool {
    if case .type = stimulus { resolved.cause.value?.holdsSecret ?? false } else { false }
  }
}

extension Cause {
  /// The turn in which it is not taken.
  fileprivate func refusal(at time: Int, _ refusal: Refusal, isHeld: Bool) -> Turn {
    var cause = self
    cause.isHeld = isHeld
    return Turn(time: time, cause: cause, effects: [.refused(name: Name(name), reason: refusal.reason)])
  }
}
