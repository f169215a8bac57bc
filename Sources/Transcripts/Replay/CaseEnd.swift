/// Where a case has led.
package struct CaseEnd: Hashable, Sendable {
  /// The virtual time that it took, in milliseconds.
  package var milliseconds = 0
  /// How many turns it ran, those of its opening included.
  package var turns = 0
  /// The requests under way and the work that waits, each with its kind: `request authenticate`.
  package var leftovers: [String] = []
}
