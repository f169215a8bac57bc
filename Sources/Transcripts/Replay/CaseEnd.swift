/// Where a case has led.
package struct CaseEnd: Hashable, Sendable {
  /// The virtual time that it took, in milliseconds.
  package var milliseconds: Int
  /// How many turns it ran, those of its opening included.
  package var turns: Int
  /// The requests under way and the work that waits, each with its kind: `request authenticate`.
  package var leftovers: [String]

  package init(milliseconds: Int = 0, turns: Int = 0, leftovers: [String] = []) {
    self.milliseconds = milliseconds
    self.turns = turns
    self.leftovers = leftovers
  }
}
