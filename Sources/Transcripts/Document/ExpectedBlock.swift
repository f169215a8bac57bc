import Turns

package struct ExpectedBlock: Sendable {
  /// The line index where the first line of an empty block would be inserted.
  package var insertion: Int
  package var expectations: [Expectation] = []

  /// The block with its fields parsed in advance, for repeated comparisons.
  var split: ExpectedBlock {
    var block = self
    for index in expectations.indices {
      block.expectations[index].pattern.line = expectations[index].pattern.line.split
    }
    return block
  }
}

extension ExpectedBlock {
  var refersToNames: Bool { expectations.contains { !$0.pattern.references.isEmpty } }

  /// Whether it compares alike in every place.
  var isWithoutNames: Bool { expectations.allSatisfy(\.pattern.isWithoutNames) }

  func hasLines(of other: ExpectedBlock) -> Bool {
    expectations.elementsEqual(other.expectations) { line, wanted in
      line.mark == wanted.mark && line.followsSeparator == wanted.followsSeparator
        && line.pattern.line.text.hasBytes(of: wanted.pattern.line.text)
    }
  }

  /// Whether the block is exactly these lines, without marks and names.
  func stands(as lines: [String]) -> Bool {
    expectations.elementsEqual(lines) { expectation, line in
      expectation.mark == .next && expectation.pattern.isWithoutNames
        && expectation.pattern.line.text.hasBytes(of: line)
    }
  }
}

package struct Expectation: Sendable {
  package var index: Int
  package var mark: OutputMark
  package var pattern: LinePattern
  /// An empty line ends a run of `|&` or `|/`.
  package var followsSeparator: Bool
}

/// How an expected line matches.
package enum OutputMark: String, Hashable, Sendable, CaseIterable {
  case next = "|"
  case optional = "|?"
  /// Adjacent lines match in any order.
  case anyOrder = "|&"
  /// One of the adjacent lines matches.
  case oneOf = "|/"
  /// Any number of lines that start with the given fields, if any.
  case anyNumber = "|*"
  /// No line may start with these fields.
  case never = "|!"

  var isPrefix: Bool { self == .anyNumber || self == .never }

  var isOfRun: Bool { self == .anyOrder || self == .oneOf }
}
