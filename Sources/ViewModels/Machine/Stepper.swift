import Statecharts

/// A machine in a state, which runs steps at once or in pieces. A step is a stimulus and the turns until nothing is
/// due.
public struct Stepper: ~Copyable, Sendable {
  /// The characters typed or erased in one piece.
  static let editsOfPiece = 64

  enum Rest {
    case stimulus
    case typing(Substring, into: String)
    case erasing(Int, from: String)
    case time(to: Int)
    case work
    case nothing
  }

  let machine: Machine
  var kernel: Kernel
  package private(set) var stimulus: Stimulus
  private(set) var isHeld = false
  private var start: Int
  private var rest = Rest.nothing
  /// The turns that refuse the stimulus of a crashed snapshot.
  private var refusal: [Turn] = []
  /// The turns of the step that another kernel recorded.
  var earlier: [Turn] = []
  private var edits = 0
  private var leavesEditsOut = false
  var fieldsOverRestart: (old: [FieldState], new: [FieldState])?

  /// - Precondition: The snapshot is of the machine.
  public init(_ machine: Machine, from snapshot: Snapshot) {
    self.machine = machine
    kernel = Kernel(machine.program, snapshot)
    start = snapshot.time
    stimulus = .settle
  }

  // MARK: State

  var cause: Cause { machine.cause(of: stimulus) }

  /// The current state; setting it continues from there.
  public var snapshot: Snapshot {
    get { kernel.snapshot }
    set { kernel.begin(newValue) }
  }

  /// Virtual milliseconds since the machine was opened.
  public var time: Int { kernel.snapshot.time }
  /// The key of the state, computed without copying the snapshot.
  ///
  /// - Precondition: The maker is for the machine's program.
  public func key(by maker: inout KeyMaker) -> Fingerprint { maker.key(of: kernel.snapshot) }
  package var isDue: Bool { kernel.snapshot.isDue }
  package var goesOnByTime: Bool { !hasCrashed && kernel.snapshot.nextDue != nil }
  package var hasCrashed: Bool { if case nil = kernel.snapshot.fault { false } else { true } }
  package var workCount: Int { kernel.snapshot.workCount }
  package var byteCount: Int { kernel.snapshot.byteCount(machine.program) }

  /// Returns every move that the outside can make now. Code that does not come back leaves the machine crashed.
  package mutating func moves(_ finder: MoveFinder) -> [Move] {
    guarded(else: []) { finder.moves(at: &$0.kernel) }
  }

  // MARK: Whole steps

  /// Runs a stimulus and then due work, unless it is held. Returns the turns, if recorded.
  @discardableResult
  public mutating func step(_ stimulus: Stimulus, isHeld: Bool = false) -> [Turn] {
    begin(stimulus, isHeld: isHeld)
    return end()
  }

  @discardableResult
  package mutating func step(_ move: Move, isHeld: Bool = false) -> [Turn] {
    begin(move.stimulus, isHeld: isHeld)
    note(move)
    guard refusal.isEmpty else { return end() }
    // No closure where none is needed: searches do this most.
    if machine.isGuarded {
      guarded(else: ()) { $0.rest = $0.make(move.kind, move.navigation) }
    } else {
      machine.codeGuard?.mark()
      rest = make(move.kind, move.navigation)
      machine.codeGuard?.mark()
    }
    return end()
  }

  package mutating func drain() { guarded(else: ()) { $0.kernel.drain() } }

  private mutating func end() -> [Turn] {
    while runPiece(TurnAllowance()) == .paused {}
    return takeTurns()
  }

  // MARK: Steps in pieces

  package mutating func begin(_ stimulus: Stimulus, isHeld: Bool = false, observing probes: [Probe] = []) {
    self.stimulus = stimulus
    self.isHeld = isHeld
    start = time
    kernel.watchers.probes = probes
    rest = .stimulus
    edits = 0
    leavesEditsOut = false
    if let fault = kernel.snapshot.fault, stimulus != .restart {
      refusal = [cause.refusal(at: start, .crashed(fault: fault), isHeld: isHeld)]
    }
  }

  package var isDone: Bool { if case .nothing = rest { true } else { false } }

  /// - Parameter pause: The virtual time at which the piece ends while time passes.
  /// - Returns: `cut` if cancelled where no shorter step ends.
  package mutating func runPiece(_ allowance: TurnAllowance, until pause: Int? = nil) -> RunEnd {
    if machine.isGuarded { return guarded(else: .finished) { $0.runUnguarded(allowance, until: pause) } }
    machine.codeGuard?.mark()
    defer { machine.codeGuard?.mark() }
    return runUnguarded(allowance, until: pause)
  }

  private mutating func runUnguarded(_ allowance: TurnAllowance, until pause: Int?) -> RunEnd {
    switch rest {
    case .stimulus:
      rest = refusal.isEmpty ? perform() : .nothing
      if endsAtOnce(allowance) { return runUnguarded(allowance, until: nil) }
    case .typing(var text, let control):
      guard mayBeginEdits(allowance) else { return .cut }
      edits += type(&text, into: control, atMost: Self.editsOfPiece)
      rest = text.isEmpty || hasCrashed ? afterwards : .typing(text, into: control)
    case .erasing(let count, let control):
      guard mayBeginEdits(allowance) else { return .cut }
      let now = min(count, Self.editsOfPiece)
      erase(now, from: control)
      edits += now
      rest = now == count || hasCrashed ? afterwards : .erasing(count - now, from: control)
    case .time(let moment):
      let stop = min(moment, pause ?? moment)
      let end = kernel.advance(to: stop, isHeld: isHeld, pausing: allowance)
      guard end == .finished else { return end }
      guard stop == moment || hasCrashed else { return .paused }
      rest = .nothing
    case .work:
      let due = TurnAllowance(isCancelled: allowance.isCancelled)
      if kernel.advance(to: time, pausing: due) == .cut { return .cut }
      rest = .nothing
    case .nothing: break
    }
    return isDone ? .finished : .paused
  }

