import Traces
import Turns

/// A line, or a run of `|&` or `|/` lines.
struct BlockElement {
  var mark: OutputMark
  var lines: Range<Int>

  var leastCount: Int {
    switch mark {
    case .next, .oneOf: 1
    case .anyOrder: lines.count
    case .optional, .anyNumber, .never: 0
    }
  }

  var isFixed: Bool { leastCount > 0 }
}

extension ExpectedBlock {
  var bindsNames: Bool { expectations.contains { !$0.pattern.bindings.isEmpty } }

  /// An empty line ends a run of `|&` or `|/`; a comment does not.
  var elements: [BlockElement] {
    var elements: [BlockElement] = []
    for (index, expectation) in expectations.enumerated() where expectation.mark != .never {
      if let last = elements.last, last.mark == expectation.mark, last.mark.isOfRun, last.lines.upperBound == index,
        !expectation.followsSeparator
      {
        elements[elements.count - 1].lines = last.lines.lowerBound..<index + 1
      } else {
        elements.append(BlockElement(mark: expectation.mark, lines: index..<index + 1))
      }
    }
    return elements
  }

  /// For each expectation the range of possible output lines.
  func reach(among count: Int) -> [Int: Range<Int>] {
    let elements = elements
    var reach: [Int: Range<Int>] = [:]
    var rest = elements.reduce(0) { $0 + $1.leastCount }
    let fixedTail = elements.reversed().prefix(while: \.isFixed).count
    var least = 0
    var isFixed = true
    for (place, element) in elements.enumerated() {
      rest -= element.leastCount
      let size = max(1, element.leastCount)
      let isLast = elements.count - place <= fixedTail
      let upper = min(count - rest, isFixed ? least + size : count)
      let lower = max(least, isLast ? count - rest - size : 0)
      for line in element.lines { reach[line] = (lower..<max(lower, upper)).clamped(to: 0..<count) }
      least += element.leastCount
      isFixed = isFixed && element.isFixed
    }
    return reach
  }
}

/// Numbers fields so that equal contents have equal numbers. Most pairs then need no text comparison.
struct LineKeys {
  private struct Key {
    /// The field numbers; 0 if the field must be compared.
    var fields: [Int]
    var hasOffset: Bool
    var isPrefix = false
    var endsWithReason = false

    var isLiteral: Bool { !endsWithReason && !fields.contains(0) }
  }

  private let expected: [Key]
  private let found: [Key]
  /// Equal output lines share a class.
  let classes: [Int]
  let firstOfClass: [Int]
  /// The classes of literal lines by their fields; `open` has the other classes.
  private var literal: [[Int]: [Int]] = [:]
  private var open: [Int] = []

  init(_ block: ExpectedBlock, _ actual: [LineFields], _ matcher: LineMatcher) {
    var numbers: [FieldContent: Int] = [:]
    func number(of field: LineFields.Field) -> Int {
      let content = matcher.resolved(field.content)
      switch content {
      case .offset, .word, .value(.value): break
      case .value: return 0
      }
      if let known = numbers[content] { return known }
      numbers[content] = numbers.count + 1
      return numbers.count
    }
    expected = block.expectations.map { expectation in
      let pattern = expectation.pattern
      return Key(
        fields: pattern.line.fields.map(number), hasOffset: pattern.line.hasOffset, isPrefix: pattern.isPrefix,
        endsWithReason: pattern.endsWithReason)
    }
    found = actual.map { Key(fields: $0.fields.map(number), hasOffset: $0.hasOffset) }
    (classes, firstOfClass) = LineKeys.classes(actual.map(\.text))
    for (number, line) in firstOfClass.enumerated() {
      if found[line].isLiteral { literal[found[line].fields, default: []].append(number) } else { open.append(number) }
    }
  }

  static func classes(_ texts: [String]) -> (classes: [Int], first: [Int]) {
    var known: [Name: Int] = [:]
    var first: [Int] = []
    let classes = texts.enumerated().map { place, text in
      if let number = known[Name(text)] { return number }
      known[Name(text)] = first.count
      first.append(place)
      return first.count - 1
    }
    return (classes, first)
  }

  /// The classes that the expected line may match.
  func candidates(of expectation: Int) -> [Int] {
    guard expected[expectation].isLiteral else { return Array(firstOfClass.indices) }
    return (literal[expected[expectation].fields] ?? []) + open
  }

  /// Nil if the fields must be compared.
  func holds(_ expectation: Int, _ line: Int) -> Bool? {
    guard !expected[expectation].endsWithReason else { return nil }
    let isPrefix = expected[expectation].isPrefix
    let skipped = isPrefix && !expected[expectation].hasOffset && found[line].hasOffset ? 1 : 0
    let wanted = expected[expectation].fields.count
    let given = found[line].fields.count - skipped
    guard isPrefix ? wanted <= given : wanted == given else { return false }
    var isKnown = true
    for index in 0..<wanted {
      let (left, right) = (expected[expectation].fields[index], found[line].fields[index + skipped])
      if left == 0 || right == 0 { isKnown = false } else if left != right { return false }
    }
    return isKnown ? true : nil
  }

  /// Whether the first words are known to differ; such lines are never near.
  func beginDifferently(_ expectation: Int, _ line: Int) -> Bool {
    guard expected[expectation].hasOffset == found[line].hasOffset else { return false }
    let place = found[line].hasOffset ? 1 : 0
    guard expected[expectation].fields.count > place, found[line].fields.count > place else { return false }
    let (left, right) = (expected[expectation].fields[place], found[line].fields[place])
    return left != 0 && right != 0 && left != right
  }
}

/// The cost of the remainder by output position, with the first move of the cheapest path.
struct Paths {
  /// The moves, in order of preference for equal costs.
  enum Move: Int {
    case window
    case match, leave, absorb, change, add
  }

  struct Step {
    var place: Int
    var cost: Int
    var move: Move

    func precedes(_ other: Step) -> Bool { (cost, move.rawValue) < (other.cost, other.move.rawValue) }
  }

  private(set) var steps: [Step] = []

  init() {}

  init(over lines: Range<Int>, each cost: Int, within limit: Int) {
    for count in 0...lines.count where count * cost <= limit {
      append(Step(place: lines.upperBound - count, cost: count * cost, move: .add))
    }
  }

  subscript(place: Int) -> Step? {
    let index = index(upTo: place)
    return index < steps.count && steps[index].place == place ? steps[index] : nil
  }

  func place(before place: Int) -> Int? {
    let index = index(upTo: place - 1)
    return index < steps.count ? steps[index].place : nil
  }

  mutating func append(_ step: Step) { steps.append(step) }

  /// Constant time if no position is missing.
  private func index(upTo place: Int) -> Int {
    guard let last = steps.first?.place, place < last else { return 0 }
    var (low, high) = (0, min(last - place, steps.count))
    if high < steps.count, steps[high].place == place { return high }
    if let lowest = steps.last, lowest.place == place { return steps.count - 1 }
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].place > place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
