/// The commands of a case that come again and again: those below `%loop`. They run twice.
package struct TranscriptLoop: Sendable {
  /// The line of `%loop`, counted from one.
  package var line: Int
  /// How many commands stand above it.
  package var start: Int
  /// Where a round leads.
  package var block: ExpectedBlock

  /// The first words of the lines that say where a round leads.
  package enum End: String, Sendable {
    /// Back to where it began.
    case goesRound = "goes round"
    /// Nowhere: no time passed, and no command led elsewhere.
    case standsStill = "stands still"
    /// To where it did not begin; what differs there stands below.
    case leadsElsewhere = "leads elsewhere"
  }
}
