/// A block beside its output, line by line, when they differ.
package struct Alignment: Sendable {
  package enum Row: Hashable, Sendable {
    case matched(expectation: Int, actual: Int)
    /// A near line: some of its fields hold.
    case differs(expectation: Int, actual: Int)
    case missing(expectation: Int)
    case unexpected(actual: Int)
    /// A `|?` or `|*` line that took nothing, an alternative that was not taken, a `|!` line that holds.
    case unused(expectation: Int)
    /// A `|!` line, and the output line that it forbids.
    case forbidden(expectation: Int, actual: Int)

    /// The line of the block; nil for one that nobody expected.
    var expectation: Int? {
      switch self {
      case .matched(let expectation, _), .differs(let expectation, _), .missing(let expectation),
        .unused(let expectation), .forbidden(let expectation, _):
        expectation
      case .unexpected: nil
      }
    }
  }

  /// In the order of the output; what is missing stands where it was expected.
  package var rows: [Row]
  /// Whether the block was too large to find near lines.
  package var isCoarse = false
}
