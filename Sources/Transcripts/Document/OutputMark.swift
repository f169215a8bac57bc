/// How an expected output line takes part in the match of its block.
public enum OutputMark: String, Hashable, Sendable, CaseIterable {
  /// This line comes next.
  case next = "|"
  /// This line may be absent.
  case optional = "|?"
  /// Consecutive lines of this mark come in any order.
  case anyOrder = "|&"
  /// Any number of lines, those that begin with the given fields when there are some.
  case anyNumber = "|*"
}
