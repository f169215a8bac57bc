/// How a block compares with its output.
public enum BlockOutcome: Sendable {
  case held
  case differs(Alignment)
  /// The block was too large to compare within the limit.
  case undecided(MatchLimit)
}
