import Statecharts

/// Steps a machine again and again with one kernel: for whoever drives much. `Machine.step` makes one for each step.
public struct Stepper: ~Copyable {
  private var run: StepRun

  /// Makes a stepper.
  ///
  /// - Precondition: The snapshot is of the machine.
  public init(_ machine: Machine, from snapshot: Snapshot) {
    run = StepRun(machine, at: snapshot)
  }

  /// Where the machine stands. Setting it goes on from there.
  public var snapshot: Snapshot {
    get { run.snapshot }
    set { run.snapshot = newValue }
  }

  /// Virtual time in milliseconds since the machine was opened.
  public var time: Int { run.time }
  /// Returns the key of where the machine stands; no snapshot is copied for that.
  ///
  /// - Precondition: The maker is for the machine's program.
  public func key(by maker: inout KeyMaker) -> Fingerprint { maker.key(of: run.performer.kernel.snapshot) }
  /// Whether work is due where the machine stands.
  package var isDue: Bool { run.performer.kernel.snapshot.isDue }
  /// Whether time alone leads to something where the machine stands.
  package var goesOnByTime: Bool { !hasCrashed && run.performer.kernel.snapshot.nextDue != nil }
  package var hasCrashed: Bool { run.hasCrashed }

  /// Whether steps return what they did; without it they only change the snapshot.
  public var isRecording: Bool {
    get { run.performer.kernel.isRecording }
    set { run.performer.kernel.isRecording = newValue }
  }

  /// Which turns steps return.
  package var keptTurns: KeptTurns {
    get { run.performer.kernel.keptTurns }
    set { run.performer.kernel.keptTurns = newValue }
  }

  /// Runs a stimulus and then what is due, unless it is held.
  ///
  /// - Returns: The turns that ran, as `Machine.step` does; none when they are not recorded.
  @discardableResult
  public mutating func step(_ stimulus: Stimulus, isHeld: Bool = false) -> [Turn] {
    run.begin(stimulus, isHeld: isHeld)
    while run.runPiece(TurnAllowance()) == .paused {}
    return run.takeTurns()
  }

  /// Makes a move that was resolved where the machine stands, and then runs what is due, unless it is held.
  @discardableResult
  package mutating func step(_ move: Move, isHeld: Bool = false) -> [Turn] {
    run.begin(run.performer.resolved(move), isHeld: isHeld)
    while run.runPiece(TurnAllowance()) == .paused {}
    return run.takeTurns()
  }

  /// Whether what charts do is tallied.
  package var isTallying: Bool {
    get { run.performer.kernel.isTallying }
    set { run.performer.kernel.isTallying = newValue }
  }

  /// Makes a move as `step` does, and measures it.
  ///
  /// - Precondition: Turns are recorded, and what charts do is tallied.
  package mutating func measure(_ stimulus: Stimulus, isHeld: Bool = false) -> MeasuredStep {
    let aim = run.performer.machine.aim(of: stimulus, in: snapshot)
    let turns = step(stimulus, isHeld: isHeld)
    return measured(aim, turns)
  }

  /// What was done since the last step, as one measured step.
  package mutating func measured(_ aim: StimulusAim, _ turns: [Turn]) -> MeasuredStep {
    MeasuredStep(aim: aim, turns: turns, tally: run.performer.kernel.takeTally())
  }

  /// Runs what a held step left due.
  package mutating func drain() { run.performer.kernel.drain() }

  /// The turns that ran since they were last taken; none when they are not recorded.
  package mutating func takeTurns() -> [Turn] { run.takeTurns() }

  /// Returns every move that the outside can make where the machine stands.
  package mutating func moves(_ finder: MoveFinder) -> [Move] { finder.moves(at: &run.performer.kernel) }
}
