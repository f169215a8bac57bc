/// A block beside its output, line by line.
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

    /// Whether it costs nothing: block and output agree here.
    var isFree: Bool {
      switch self {
      case .matched, .unused: true
      case .differs, .missing, .unexpected, .forbidden: false
      }
    }
  }

  /// In the order of the output; what is missing stands where it was expected.
  package var rows: [Row]
  /// Whether the block was too large to find near lines.
  package let isCoarse: Bool

  /// - Parameter never: The rows of the `|!` lines, each of which goes where it stands in the block.
  init(rows: [Row], never: [Row], isCoarse: Bool = false) {
    self.rows = rows
    self.isCoarse = isCoarse
    for row in never {
      guard let index = row.expectation else { continue }
      self.rows.insert(row, at: self.rows.firstIndex { ($0.expectation ?? 0) > index } ?? self.rows.endIndex)
    }
  }

  /// Whether the block holds: nothing in it costs anything.
  var holds: Bool { rows.allSatisfy(\.isFree) }
}
