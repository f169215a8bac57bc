import Statecharts

/// What only machines of adapters have: objects of user code behind their snapshots.
package struct ObjectOperations: Sendable {
  /// Lets this process run objects.
  ///
  /// - Returns: Whether the process runs objects from now on: on its main thread, and nothing beside them.
  package let allow: @Sendable (ObjectUse) -> Bool
  /// A number of the calls that led to a snapshot; equal only in this process.
  let history: @Sendable (Snapshot, Program) -> Int
  /// Makes the object of a snapshot again and ends it.
  ///
  /// - Returns: What remains of it; nil for nothing.
  let remains: @Sendable (Snapshot, Program) -> String?
  /// What runs that are over left behind, each as a sentence.
  package let escapes: @Sendable () -> [String]
  /// Begins or ends a trial: what an object does in it is not done again when the same steps follow.
  let isTrying: @Sendable (Bool) -> Void
  /// Separates a copy of the process from the others, with which it shares what the system keeps.
  package let beginCopy: @Sendable () -> Void

  package init(
    allow: @escaping @Sendable (ObjectUse) -> Bool, history: @escaping @Sendable (Snapshot, Program) -> Int,
    remains: @escaping @Sendable (Snapshot, Program) -> String?, escapes: @escaping @Sendable () -> [String],
    isTrying: @escaping @Sendable (Bool) -> Void, beginCopy: @escaping @Sendable () -> Void
  ) {
    self.allow = allow
    self.history = history
    self.remains = remains
    self.escapes = escapes
    self.isTrying = isTrying
    self.beginCopy = beginCopy
  }
}

extension ObjectOperations {
  /// What is said of an object that does something else when the same calls are made again.
  package static func unrepeatable(_ difference: String) -> String {
    "the object is not repeatable: when the same calls were made again, \(difference); inject what differs (chance, files, "
      + "the network), and reset in 'reset()' what outlives an object"
  }
}

/// How a process runs the objects of machines of adapters.
package enum ObjectUse: Sendable {
  /// Now; the process may start again for it.
  case now
  /// When a definition first needs them, by a restart, which returns if it fails.
  case whenNeeded(restart: @Sendable () -> Void)
  /// A guard tries each step.
  case guarded
}

extension Stepper {
  /// The key of the state and of the calls that led to it; that of the state alone for a machine without objects.
  ///
  /// - Precondition: The maker is for the machine's program.
  package func keyOfHistory(by maker: inout KeyMaker) -> Fingerprint {
    let key = key(by: &maker)
    guard let objects = machine.objects else { return key }
    return Fingerprint(key, Fingerprint(of: .int(objects.history(kernel.snapshot, machine.program))))
  }

  /// What remains of the object when it is ended here; nil for nothing. A stepper whose object ends in a crash crashes.
  package mutating func remainsOfObject() -> String? {
    guard machine.runsObjects, !hasCrashed else { return nil }
    let remains = guarded(else: String?.none) { (stepper: inout Stepper) -> String? in
      let machine = stepper.machine
      return machine.objects?.remains(stepper.kernel.snapshot, machine.program)
    }
    guard hasCrashed else { return remains }
    return "when a run ends here, its tasks are cancelled and the object is let go of: \(snapshot.fault ?? "a crash")"
  }
}
