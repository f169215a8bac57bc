import Traces

/// Finds the alignment of a block and its output that costs least; the block holds when that costs nothing.
///
/// A missing and an unexpected line cost 10 each, a near line 2 to 18 by what differs. One table over (expected × actual)
/// says what the rest costs from a pair of places on; it is filled from the end, so that nothing depends on a first hit.
/// At first it holds only the ways that cost nothing, which are few; where none leads through the block, all. Of those
/// that cost least, the one is taken in which every expectation, in order, takes the earliest line that it can.
struct BlockAligner {
  /// Tables larger than this are not filled; what cannot be matched from both ends is then said to differ as a whole.
  private static let largestTable = 1_000_000

  /// A run of `|&` lines that differs is put into the order of its output below this many pairs of lines, and the runs of a
  /// block below `largestTable` of them together; what is longer stays in the order of the file.
  private static let largestRun = 200_000

  private static let gap = 10

  /// What a pair costs whose fields have to be looked at, in steps, beside its length.
  static let fieldCost = 16

  let block: ExpectedBlock
  let actual: [LineFields]
  let matcher: LineMatcher
  private var bindings: Bindings
  private let keys: LineKeys
  private let limit: MatchLimit
  private let elements: [BlockElement]
  /// Which lines of runs hold for which output lines, where their keys do not decide it.
  private var known: [Alignment.Row: Bool] = [:]
  /// What a way may cost: nothing, or anything.
  private var mostCost = 0
  private var runPairsLeft = largestTable
  /// The pairs of lines that were compared, each by its cost, and the cells of the table that were visited, as long as
  /// nothing may be lost.
  private(set) var steps = 0

  init(
    _ block: ExpectedBlock, _ actual: [LineFields], names: NamedValues, bindings: Bindings,
    limit: MatchLimit = MatchLimit(), keys: LineKeys? = nil
  ) {
    self.block = block
    self.actual = actual
    self.bindings = bindings
    self.limit = limit
    self.keys = keys ?? LineKeys(block, actual, names: names)
    matcher = LineMatcher(names: names)
    elements = block.elements
  }

  /// Whether the block holds in some way; costs less than an alignment that says how it does not.
  mutating func canHold() throws(MatchLimit) -> Bool {
    mostCost = 0
    guard try never().allSatisfy(\.isFree) else { return false }
    let middle = try middle()
    return try rows(of: middle) != nil
  }

  mutating func align() throws(MatchLimit) -> Alignment {
    mostCost = 0
    let never = try never()
    let middle = try middle()
    if never.allSatisfy(\.isFree), let rows = try rows(of: middle) {
      return Alignment(rows: middle.head + rows + middle.tail, never: never)
    }
    mostCost = .max
    let isCoarse = middle.cells.map { $0 > Self.largestTable } ?? true
    let rows = isCoarse ? coarseRows(of: middle) : try rows(of: middle) ?? []
    return Alignment(rows: middle.head + rows + middle.tail, never: never, isCoarse: isCoarse)
  }

  /// What becomes of the `|!` lines. One that refers to a name of which nothing is known forbids nothing.
  private mutating func never() throws(MatchLimit) -> [Alignment.Row] {
    let open = bindings.open
    bindings.open = []
    defer { bindings.open = open }
    var rows: [Alignment.Row] = []
    for index in block.never {
      var row = Alignment.Row.unused(expectation: index)
      for line in actual.indices where row.isFree {
        if try holds(index, line) { row = .forbidden(expectation: index, actual: line) }
      }
      rows.append(row)
    }
    return rows
  }

  // MARK: Equal ends

  /// What stands between the `| ` lines at both ends of a block that hold for the ends of its output.
  private struct Middle {
    var elements: ArraySlice<BlockElement>
    var lines: Range<Int>
    var head: [Alignment.Row] = []
    var tail: [Alignment.Row] = []

    /// How large a table of all pairs of places is; nil when that is no number.
    var cells: Int? {
      let (cells, overflow) = elements.reduce(1) { $0 + $1.expectations.count }.multipliedReportingOverflow(
        by: lines.count + 1)
      return overflow ? nil : cells
    }
  }

