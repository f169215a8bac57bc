/// What a block consists of: a line, or a run of lines that come in any order.
enum BlockElement: Equatable {
  case next(Int)
  case optional(Int)
  case anyNumber(Int)
  /// A run of `|&` lines, as a range of the block's expectations.
  case anyOrder(Range<Int>)
  /// A run of `|/` lines.
  case oneOf(Range<Int>)

  /// The lines of the block that it is made of.
  var expectations: Range<Int> {
    switch self {
    case .next(let index), .optional(let index), .anyNumber(let index): index..<index + 1
    case .anyOrder(let run), .oneOf(let run): run
    }
  }

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

  /// The runs of `|/` lines by their first lines.
  var alternatives: [Int: Range<Int>] {
    var runs: [Int: Range<Int>] = [:]
    for case .oneOf(let run) in elements { runs[run.lowerBound] = run }
    return runs
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

  /// The lines that bind names and whose place in an output of so many lines is certain.
  func certainBinders(among count: Int) -> [(expectation: Int, line: Int)] {
    fixedPositions.sorted { $0.key < $1.key }.compactMap { index, position in
      let line = position < 0 ? count + position : position
      guard (0..<count).contains(line), !expectations[index].pattern.bindings.isEmpty else { return nil }
      return (index, line)
    }
  }
}
