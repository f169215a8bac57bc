/// How an expected output line takes part in the match of its block.
public enum OutputMark: String, Hashable, Sendable, CaseIterable {
  /// This line comes next.
  case next = "|"
  /// This line may be absent.
  case optional = "|?"
  /// Consecutive lines of this mark come in any order.
  case anyOrder = "|&"
  /// Of consecutive lines of this mark exactly one comes.
  case oneOf = "|/"
  /// Any number of lines, those that begin with the given fields when there are some.
  case anyNumber = "|*"
  /// No line of the block begins with these fields; it takes no line itself.
  case never = "|!"

  /// Whether the line gives only the first fields of those that it speaks of.
  var isPrefix: Bool { self == .anyNumber || self == .never }
}