  private mutating func middle() throws(MatchLimit) -> Middle {
    var middle = Middle(elements: elements[...], lines: actual.indices)
    while case .next(let index)? = middle.elements.first, let line = middle.lines.first, try holds(index, line) {
      middle.head.append(.matched(expectation: index, actual: line))
      middle.elements.removeFirst()
      middle.lines.removeFirst()
    }
    while case .next(let index)? = middle.elements.last, let line = middle.lines.last, try holds(index, line) {
      middle.tail.append(.matched(expectation: index, actual: line))
      middle.elements.removeLast()
      middle.lines.removeLast()
    }
    middle.tail.reverse()
    return middle
  }

  private func coarseRows(of middle: Middle) -> [Alignment.Row] {
    middle.elements.flatMap { leftRows($0.expectations) } + middle.lines.map { .unexpected(actual: $0) }
  }

  // MARK: The table

  /// A line, alternatives, or a run that is placed as a whole, and the ways through it and all that follows.
  private struct Entry {
    var expectations: Range<Int>
    var ways: Ways
  }

  /// The rows of the cheapest way through the middle of a block; nil when there is none.
  private mutating func rows(of middle: Middle) throws(MatchLimit) -> [Alignment.Row]? {
    var table: [[Entry]] = []
    var after = Ways(over: middle.lines, each: Self.gap, within: mostCost)
    for element in middle.elements.reversed() {
      table.append(try entries(of: element, before: after, in: middle.lines))
      after = table[table.count - 1][0].ways
      if after.steps.isEmpty { return nil }
    }
    guard after[middle.lines.lowerBound] != nil else { return nil }
    var rows: [Alignment.Row] = []
    var line = middle.lines.lowerBound
    for (element, entries) in zip(middle.elements, table.reversed()) {
      try follow(entries, of: element, &line, &rows)
    }
    return rows + (line..<middle.lines.upperBound).map { .unexpected(actual: $0) }
  }

  /// A run of `|&` lines is placed as a whole, at no cost, or line by line.
  private mutating func entries(
    of element: BlockElement, before after: Ways, in lines: Range<Int>
  ) throws(MatchLimit) -> [Entry] {
    guard case .anyOrder(let run) = element else {
      let ways = try ways(through: element.expectations, before: after, in: lines)
      return [Entry(expectations: element.expectations, ways: ways)]
    }
    if mostCost == 0 { return [Entry(expectations: run, ways: try windows(of: run, before: after, in: lines))] }
    let isOrdered = takesRun(run)
    var entries: [Entry] = []
    for index in isOrdered ? try ordered(run).reversed() : run.reversed() {
      let ways = try ways(through: index..<index + 1, before: entries.last?.ways ?? after, in: lines)
      entries.append(Entry(expectations: index..<index + 1, ways: ways))
    }
    entries.reverse()
    if isOrdered { entries[0].ways.take(try windows(of: run, before: after, in: lines)) }
    return entries
  }

  /// Whether a run can be ordered; those of a block share what is left.
  private mutating func takesRun(_ run: Range<Int>) -> Bool {
    let (pairs, overflow) = run.count.multipliedReportingOverflow(by: actual.count)
    guard run.count > 1, !overflow, pairs <= min(Self.largestRun, runPairsLeft) else { return false }
    runPairsLeft -= pairs
    return true
  }

  private mutating func ways(
    through expectations: Range<Int>, before after: Ways, in lines: Range<Int>
  ) throws(MatchLimit) -> Ways {
    var ways = Ways()
    var place = after.steps.first?.place
    while let current = place, current >= lines.lowerBound {
      try count(1)
      let step = try step(at: current, through: expectations, ways, before: after)
      if let step { ways.append(step) }
      place = step != nil || after[current] != nil ? current - 1 : after.place(before: current)
    }
    return ways
  }

  /// The cheapest step from a place; of equal ones the first in the order of `Ways.Move`.
  private mutating func step(
    at place: Int, through expectations: Range<Int>, _ ways: Ways, before after: Ways
  ) throws(MatchLimit) -> Ways.Step? {
    let mark = block.expectations[expectations.lowerBound].mark
    var best: Ways.Step?
    func offer(_ move: Ways.Move, _ cost: Int, _ rest: Ways.Step) {
      let step = Ways.Step(place: place, cost: rest.cost + cost, move: move)
      if step.cost <= mostCost, best.map(step.precedes) ?? true { best = step }
    }
    if let rest = after[place] { offer(.leave, mark.mayBeAbsent ? 0 : Self.gap, rest) }
    if let rest = ways[place + 1] {
      if mark == .anyNumber, best.map({ rest.cost < $0.cost }) ?? true, try holds(expectations, place) {
        offer(.absorb, 0, rest)
      }
      offer(.add, Self.gap, rest)
    }
    if mark != .anyNumber, let rest = after[place + 1] {
      if try holds(expectations, place) {
        offer(.match, 0, rest)
      } else if mostCost > 0, let nearest = nearest(of: expectations, to: place) {
        offer(.change, nearest.cost, rest)
      }
    }
    return best
  }

