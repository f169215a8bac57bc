import Turns

/// The expected output lines of one command, or of the opening of a case.
package struct ExpectedBlock: Sendable {
  /// The index in the document's lines at which the first line of an empty block would stand.
  package var insertion: Int
  package var expectations: [Expectation] = []

  init(insertion: Int) { self.insertion = insertion }

  /// The block with the fields of its lines kept, to be compared often.
  var split: ExpectedBlock {
    var block = self
    for index in expectations.indices {
      block.expectations[index].pattern.line = expectations[index].pattern.line.split
    }
    return block
  }
}

extension ExpectedBlock {
  /// Whether a line refers to a name that another binds.
  var refersToNames: Bool { expectations.contains { !$0.pattern.references.isEmpty } }

  /// Whether no line binds a name or refers to one, so that it compares alike wherever it is.
  var isWithoutNames: Bool { expectations.allSatisfy(\.pattern.isWithoutNames) }

  /// Whether the lines of another block are the same, comments between them left out.
  func hasLines(of other: ExpectedBlock) -> Bool {
    guard expectations.count == other.expectations.count else { return false }
    for (line, wanted) in zip(expectations, other.expectations) {
      guard line.mark == wanted.mark, line.followsSeparator == wanted.followsSeparator,
        line.pattern.line.text.hasBytes(of: wanted.pattern.line.text)
      else { return false }
    }
    return true
  }

  /// Whether the block is made of these very lines and says no more of them.
  func stands(as lines: [String]) -> Bool {
    guard expectations.count == lines.count else { return false }
    for (expectation, line) in zip(expectations, lines) {
      guard expectation.mark == .next, expectation.pattern.isWithoutNames,
        expectation.pattern.line.text.hasBytes(of: line)
      else { return false }
    }
    return true
  }
}

/// An expected output line.
package struct Expectation: Sendable {
  /// The line's index in the document's lines.
  package var index: Int
  package var mark: OutputMark
  package var pattern: LinePattern
  /// Whether an empty line stands between this line and the one before, which ends a run of `|&` or `|/`.
  package var followsSeparator: Bool
}

/// How an expected output line takes part in the match of its block.
package enum OutputMark: String, Hashable, Sendable, CaseIterable {
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

  /// Whether consecutive lines of the mark are matched together.
  var isOfRun: Bool { self == .anyOrder || self == .oneOf }
}
