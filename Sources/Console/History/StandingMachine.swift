import Statecharts
import ViewModels

/// A machine where it stands, with the kernel that steps it, which is kept from step to step.
///
/// It is a value: of several copies, each that is changed goes on with a kernel of its own.
struct StandingMachine: Sendable {
  /// Changed only by the one copy that refers to it.
  private final class Kept: @unchecked Sendable {
    var stepper: Stepper

    init(_ machine: Machine, _ snapshot: Snapshot) {
      stepper = Stepper(machine, from: snapshot)
    }
  }

  let machine: Machine
  private var kept: Kept

  init(_ machine: Machine, at snapshot: Snapshot) {
    self.machine = machine
    kept = Kept(machine, snapshot)
  }

  /// Where it stands. Setting it goes on from there.
  var snapshot: Snapshot {
    get { kept.stepper.snapshot }
    set {
      if isKnownUniquelyReferenced(&kept) { kept.stepper.snapshot = newValue } else { kept = Kept(machine, newValue) }
    }
  }

  /// Virtual time in milliseconds since the machine was opened.
  var time: Int { kept.stepper.time }
  /// Whether the model faulted.
  var hasCrashed: Bool { kept.stepper.hasCrashed }

  /// Steps it with the kernel that is kept.
  mutating func step<Result, Stop>(_ body: (inout Stepper) throws(Stop) -> Result) throws(Stop) -> Result {
    if !isKnownUniquelyReferenced(&kept) { kept = Kept(machine, snapshot) }
    return try body(&kept.stepper)
  }
}
