/// A block beside its output, line by line, when they differ.
public struct Alignment: Sendable {
  public enum Row: Hashable, Sendable {
    case matched(expectation: Int, actual: Int)
    /// A near line: some of its fields hold.
    case differs(expectation: Int, actual: Int)
    case missing(expectation: Int)
    case unexpected(actual: Int)
    /// A `|?` or `|*` line that took nothing.
    case unused(expectation: Int)
  }

  /// In the order of the output; what is missing stands where it was expected.
  public var rows: [Row]
  /// Whether the block was too large to find near lines.
  public var isCoarse = false
}
