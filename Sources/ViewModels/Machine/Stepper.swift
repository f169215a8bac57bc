import Statecharts

/// A machine where it is, with the kernel that takes its steps, each at once or in pieces. `Machine.step` makes one for each step.
///
/// A step is a stimulus and the turns until nothing is due. It can be left between two pieces; the state is then often one that a
/// shorter step leads to, and `reached` says which step that is.
public struct Stepper: ~Copyable, Sendable {
  /// How many characters are typed or erased in one piece.
  static let editsOfPiece = 64

  /// What a step has still to do.
  enum Rest {
    /// The stimulus itself.
    case stimulus
    /// Characters to type, one edit each.
    case typing(Substring, into: String)
    /// Characters to remove, one edit each.
    case erasing(Int, from: String)
    /// Time to pass, up to a moment.
    case time(to: Int)
    /// What is due has to run.
    case work
    case nothing
  }

  let machine: Machine
  var kernel: Kernel
  /// The stimulus of the step that is taken, or was taken last.
  package private(set) var stimulus: Stimulus
  /// How a trace names it.
  private(set) var cause: Cause
  private(set) var isHeld = false
  private var start: Int
  private var rest = Rest.nothing
  /// The turn in which a crashed snapshot refuses; none of one that is not crashed.
  private var refusal: [Turn] = []
  /// The turns of the step that another kernel recorded.
  var earlier: [Turn] = []
  /// How many characters were typed or erased, and whether the others are left out.
  private var edits = 0
  private var leavesEditsOut = false
  /// What the fields were when the app ended, and are now that it is opened again; nil when no turn is to tell that.
  var fieldsOverRestart: (old: [FieldState], new: [FieldState])?

  /// Makes a stepper that has nothing to do yet.
  ///
  /// - Precondition: The snapshot is of the machine.
  public init(_ machine: Machine, from snapshot: Snapshot) {
    self.machine = machine
    kernel = Kernel(machine.program, snapshot)
    start = snapshot.time
    stimulus = .settle
    cause = machine.cause(of: .settle)
  }

  // MARK: Where it is

  /// The state of the machine. Setting it continues from there.
  public var snapshot: Snapshot {
    get { kernel.snapshot }
    set { kernel.begin(newValue) }
  }

  /// Virtual time in milliseconds since the machine was opened.
  public var time: Int { kernel.snapshot.time }
  /// Returns the key of the state; no snapshot is copied for that.
  ///
  /// - Precondition: The maker is for the machine's program.
  public func key(by maker: inout KeyMaker) -> Fingerprint { maker.key(of: kernel.snapshot) }
  /// Whether work is due now.
  package var isDue: Bool { kernel.snapshot.isDue }
  /// Whether time alone changes something.
  package var goesOnByTime: Bool { !hasCrashed && kernel.snapshot.nextDue != nil }
  /// Whether the model faulted.
  package var hasCrashed: Bool { if case nil = kernel.snapshot.fault { false } else { true } }
  /// How many pieces of work wait.
  package var workCount: Int { kernel.snapshot.workCount }
  /// How many bytes the machine holds in fields, signals and work.
  package var byteCount: Int { kernel.snapshot.byteCount(machine.program) }

  /// Returns every move that the outside can make now. Code that does not come back leaves the machine crashed.
  package mutating func moves(_ finder: MoveFinder) -> [Move] {
    guarded(else: []) { finder.moves(at: &$0.kernel) }
  }

  // MARK: A step at once

  /// Runs a stimulus and then what is due, unless it is held.
  ///
  /// - Returns: The turns that ran, as `Machine.step` does; none when they are not recorded.
  @discardableResult
  public mutating func step(_ stimulus: Stimulus, isHeld: Bool = false) -> [Turn] {
    begin(stimulus, isHeld: isHeld)
    return end()
  }

  /// Makes a move that was resolved in the state of the machine, and then runs what is due, unless it is held.
  @discardableResult
  package mutating func step(_ move: Move, isHeld: Bool = false) -> [Turn] {
    begin(move.stimulus, isHeld: isHeld)
    note(move)
    guard refusal.isEmpty else { return end() }
    // No closure where none is needed: searches do this most.
    if machine.isGuarded {
      guarded(else: ()) { $0.rest = $0.make(move) }
    } else {
      machine.codeGuard?.mark()
      rest = make(move)
      machine.codeGuard?.mark()
    }
    return end()
  }

  /// Runs what a held step left due.
  package mutating func drain() { guarded(else: ()) { $0.kernel.drain() } }

