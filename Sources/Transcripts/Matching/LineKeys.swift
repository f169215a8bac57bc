import Traces

/// The lines of a block and of its output by numbers that stand for their fields: equal contents have equal numbers, so
/// most pairs of lines are decided without looking at what they say.
struct LineKeys {
  private struct Key {
    /// The fields' numbers; 0 for one that has to be looked at, such as a matcher.
    var fields: [Int] = []
    var hasOffset = false
    var isPrefix = false
    /// Whether the words behind a colon count as one field.
    var endsWithReason = false
  }

  private var expected: [Key] = []
  private var found: [Key] = []

  init(_ block: ExpectedBlock, _ actual: [LineFields], names: NamedValues) {
    var numbers = FieldNumbers(matcher: FieldMatcher(names: names))
    expected = block.expectations.map { expectation in
      let pattern = expectation.pattern
      return Key(
        fields: pattern.line.fields.map { numbers.number(of: $0.content) }, hasOffset: pattern.line.hasOffset,
        isPrefix: pattern.isPrefix, endsWithReason: pattern.endsWithReason)
    }
    found = actual.map { line in
      Key(fields: line.fields.map { numbers.number(of: $0.content) }, hasOffset: line.hasOffset)
    }
  }

  /// Whether an expected line holds for an output line; nil when their fields have to be looked at.
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

  /// Whether the first words of the lines, behind their times, are known to differ: then none is the other one changed.
  func beginDifferently(_ expectation: Int, _ line: Int) -> Bool {
    guard expected[expectation].hasOffset == found[line].hasOffset else { return false }
    let place = found[line].hasOffset ? 1 : 0
    guard expected[expectation].fields.count > place, found[line].fields.count > place else { return false }
    let (left, right) = (expected[expectation].fields[place], found[line].fields[place])
    return left != 0 && right != 0 && left != right
  }
}

/// Numbers contents in the order in which they come first.
private struct FieldNumbers {
  let matcher: FieldMatcher
  private var numbers: [FieldContent: Int] = [:]

  init(matcher: FieldMatcher) { self.matcher = matcher }

  /// The number of a content that holds for equal ones only; 0 for any other.
  mutating func number(of content: FieldContent) -> Int {
    let content = matcher.resolved(content)
    switch content {
    case .offset, .word, .value(.value): break
    case .value: return 0
    }
    if let known = numbers[content] { return known }
    numbers[content] = numbers.count + 1
    return numbers.count
  }
}