  /// The one of some lines that is nearest to an output line, and how near it is.
  private func nearest(of expectations: Range<Int>, to line: Int) -> (expectation: Int, cost: Int)? {
    let costs = expectations.filter { !keys.beginDifferently($0, line) }.compactMap { index in
      cost(of: index, beside: line).map { (expectation: index, cost: $0) }
    }
    return costs.min { ($0.cost, $0.expectation) < ($1.cost, $1.expectation) }
  }

  func cost(of expectation: Int, beside line: Int) -> Int? {
    LineSimilarity(lines: matcher).cost(block.expectations[expectation].pattern, actual[line], bindings)
  }

  // MARK: The way through it

  private mutating func follow(
    _ entries: [Entry], of element: BlockElement, _ line: inout Int, _ rows: inout [Alignment.Row]
  ) throws(MatchLimit) {
    let first = rows.count
    var rest = entries[...]
    while let entry = rest.first {
      guard let move = entry.ways[line]?.move else { preconditionFailure("no way leads on from line \(line)") }
      switch move {
      case .window:
        rows += try earliestAssignment(of: element.expectations, to: line..<line + element.expectations.count)
        line += element.expectations.count
        rest = []
      case .match, .change: rows += try partners(of: entry.expectations, line)
      case .absorb: rows.append(.matched(expectation: entry.expectations.lowerBound, actual: line))
      case .leave:
        let isUsed = rows[first...].contains { $0.expectation == entry.expectations.lowerBound }
        if !isUsed { rows += leftRows(entry.expectations) }
      case .add: rows.append(.unexpected(actual: line))
      }
      if move.takesExpectation { rest = rest.dropFirst() }
      if move.takesLine { line += 1 }
    }
  }

  private func leftRows(_ expectations: Range<Int>) -> [Alignment.Row] {
    expectations.map { index in
      block.expectations[index].mark.mayBeAbsent ? .unused(expectation: index) : .missing(expectation: index)
    }
  }

  /// The row of an output line beside the line that holds for it or is nearest; other alternatives are not used.
  private mutating func partners(of expectations: Range<Int>, _ line: Int) throws(MatchLimit) -> [Alignment.Row] {
    let holding = try firstHolding(expectations, line)
    let chosen = holding ?? nearest(of: expectations, to: line)?.expectation ?? expectations.lowerBound
    return expectations.map { index in
      if index != chosen { return .unused(expectation: index) }
      return holding == nil ? .differs(expectation: index, actual: line) : .matched(expectation: index, actual: line)
    }
  }

  // MARK: Cost

  private mutating func holds(_ expectations: Range<Int>, _ line: Int) throws(MatchLimit) -> Bool {
    try firstHolding(expectations, line) != nil
  }

  private mutating func firstHolding(_ expectations: Range<Int>, _ line: Int) throws(MatchLimit) -> Int? {
    for index in expectations {
      if try holds(index, line) { return index }
    }
    return nil
  }

  mutating func holds(_ expectation: Int, _ line: Int) throws(MatchLimit) -> Bool {
    let pair = Alignment.Row.matched(expectation: expectation, actual: line)
    if let known = keys.holds(expectation, line) ?? known[pair] {
      try count(1)
      return known
    }
    let pattern = block.expectations[expectation].pattern
    try count(Self.fieldCost + (pattern.line.text.utf8.count + actual[line].text.utf8.count) / 64)
    var scratch = bindings
    let holds = matcher.holds(pattern, actual[line], &scratch)
    if block.expectations[expectation].mark == .anyOrder { known[pair] = holds }
    return holds
  }

  private mutating func count(_ more: Int) throws(MatchLimit) {
    steps += more
    if mostCost == 0, steps > limit.steps { throw limit }
  }
}

extension OutputMark {
  /// Whether a block holds, too, when no line comes for one of the mark.
  fileprivate var mayBeAbsent: Bool { self == .optional || self == .anyNumber }
}
