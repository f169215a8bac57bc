import Traces

/// Matches the expected lines of a block against its output lines.
///
/// One table over (expected × actual) says from which pairs of places the rest can be matched; it is filled from the end,
/// so that nothing depends on a first hit. Of all the ways to match, the one is taken in which every expectation, in
/// order, takes the earliest line that it can.
struct BlockMatcher {
  let block: ExpectedBlock
  let actual: [LineFields]
  private let lines: LineMatcher
  private let keys: LineKeys
  private let limit: MatchLimit
  private let elements: [BlockElement]
  private var bindings: Bindings
  /// The pairs of lines that were compared, each by its cost, and the cells of the table that were visited.
  private(set) var steps = 0

  /// What a pair costs whose fields have to be looked at, beside its length.
  static let fieldCost = 16

  init(
    _ block: ExpectedBlock, _ actual: [LineFields], names: NamedValues, bindings: Bindings,
    limit: MatchLimit = MatchLimit(), keys: LineKeys? = nil
  ) {
    self.block = block
    self.actual = actual
    self.lines = LineMatcher(names: names)
    self.bindings = bindings
    self.limit = limit
    self.keys = keys ?? LineKeys(block, actual, names: names)
    elements = block.elements
  }

  /// Whether the block holds in some way.
  mutating func canHold() throws(MatchLimit) -> Bool {
    bindFixedLines()
    guard try !hasForbiddenLine() else { return false }
    return try possibleStarts()[0].contains(0)
  }

  /// The way in which the block holds, or nil when it does not.
  mutating func match() throws(MatchLimit) -> BlockMatch? {
    bindFixedLines()
    guard try !hasForbiddenLine() else { return nil }
    let table = try possibleStarts()
    guard table[0].contains(0) else { return nil }
    return try earliestMatch(table)
  }

  /// Lines whose place in the output is certain are bound first: other lines of the block may refer to them.
  private mutating func bindFixedLines() {
    let refersToItself = block.expectations.contains { !$0.pattern.references.isEmpty }
    guard refersToItself else { return }
    let positions = block.fixedPositions
    for (index, expectation) in block.expectations.enumerated() where !expectation.pattern.bindings.isEmpty {
      guard let position = positions[index] else { continue }
      let line = position < 0 ? actual.count + position : position
      guard actual.indices.contains(line) else { continue }
      steps += 1
      _ = lines.holds(expectation.pattern, actual[line], &bindings)
    }
  }

  /// A line that refers to a name of which nothing is known forbids nothing.
  private mutating func hasForbiddenLine() throws(MatchLimit) -> Bool {
    let open = bindings.open
    bindings.open = []
    defer { bindings.open = open }
    for index in block.never {
      for line in actual.indices {
        if try holds(index, line) { return true }
      }
    }
    return false
  }

  // MARK: The table

  /// For every element, the output lines from which it and all that follow can be matched, ascending.
  private mutating func possibleStarts() throws(MatchLimit) -> [Starts] {
    var table = [Starts([actual.count])]
    for element in elements.reversed() {
      let after = table[table.count - 1]
      if after.isEmpty {
        table.append(Starts([]))
        continue
      }
      table.append(try starts(of: element, before: after))
    }
    return table.reversed()
  }

  private mutating func starts(of element: BlockElement, before after: Starts) throws(MatchLimit) -> Starts {
    switch element {
    case .next(let index): return Starts(try linesTaken(by: index...index, before: after))
    case .oneOf(let run): return Starts(try linesTaken(by: run, before: after))
    case .optional(let index): return after.union(try linesTaken(by: index...index, before: after))
    case .anyNumber(let index): return try starts(ofAnyNumber: index, before: after)
    case .anyOrder(let run): return try starts(ofRun: run, before: after)
    }
  }

  /// The lines that one of the expectations holds for.
  private mutating func linesTaken(
    by expectations: some Sequence<Int>, before after: Starts
  ) throws(MatchLimit) -> [Int] {
    var result: [Int] = []
    for start in after.lines where start > 0 {
      if try firstHolding(expectations, start - 1) != nil { result.append(start - 1) }
    }
    return result
  }

  private mutating func firstHolding(
    _ expectations: some Sequence<Int>, _ line: Int
  ) throws(MatchLimit) -> Int? {
    for index in expectations {
      if try holds(index, line) { return index }
    }
    return nil
  }

  private mutating func starts(ofAnyNumber index: Int, before after: Starts) throws(MatchLimit) -> Starts {
    guard let last = after.lines.last else { return after }
    var result: [Int] = []
    var isOpen = false
    for start in (0...last).reversed() {
      try count(1)
      if after.contains(start) {
        isOpen = true
      } else if isOpen {
        isOpen = try holds(index, start)
      }
      if isOpen { result.append(start) }
    }
    return Starts(result.reversed())
  }

  private mutating func starts(ofRun run: Range<Int>, before after: Starts) throws(MatchLimit) -> Starts {
    var edges = RunEdges()
    var result: [Int] = []
    for end in after.lines where end >= run.count {
      let window = end - run.count..<end
      if try assignment(of: run, to: window, edges: &edges) != nil { result.append(window.lowerBound) }
    }
    return Starts(result)
  }

  // MARK: The way through it

  private mutating func earliestMatch(_ table: [Starts]) throws(MatchLimit) -> BlockMatch {
    var match = BlockMatch(pairs: [], bindings: bindings)
    var line = 0
    for (step, element) in elements.enumerated() {
      let after = table[step + 1]
      switch element {
      case .next(let index): take(index, &line, &match)
      case .oneOf(let run): take(try firstHolding(run, line) ?? run.lowerBound, &line, &match)
      case .optional(let index):
        if line < actual.count, after.contains(line + 1), try holds(index, line) { take(index, &line, &match) }
      case .anyNumber(let index):
        while !after.contains(line), line < actual.count { take(index, &line, &match) }
      case .anyOrder(let run):
        var edges = RunEdges()
        let window = line..<line + run.count
        let taken = try earliestAssignment(of: run, to: window, edges: &edges)
        for pair in taken { bind(pair, &match) }
        match.pairs += taken.sorted { $0.actual < $1.actual }
        line = window.upperBound
      }
    }
    return match
  }

