import Statecharts

/// What is asked of a command of a script before it is driven.
extension Machine {
  /// Whether a stimulus is nothing that can be done where a snapshot stands: it would be refused before any view model heard of
  /// it, and change nothing.
  package func refusesUnheard(_ stimulus: Stimulus, in snapshot: Snapshot) -> Bool {
    if snapshot.fault != nil { return stimulus != .restart }
    return View(machine: self, snapshot: snapshot).resolved(stimulus).refused != nil
  }
}
