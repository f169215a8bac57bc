import Traces

/// Finds the alignment of a block and its output that differs least.
///
/// A missing and an unexpected line cost 10 each, a near line 2 to 18 by what differs. Lines in any order are first put
/// into the order in which their output came.
struct BlockAligner {
  /// Tables larger than this are not filled; what cannot be matched from both ends is then said to differ as a whole.
  static let largestTable = 1_000_000

  /// A run of `|&` lines is put into the order of its output below this many pairs of lines, and the runs of a block below
  /// `largestTable` of them together; what is longer stays in the order of the file.
  private static let largestRun = 200_000

  private static let gap = 10

  let block: ExpectedBlock
  let actual: [LineFields]
  private let lines: LineMatcher
  private let keys: LineKeys
  private let bindings: Bindings
  /// The expectations, runs of `|&` put into the order of the lines that they take; those that take none come last.
  private var order: [Int] = []
  /// The runs of `|/` lines; the first of each stands for them all in `order`.
  private let alternatives: [Int: Range<Int>]

  init(_ block: ExpectedBlock, _ actual: [LineFields], names: NamedValues, bindings: Bindings) {
    self.block = block
    self.actual = actual
    self.bindings = bindings
    lines = LineMatcher(names: names)
    keys = LineKeys(block, actual, names: names)
    alternatives = block.alternatives
    order = ordered()
  }

  func align() -> Alignment {
    var head = 0
    while head < min(order.count, actual.count), isNext(head), holds(head, head) { head += 1 }
    var tail = 0
    while tail < min(order.count, actual.count) - head, isNext(order.count - 1 - tail),
      holds(order.count - 1 - tail, actual.count - 1 - tail)
    { tail += 1 }
    let expected = head..<order.count - tail
    let found = head..<actual.count - tail
    let pairs = expected.reduce(1) { $0 + members(order[$1]).count }
    let (cells, overflow) = pairs.multipliedReportingOverflow(by: found.count + 1)
    let isCoarse = overflow || cells > BlockAligner.largestTable
    let middle = isCoarse ? coarseRows(expected, found) : rows(expected, found)
    let before = (0..<head).map { Alignment.Row.matched(expectation: order[$0], actual: $0) }
    let after = (0..<tail).reversed().map { distance in
      Alignment.Row.matched(expectation: order[order.count - 1 - distance], actual: actual.count - 1 - distance)
    }
    return Alignment(rows: withNever(before + middle + after), isCoarse: isCoarse)
  }

  // MARK: The table

  private func rows(_ expected: Range<Int>, _ found: Range<Int>) -> [Alignment.Row] {
    let table = steps(expected, found)
    var rows: [Alignment.Row] = []
    var (left, right) = (0, 0)
    while left < expected.count || right < found.count {
      let step = table[left * (found.count + 1) + right]
      let expectation = left < expected.count ? order[expected.lowerBound + left] : 0
      let line = found.lowerBound + right
      switch step {
      case .match, .change: rows += partners(of: expectation, line)
      case .absorb: rows.append(.matched(expectation: expectation, actual: line))
      case .leave: rows += leftRows(expectation)
      case .add: rows.append(.unexpected(actual: line))
      }
      if step.takesExpectation { left += 1 }
      if step.takesLine { right += 1 }
    }
    return withoutUsed(rows)
  }

  /// The cheapest step from every pair of places, filled from the end; of equal ones the first in order of `Move`.
  private func steps(_ expected: Range<Int>, _ found: Range<Int>) -> [Move] {
    let width = found.count + 1
    var steps = [Move](repeating: .add, count: (expected.count + 1) * width)
    var below = (0..<width).map { (found.count - $0) * BlockAligner.gap }
    for left in (0..<expected.count).reversed() {
      var row = [Int](repeating: 0, count: width)
      for right in (0..<width).reversed() {
        let options = options(
          expected.lowerBound + left, right < found.count ? found.lowerBound + right : nil,
          diagonal: right < found.count ? below[right + 1] : 0, below: below[right],
          right: right < found.count ? row[right + 1] : 0)
        let best = options.min { ($0.cost, $0.step.rawValue) < ($1.cost, $1.step.rawValue) }
        row[right] = best?.cost ?? 0
        steps[left * width + right] = best?.step ?? .add
      }
      below = row
    }
    return steps
  }

  private func options(
    _ place: Int, _ line: Int?, diagonal: Int, below: Int, right: Int
  ) -> [(step: Move, cost: Int)] {
    let expectation = block.expectations[order[place]]
    let leaving = expectation.mark == .optional || expectation.mark == .anyNumber ? 0 : BlockAligner.gap
    var options = [(step: Move.leave, cost: below + leaving)]
    guard let line else { return options }
    options.append((.add, right + BlockAligner.gap))
    if expectation.mark == .anyNumber {
      if expectation.pattern.isUnrestricted || holds(place, line) { options.append((.absorb, right)) }
    } else if holds(place, line) {
      options.append((.match, diagonal))
    } else if let cost = similarity(order[place], line)?.cost {
      options.append((.change, diagonal + cost))
    }
    return options
  }

  /// The one of the lines that an entry of `order` stands for that is nearest to an output line, and how near it is.
  private func similarity(_ expectation: Int, _ line: Int) -> (expectation: Int, cost: Int)? {
    let similarity = LineSimilarity(lines: lines)
    let costs = members(expectation).filter { !keys.beginDifferently($0, line) }.compactMap { index in
      similarity.cost(block.expectations[index].pattern, actual[line], bindings).map { (expectation: index, cost: $0) }
    }
    return costs.min { ($0.cost, $0.expectation) < ($1.cost, $1.expectation) }
  }