  private func take(_ index: Int, _ line: inout Int, _ match: inout BlockMatch) {
    let pair = BlockMatch.Pair(expectation: index, actual: line)
    bind(pair, &match)
    match.pairs.append(pair)
    line += 1
  }

  private func bind(_ pair: BlockMatch.Pair, _ match: inout BlockMatch) {
    let pattern = block.expectations[pair.expectation].pattern
    let learns = !pattern.bindings.isEmpty || !pattern.references.isEmpty && !match.bindings.open.isEmpty
    if learns { _ = lines.holds(pattern, actual[pair.actual], &match.bindings) }
  }

  // MARK: Lines in any order

  /// Which line of the window each line of the run takes; nil when they cannot all be placed.
  private mutating func assignment(
    of run: Range<Int>, to window: Range<Int>, forced: [BlockMatch.Pair] = [], edges: inout RunEdges
  ) throws(MatchLimit) -> [BlockMatch.Pair]? {
    var matching = BipartiteMatching(left: run.count, right: window.count)
    for pair in forced { matching.force(pair.expectation - run.lowerBound, pair.actual - window.lowerBound) }
    for left in 0..<run.count where !matching.isPlaced(left) {
      var candidates: [Int: [Int]] = [:]
      let isPlaced = try matching.place(left) { (left) throws(MatchLimit) in
        if let known = candidates[left] { return known }
        let found = try self.candidates(run.lowerBound + left, in: window, edges: &edges)
        candidates[left] = found
        return found
      }
      if !isPlaced { return nil }
    }
    return matching.pairs.map { pair in
      BlockMatch.Pair(expectation: run.lowerBound + pair.left, actual: window.lowerBound + pair.right)
    }
  }

  /// The assignment in which every line that binds a name, in order, takes the earliest output line that it can.
  private mutating func earliestAssignment(
    of run: Range<Int>, to window: Range<Int>, edges: inout RunEdges
  ) throws(MatchLimit) -> [BlockMatch.Pair] {
    var forced: [BlockMatch.Pair] = []
    for index in run where !block.expectations[index].pattern.bindings.isEmpty {
      for line in try candidates(index, in: window, edges: &edges).map({ window.lowerBound + $0 })
      where !forced.contains(where: { $0.actual == line }) {
        let trial = forced + [BlockMatch.Pair(expectation: index, actual: line)]
        if try assignment(of: run, to: window, forced: trial, edges: &edges) != nil {
          forced = trial
          break
        }
      }
    }
    return try assignment(of: run, to: window, forced: forced, edges: &edges) ?? []
  }

  private mutating func candidates(
    _ index: Int, in window: Range<Int>, edges: inout RunEdges
  ) throws(MatchLimit) -> [Int] {
    var result: [Int] = []
    for line in window {
      let holds: Bool
      if let known = keys.holds(index, line) ?? edges[index, line] {
        try count(1)
        holds = known
      } else {
        holds = try self.holds(index, line)
        edges[index, line] = holds
      }
      if holds { result.append(line - window.lowerBound) }
    }
    return result
  }

  // MARK: Cost

  private mutating func holds(_ index: Int, _ line: Int) throws(MatchLimit) -> Bool {
    if let known = keys.holds(index, line) {
      try count(1)
      return known
    }
    let pattern = block.expectations[index].pattern
    try count(Self.fieldCost + (pattern.line.text.utf8.count + actual[line].text.utf8.count) / 64)
    var scratch = bindings
    return lines.holds(pattern, actual[line], &scratch)
  }

  private mutating func count(_ more: Int) throws(MatchLimit) {
    steps += more
    if steps > limit.steps { throw limit }
  }
}

/// A set of places in the output, ascending.
private struct Starts {
  let lines: [Int]

  init(_ lines: [Int]) { self.lines = lines }

  var isEmpty: Bool { lines.isEmpty }

  func contains(_ line: Int) -> Bool {
    var low = 0
    var high = lines.count
    while low < high {
      let middle = (low + high) / 2
      if lines[middle] < line { low = middle + 1 } else { high = middle }
    }
    return low < lines.count && lines[low] == line
  }

  func union(_ other: [Int]) -> Starts {
    var merged: [Int] = []
    merged.reserveCapacity(lines.count + other.count)
    var (left, right) = (0, 0)
    while left < lines.count || right < other.count {
      if right == other.count || (left < lines.count && lines[left] <= other[right]) {
        if right < other.count, lines[left] == other[right] { right += 1 }
        merged.append(lines[left])
        left += 1
      } else {
        merged.append(other[right])
        right += 1
      }
    }
    return Starts(merged)
  }
}

/// Which line of a run holds for which output line, as far as it is known.
private struct RunEdges {
  private struct Key: Hashable {
    var expectation: Int
    var actual: Int
  }

  private var known: [Key: Bool] = [:]

  subscript(expectation: Int, actual: Int) -> Bool? {
    get { known[Key(expectation: expectation, actual: actual)] }
    set { known[Key(expectation: expectation, actual: actual)] = newValue }
  }
}

/// How a block held: which expectation took which output line.
struct BlockMatch {
  struct Pair: Equatable {
    var expectation: Int
    var actual: Int
  }

  /// In the order of the output.
  var pairs: [Pair]
  /// The bindings of the case after the block.
  var bindings: Bindings
}