  /// Whether nothing is due in the rest of the step, so that it needs no piece.
  private func endsAtOnce(_ allowance: TurnAllowance) -> Bool {
    let due = kernel.snapshot.nextDue ?? Int.max
    return switch rest {
    case .work: due > time
    case .time(let moment): due > moment && !allowance.pausesAtInstants
    default: false
    }
  }

  /// The stimulus whose complete step ends in the current state, if any.
  package var reached: Stimulus? {
    switch (stimulus, rest) {
    case (.type(let control, let text), .nothing) where leavesEditsOut:
      .type(control: control, String(text.prefix(edits)))
    case (.erase(let control, _), .nothing) where leavesEditsOut: .erase(control: control, count: edits)
    case (_, .nothing): stimulus
    case (_, .time) where time > start && kernel.snapshot.nextDue.map { $0 > time } ?? true:
      .advance(milliseconds: time - start)
    case (_, _): nil
    }
  }

  /// The same stepper once more, in the middle of its step where it is in one.
  var twin: Stepper {
    var other = Stepper(machine, from: snapshot)
    other.kernel = kernel.twin
    other.stimulus = stimulus
    other.isHeld = isHeld
    other.start = start
    other.rest = rest
    other.refusal = refusal
    other.edits = edits
    other.leavesEditsOut = leavesEditsOut
    other.fieldsOverRestart = fieldsOverRestart
    return other
  }

  /// Ends the step by a fault.
  mutating func crash(_ reason: String) {
    var cause = cause
    cause.isHeld = isHeld
    if let command = aim(of: stimulus).command { kernel.tallyUnreturned(command.input, of: command.template) }
    kernel.run(cause) { $0.perform { $0.fault(reason) } }
    rest = .nothing
  }

  package mutating func leaveEditsOut() {
    switch rest {
    case .typing where edits > 0 && !isSecret, .erasing where edits > 0:
      leavesEditsOut = true
      rest = afterwards
    default: break
    }
  }

  /// A cancelled typing of a secret stops here, because no command can express a part of it.
  private func mayBeginEdits(_ allowance: TurnAllowance) -> Bool {
    !(isSecret && allowance.isCancelled?() ?? false)
  }

  private var isSecret: Bool {
    if case .type = stimulus { cause.value?.holdsSecret ?? false } else { false }
  }

  // MARK: Recording

  /// Whether steps return their turns.
  public var isRecording: Bool {
    get { kernel.isRecording }
    set { kernel.isRecording = newValue }
  }

  package var keptTurns: KeptTurns {
    get { kernel.keptTurns }
    set { kernel.keptTurns = newValue }
  }

  /// Removes and returns the recorded turns. Linear in their number.
  package mutating func takeTurns() -> [Turn] {
    if kernel.turnCount == 0, refusal.isEmpty, earlier.isEmpty { return [] }
    defer {
      kernel.forgetTurns()
      earlier = []
      fieldsOverRestart = nil
      refusal = []
    }
    let turns = !refusal.isEmpty ? refusal : earlier.isEmpty ? kernel.turns : earlier + kernel.turns
    guard let fields = fieldsOverRestart else { return turns }
    return turns.settingInitially(fields.new, after: fields.old)
  }

  /// All turns of the step so far; the kernel has none of them then.
  mutating func takeEarlierTurns() -> [Turn] {
    var turns: [Turn] = []
    swap(&turns, &earlier)
    if kernel.turnCount > 0 {
      turns += kernel.turns
      kernel.forgetTurns()
    }
    return turns
  }

  package mutating func takeSightings() -> [Probe.Sighting] {
    defer { kernel.forgetSightings() }
    return kernel.watchers.sightings
  }

  /// Called after each turn with the new state.
  package var afterTurn: (@Sendable (Snapshot) -> Void)? {
    get { kernel.watchers.afterTurn }
    set { kernel.watchers.afterTurn = newValue }
  }

  package var isTallying: Bool {
    get { kernel.isTallying }
    set { kernel.isTallying = newValue }
  }

  /// Tallies what is reached from now on, without timers of code.
  package mutating func tallyReach() { kernel.tallyWithoutTimers() }
  package var tallied: RunTally? { kernel.tallied }
  package mutating func note(_ move: Move) {
    if move.control >= 0 { kernel.tallyMove(move.control) }
  }

  package func aim(of stimulus: Stimulus) -> StimulusAim { machine.aim(of: stimulus, in: snapshot) }

  /// - Precondition: Turns are recorded and tallied.
  package mutating func measure(_ stimulus: Stimulus, isHeld: Bool = false) -> MeasuredStep {
    let aim = aim(of: stimulus)
    return measured(aim, step(stimulus, isHeld: isHeld))
  }

  /// - Precondition: Turns are tallied.
  package mutating func measured(_ aim: StimulusAim, _ turns: [Turn]) -> MeasuredStep {
    MeasuredStep(aim: aim, turns: turns, tally: kernel.takeTally())
  }
}

extension Cause {
  fileprivate func refusal(at time: Int, _ refusal: Refusal, isHeld: Bool) -> Turn {
    var cause = self
    cause.isHeld = isHeld
    return Turn(time: time, cause: cause, effects: [.refused(name: Name(name), reason: refusal.reason)])
  }
}
