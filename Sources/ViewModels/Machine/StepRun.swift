import Statecharts

/// A step under way: a stimulus, and the turns until nothing is due, in pieces.
///
/// A step can be left between two pieces. Where it stands is then often what a shorter step leads to, and `reached` says
/// to which.
public struct StepRun: ~Copyable {
  /// How many characters are typed or erased in one piece.
  static let editsOfPiece = 64

  var hand: Hand
  public private(set) var stimulus: Stimulus
  /// What the stimulus is here, when that is known already.
  private var move: Move?
  /// How a trace names the stimulus.
  private var cause: Cause
  private var start: Int
  /// What is left to do; nil before the stimulus.
  private var rest: Hand.Rest?
  /// The turn in which a crashed snapshot refuses.
  private var refusal: Turn?
  /// How many characters were typed or erased, and whether the others are left out.
  private var edits = 0
  private var leavesEditsOut = false

  /// Begins a step; nothing runs yet.
  public init(
    _ machine: Machine, _ stimulus: Stimulus, isHeld: Bool = false, from snapshot: Snapshot,
    observing probes: [Probe] = []
  ) {
    self.stimulus = stimulus
    start = snapshot.time
    cause = machine.cause(of: stimulus)
    var kernel = Kernel(machine.program, snapshot)
    kernel.probes = probes
    hand = Hand(machine: machine, kernel: kernel, isHeld: isHeld)
    refuseIfCrashed()
  }

  /// Begins another step where the one before it ended; nothing runs yet.
  ///
  /// - Parameter move: What the stimulus is there, when that is known already.
  mutating func begin(_ stimulus: Stimulus, _ move: Move? = nil, isHeld: Bool) {
    self.stimulus = stimulus
    self.move = move
    start = snapshot.time
    cause = hand.machine.cause(of: stimulus)
    hand.isHeld = isHeld
    rest = nil
    edits = 0
    leavesEditsOut = false
    refuseIfCrashed()
  }

  private mutating func refuseIfCrashed() {
    guard let fault = hand.kernel.snapshot.fault else { return }
    refusal = cause.refusal(at: start, "the model crashed: \(fault)", isHeld: hand.isHeld)
  }

  public var snapshot: Snapshot { hand.kernel.snapshot }

  /// Whether nothing is left to do.
  public var isDone: Bool { if case .nothing = rest { true } else { false } }

  /// The turns that ran since they were last taken. Linear in them.
  public mutating func takeTurns() -> [Turn] {
    defer {
      hand.kernel.forgetTurns()
      refusal = nil
    }
    return refusal.map { [$0] } ?? hand.kernel.turns
  }

  /// What the observations saw since it was last taken.
  public mutating func takeSightings() -> [Probe.Sighting] {
    defer { hand.kernel.forgetSightings() }
    return hand.kernel.probed
  }

  /// The stimulus whose whole step leads to the snapshot as it is; nil while there is none.
  public var reached: Stimulus? {
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
  /// - Returns: `cut` when it was cancelled where no shorter step would have ended.
  public mutating func runPiece(_ allowance: TurnAllowance) -> RunEnd {
    switch rest {
    case nil:
      guard refusal == nil else {
        rest = .nothing
        break
      }
      if let move { rest = hand.perform(move, cause) } else { rest = hand.perform(stimulus, cause) }
    case .typing(var text, let control):
      guard mayBeginEdits(allowance) else { return .cut }
      edits += hand.type(&text, into: control, cause, atMost: Self.editsOfPiece)
      rest = text.isEmpty || snapshot.fault != nil ? hand.afterwards : .typing(text, into: control)
    case .erasing(let count, let control):
      guard mayBeginEdits(allowance) else { return .cut }
      let now = min(count, Self.editsOfPiece)
      hand.erase(now, from: control)
      edits += now
      rest = now == count || snapshot.fault != nil ? hand.afterwards : .erasing(count - now, from: control)
    case .time(let moment):
      let end = hand.kernel.advance(to: moment, isHeld: hand.isHeld, pausing: allowance)
      guard end == .finished else { return end }
      rest = .nothing
    case .work:
      let due = TurnAllowance(isCancelled: allowance.isCancelled)
      if hand.kernel.advance(to: snapshot.time, pausing: due) == .cut { return .cut }
      rest = .nothing
    case .nothing: break
    }
    return isDone ? .finished : .paused
  }

  /// Leaves out the characters that are not typed or erased yet; what is due runs with the next piece.
  public mutating func leaveEditsOut() {
    switch rest {
    case .typing where edits > 0 && !isSecret, .erasing where edits > 0:
      leavesEditsOut = true
      rest = hand.afterwards
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
}

extension Cause {
  /// The turn in which it is not taken.
  fileprivate func refusal(at time: Int, _ reason: String, isHeld: Bool) -> Turn {
    var cause = self
    cause.isHeld = isHeld
    let name = cause.target.isEmpty ? cause.event : cause.target
    return Turn(time: time, cause: cause, effects: [.refused(name: name, reason: reason)])
  }
}