  private enum Move: Int {
    case match, leave, absorb, change, add

    var takesExpectation: Bool { self == .match || self == .change || self == .leave }
    var takesLine: Bool { self != .leave }
  }

  // MARK: Parts

  private func coarseRows(_ expected: Range<Int>, _ found: Range<Int>) -> [Alignment.Row] {
    expected.flatMap { leftRows(order[$0]) } + found.map { .unexpected(actual: $0) }
  }

  /// The lines that an entry of `order` stands for.
  private func members(_ expectation: Int) -> Range<Int> {
    alternatives[expectation] ?? expectation..<expectation + 1
  }

  private func leftRows(_ expectation: Int) -> [Alignment.Row] {
    members(expectation).map { isOpen($0) ? .unused(expectation: $0) : .missing(expectation: $0) }
  }

  /// The row of an output line beside the line that holds for it or is nearest; other alternatives are not used.
  private func partners(of expectation: Int, _ line: Int) -> [Alignment.Row] {
    let holding = members(expectation).first { holds(expectation: $0, line) }
    let chosen = holding ?? similarity(expectation, line)?.expectation ?? expectation
    return members(expectation).map { index in
      if index != chosen { return .unused(expectation: index) }
      return holding == nil
        ? .differs(expectation: index, actual: line) : .matched(expectation: index, actual: line)
    }
  }

  /// The rows with those of the `|!` lines, each where it stands in the block.
  private func withNever(_ rows: [Alignment.Row]) -> [Alignment.Row] {
    var rows = rows
    for index in block.never {
      let place = rows.firstIndex { ($0.expectation ?? 0) > index } ?? rows.count
      let line = actual.indices.first { holds(expectation: index, $0) }
      rows.insert(
        line.map { .forbidden(expectation: index, actual: $0) } ?? .unused(expectation: index), at: place)
    }
    return rows
  }

  /// A `|*` line that took lines is left in the end; that is not a row of its own.
  private func withoutUsed(_ rows: [Alignment.Row]) -> [Alignment.Row] {
    var used: Set<Int> = []
    for case .matched(let expectation, _) in rows { used.insert(expectation) }
    return rows.filter { row in
      if case .unused(let expectation) = row { !used.contains(expectation) } else { true }
    }
  }

  private func isNext(_ place: Int) -> Bool { block.expectations[order[place]].mark == .next }

  private func isOpen(_ expectation: Int) -> Bool {
    let mark = block.expectations[expectation].mark
    return mark == .optional || mark == .anyNumber
  }

  private func holds(_ place: Int, _ line: Int) -> Bool {
    members(order[place]).contains { holds(expectation: $0, line) }
  }

  private func holds(expectation: Int, _ line: Int) -> Bool {
    if let known = keys.holds(expectation, line) { return known }
    var scratch = bindings
    return lines.holds(block.expectations[expectation].pattern, actual[line], &scratch)
  }

  // MARK: Lines in any order

  private func ordered() -> [Int] {
    var pairsLeft = Self.largestTable
    return block.elements.flatMap { element -> [Int] in
      switch element {
      case .next(let index), .optional(let index), .anyNumber(let index): return [index]
      case .anyOrder(let run):
        let (pairs, overflow) = run.count.multipliedReportingOverflow(by: actual.count)
        guard run.count > 1, !overflow, pairs <= min(Self.largestRun, pairsLeft) else { return Array(run) }
        pairsLeft -= pairs
        return ordered(run)
      case .oneOf(let run): return [run.lowerBound]
      }
    }
  }

  private func ordered(_ run: Range<Int>) -> [Int] {
    let candidates = run.map { index in actual.indices.filter { holds(expectation: index, $0) } }
    var matching = BipartiteMatching(left: run.count, right: actual.count)
    for left in 0..<run.count { _ = matching.place(left) { candidates[$0] } }
    var places = Dictionary(matching.pairs.map { ($0.left, $0.right) }, uniquingKeysWith: { first, _ in first })
    addNearPlaces(of: run, to: &places)
    return run.sorted { left, right in
      let leftPlace = places[left - run.lowerBound] ?? Int.max
      let rightPlace = places[right - run.lowerBound] ?? Int.max
      return (leftPlace, left) < (rightPlace, right)
    }
  }

  /// Every line of a run that holds nowhere, in order, takes the nearest output line that is free, among and beside those
  /// of the run.
  private func addNearPlaces(of run: Range<Int>, to places: inout [Int: Int]) {
    let open = (0..<run.count).filter { places[$0] == nil }
    guard !open.isEmpty else { return }
    var taken = Set(places.values)
    let first = taken.min().map { max(0, $0 - open.count) } ?? 0
    let last = taken.max().map { min(actual.count, $0 + open.count + 1) } ?? actual.count
    let similarity = LineSimilarity(lines: lines)
    for left in open {
      let pattern = block.expectations[run.lowerBound + left].pattern
      let costs = (first..<last).filter { !taken.contains($0) }.compactMap { line in
        similarity.cost(pattern, actual[line], bindings).map { (line: line, cost: $0) }
      }
      guard let nearest = costs.min(by: { ($0.cost, $0.line) < ($1.cost, $1.line) }) else { continue }
      places[left] = nearest.line
      taken.insert(nearest.line)
    }
  }
}

extension ExpectedBlock {
  /// The runs of `|/` lines by their first lines.
  var alternatives: [Int: Range<Int>] {
    var runs: [Int: Range<Int>] = [:]
    for case .oneOf(let run) in elements { runs[run.lowerBound] = run }
    return runs
  }
}
