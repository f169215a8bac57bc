/// What a block consists of: a line, or a run of lines that come in any order.
enum BlockElement: Equatable {
  case next(Int)
  case optional(Int)
  case anyNumber(Int)
  /// A run of `|&` lines, as a range of the block's expectations.
  case anyOrder(Range<Int>)
  /// A run of `|/` lines.
  case oneOf(Range<Int>)

  /// How many output lines the element takes, when that does not depend on the output.
  var fixedCount: Int? {
    switch self {
    case .next, .oneOf: 1
    case .anyOrder(let run): run.count
    case .optional, .anyNumber: nil
    }
  }
}

extension ExpectedBlock {
  /// The expectations that take lines, as the match sees them. An empty line ends a run of `|&` or `|/`; a comment does
  /// not.
  var elements: [BlockElement] {
    var elements: [BlockElement] = []
    for (index, expectation) in expectations.enumerated() {
      switch expectation.mark {
      case .next: elements.append(.next(index))
      case .optional: elements.append(.optional(index))
      case .anyNumber: elements.append(.anyNumber(index))
      case .anyOrder:
        if case .anyOrder(let run)? = elements.last, run.upperBound == index, !expectation.followsSeparator {
          elements[elements.count - 1] = .anyOrder(run.lowerBound..<index + 1)
        } else {
          elements.append(.anyOrder(index..<index + 1))
        }
      case .oneOf:
        if case .oneOf(let run)? = elements.last, run.upperBound == index, !expectation.followsSeparator {
          elements[elements.count - 1] = .oneOf(run.lowerBound..<index + 1)
        } else {
          elements.append(.oneOf(index..<index + 1))
        }
      case .never: break
      }
    }
    return elements
  }

  /// The lines that no output line may hold for.
  var never: [Int] { expectations.indices.filter { expectations[$0].mark == .never } }

  /// Where in the output the line of each expectation stands for certain: counted from the first line, or from the end
  /// (then negative, -1 for the last line). Only `| ` lines have such a place.
  var fixedPositions: [Int: Int] {
    var positions: [Int: Int] = [:]
    var count = 0
    for element in elements.reversed() {
      guard let taken = element.fixedCount else { break }
      count += taken
      if case .next(let index) = element { positions[index] = -count }
    }
    count = 0
    for element in elements {
      guard let taken = element.fixedCount else { break }
      if case .next(let index) = element { positions[index] = count }
      count += taken
    }
    return positions
  }
}