  private mutating func end() -> [Turn] {
    while runPiece(TurnAllowance()) == .paused {}
    return takeTurns()
  }

  // MARK: A step in pieces

  /// Begins a step where the one before it ended; nothing runs yet.
  package mutating func begin(_ stimulus: Stimulus, isHeld: Bool = false, observing probes: [Probe] = []) {
    self.stimulus = stimulus
    cause = machine.cause(of: stimulus)
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

  /// Whether nothing is left to do.
  package var isDone: Bool { if case .nothing = rest { true } else { false } }

  /// Runs a piece of the step.
  ///
  /// - Parameter pause: The time at which the piece ends while time passes, in virtual milliseconds; nil for none.
  /// - Returns: `cut` when it was cancelled where no shorter step would have ended.
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

  /// Whether nothing is due in what is left, so that it is no piece of its own.
  private func endsAtOnce(_ allowance: TurnAllowance) -> Bool {
    let due = kernel.snapshot.nextDue ?? Int.max
    return switch rest {
    case .work: due > time
    case .time(let moment): due > moment && !allowance.pausesAtInstants
    default: false
    }
  }

  /// The stimulus whose whole step leads to the state as it is; nil while there is none.
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
    other.cause = cause
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

  /// Leaves out the characters that are not typed or erased yet; what is due runs with the next piece.
  package mutating func leaveEditsOut() {
    switch rest {
    case .typing where edits > 0 && !isSecret, .erasing where edits > 0:
      leavesEditsOut = true
      rest = afterwards
    default: break
    }
  }

  /// Part of a secret is nothing that a command could say, so its typing is cut.
  private func mayBeginEdits(_ allowance: TurnAllowance) -> Bool {
    !(isSecret && allowance.isCancelled?() ?? false)
  }

  private var isSecret: Bool {
    if case .type = stimulus { cause.value?.holdsSecret ?? false } else { false }
  }

  // MARK: What is recorded

  /// Whether steps return what they did; without it they only change the snapshot.
  public var isRecording: Bool {
    get { kernel.isRecording }
    set { kernel.isRecording = newValue }
  }

  /// Which turns steps return.
  package var keptTurns: KeptTurns {
    get { kernel.keptTurns }
    set { kernel.keptTurns = newValue }
  }

  /// The turns that ran since they were last taken; none when they are not recorded. Linear in them.
  package mutating func takeTurns() -> [Turn] {
    if kernel.turnCount == 0, refusal.isEmpty, earlier.isEmpty { return [] }
    defer {
      kernel.forgetTurns()
      earlier = []
      fieldsOverRestart = nil
      refusal = []
    }
    let turns = refusal.isEmpty ? earlier + kernel.turns : refusal
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

  /// What the observations saw since it was last taken.
  package mutating func takeSightings() -> [Probe.Sighting] {
    defer { kernel.forgetSightings() }
    return kernel.watchers.sightings
  }

  /// Called at the end of each turn with the state after it.
  package var afterTurn: (@Sendable (Snapshot) -> Void)? {
    get { kernel.watchers.afterTurn }
    set { kernel.watchers.afterTurn = newValue }
  }

  /// Whether what charts do is tallied.
  package var isTallying: Bool {
    get { kernel.isTallying }
    set { kernel.isTallying = newValue }
  }

  /// Tallies from now on what is reached, without the timers of code.
  package mutating func tallyReach() { kernel.tallyWithoutTimers() }
  /// What was tallied and not taken out by a measure; nil where nothing is tallied.
  package var tallied: RunTally? { kernel.tallied }
  /// Tallies that a move is made.
  package mutating func note(_ move: Move) {
    if move.control >= 0 { kernel.tallyMove(move.control) }
  }

  /// What a stimulus is for in the state of the machine.
  package func aim(of stimulus: Stimulus) -> StimulusAim { machine.aim(of: stimulus, in: snapshot) }

  /// Takes a step as `step` does, and measures it.
  ///
  /// - Precondition: Turns are recorded, and what charts do is tallied.
  package mutating func measure(_ stimulus: Stimulus, isHeld: Bool = false) -> MeasuredStep {
    let aim = aim(of: stimulus)
    return measured(aim, step(stimulus, isHeld: isHeld))
  }

  /// Measures what ran since it was last measured.
  ///
  /// - Precondition: What charts do is tallied.
  package mutating func measured(_ aim: StimulusAim, _ turns: [Turn]) -> MeasuredStep {
    MeasuredStep(aim: aim, turns: turns, tally: kernel.takeTally())
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
