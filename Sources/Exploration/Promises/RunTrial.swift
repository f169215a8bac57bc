import Statecharts
import ViewModels

/// What is asked of a whole run.
package enum RunLaw: Sendable {
  /// That something holds of every state.
  case state(StateLaw)
  /// That something comes.
  case promise(Promise)
  /// That time alone comes to rest; what repeating timers do is declared to go on.
  case rest
}

/// Holds one run to a law: what was driven, and what time alone makes of it from there on. It judges a run as a search judges
/// those that it sees.
package struct RunTrial {
  private let law: RunLaw
  private let machine: Machine
  private var keys: KeyMaker
  private var isBroken = false
  /// The milliseconds that went by, over all restarts, and what the clock showed last.
  private var (elapsed, lastTime) = (0, 0)
  /// How much time had gone by when something was promised that has not come; nil when nothing is.
  private var promised: Int?
  /// When each state was first seen since then.
  private var seen: [Fingerprint: Int] = [:]

  package init(of law: RunLaw, _ machine: Machine) {
    self.law = law
    self.machine = machine
    keys = KeyMaker(machine.program)
  }

  /// Looks at the next state of the run: the first, or where a command led.
  package mutating func visit(_ snapshot: Snapshot) {
    guard !isBroken else { return }
    // A restart sets the clock back; no time passes with it.
    elapsed += max(0, snapshot.time - lastTime)
    lastTime = snapshot.time
    switch law {
    case .state(let law): isBroken = !law.holds(snapshot)
    case .promise(let promise): isBroken = breaks(promise, at: snapshot)
    case .rest: break
    }
  }

  /// Whether the promise is broken by the time that went by, or by a way back to where the run was, which may be gone for ever.
  private mutating func breaks(_ promise: Promise, at snapshot: Snapshot) -> Bool {
    if let promised, let limit = promise.limit, elapsed - promised > limit { return true }
    if promise.isKept(snapshot) {
      (promised, seen) = (nil, [:])
      return false
    }
    if promised == nil, promise.holds(snapshot) { promised = elapsed }
    guard promised != nil, promise.limit == nil else { return false }
    let key = keys.key(of: snapshot)
    if let time = seen[key] { return elapsed > time }
    seen[key] = elapsed
    return false
  }

  /// So many instants are looked at when only time passes.
  private static let mostInstants = 10_000

  /// Whether the law is kept when time alone goes on from the last state; nil when nothing came of it for too long.
  package func isKept(goingOnFrom snapshot: Snapshot) -> Bool? {
    if case .rest = law { return comesToRest(snapshot) }
    var trial = self
    var stepper = Stepper(machine, from: snapshot)
    stepper.isRecording = false
    for _ in 0..<Self.mostInstants {
      if trial.isBroken { return false }
      if trial.promised == nil { return true }
      guard stepper.goesOnByTime else { return false }
      stepper.step(.advance(milliseconds: nil))
      trial.visit(stepper.snapshot)
    }
    return nil
  }

  private func comesToRest(_ snapshot: Snapshot) -> Bool? {
    var stepper = Stepper(machine, from: snapshot)
    var (keys, seen): (KeyMaker, [Fingerprint: Int]) = (keys, [:])
    var causes: [[Cause]] = []
    for step in 0..<Self.mostInstants {
      guard stepper.goesOnByTime else { return !stepper.hasCrashed }
      if let first = seen.updateValue(step, forKey: stepper.key(by: &keys)) {
        return causes[first...].flatMap(\.self).areOfRepeatingTimers
      }
      causes.append(stepper.step(.advance(milliseconds: nil)).map(\.cause).filter { $0.source != .user })
    }
    return nil
  }
}
