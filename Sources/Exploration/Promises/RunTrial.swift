import Statecharts
import ViewModels

package enum RunLaw: Sendable {
  case state(StateLaw)
  case promise(Promise)
  /// Time alone comes to rest; repeating timers are excluded.
  case rest
}

/// Checks one run against a law, as a search does, including what time alone does afterwards.
package struct RunTrial {
  private let law: RunLaw
  private let machine: Machine
  private var keys: KeyMaker
  private var isBroken = false
  /// The total time over all restarts, and the last clock value.
  private var (elapsed, lastTime) = (0, 0)
  /// When the premise held; nil if nothing is due.
  private var promised: Int?
  /// When each state was first seen since the premise held.
  private var seen: [Fingerprint: Int] = [:]

  package init(of law: RunLaw, _ machine: Machine) {
    self.law = law
    self.machine = machine
    keys = KeyMaker(machine.program)
  }

  package mutating func visit(_ snapshot: Snapshot) {
    guard !isBroken else { return }
    // A restart resets the clock.
    elapsed += max(0, snapshot.time - lastTime)
    lastTime = snapshot.time
    switch law {
    case .state(let law): isBroken = !law.holds(snapshot)
    case .promise(let promise): isBroken = breaks(promise, at: snapshot)
    case .rest: break
    }
  }

  /// A loop back to an earlier state in which time passes counts as an endless run.
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

  /// The most instants tried when only time passes.
  private static let mostInstants = 10_000

  /// Whether the law holds when time alone continues; nil if undecided after `mostInstants`.
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
