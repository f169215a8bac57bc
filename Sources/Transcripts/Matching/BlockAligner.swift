import Traces
import Turns

/// Finds the cheapest alignment of a block with its output; it holds at cost 0.
///
/// A missing or unexpected line costs 10, a near line 2 to 18. The table (expected × actual) holds the costs of
/// remainders and is filled from the end. It omits entries above a limit, which grows from 0 until a path exists.
/// On ties, each expectation in order gets the earliest possible line.
struct BlockAligner {
  /// Limits the search for near lines, in steps. Above it, everything between the matching ends differs.
  private static let largestSearch = 2_000_000
  private static let gap = 10
  static let fieldCost = 16

  private let block: ExpectedBlock
  private let actual: [LineFields]
  private let matcher: LineMatcher
  private let elements: [BlockElement]
  private let keys: LineKeys
  private var limit: MatchLimit
  private var bindings: Bindings
  /// `|?` lines that must match, because they bind names.
  private var required: Set<Int> = []
  /// The matchings of runs by their first line, valid for the current bindings.
  private var runs: [Int: RunPlaces] = [:]
  private var orders: [Int: [Int]] = [:]
  /// Lines with reasons as one field; set before the search for near lines.
  private var joined: (expected: [LineFields], found: [LineFields]) = ([], [])
  private var mostCost = 0
  /// Compared pairs and visited cells, weighted by cost.
  private(set) var steps = 0

  init(
    _ block: ExpectedBlock, _ actual: [LineFields], names: NamedValues, bindings: Bindings = Bindings(),
    limit: MatchLimit = MatchLimit()
  ) {
    self.block = block
    self.actual = actual
    self.bindings = bindings
    self.limit = limit
    matcher = LineMatcher(names: names)
    keys = LineKeys(block, actual, matcher)
    elements = block.elements
  }

  /// Cheaper than `align`, because it does not explain a failure.
  mutating func canHold(
    _ bindings: Bindings = Bindings(), requiring required: Set<Int> = [], limit: MatchLimit = MatchLimit()
  ) throws(MatchLimit) -> Bool {
    (self.bindings, self.required, self.limit) = (bindings, required, limit)
    (runs, steps) = ([:], 0)
    return try freeRows() != nil
  }

  mutating func align() throws(MatchLimit) -> Alignment {
    if let rows = try freeRows() { return rows }
    let never = try never()
    let middle = try middle()
    joined = (block.expectations.map { $0.pattern.line.withReasonAsOneField }, actual.map(\.withReasonAsOneField))
    (limit, steps) = (MatchLimit(steps: Self.largestSearch), 0)
    do throws(MatchLimit) {
      for most in [2 * Self.gap, 20 * Self.gap, Int.max] {
        mostCost = most
        if let rows = try rows(of: middle) { return Alignment(rows: middle.head + rows + middle.tail, never: never) }
      }
    } catch {}
    let rows = middle.elements.flatMap { leftRows($0.lines) } + middle.lines.map { .unexpected(actual: $0) }
    return Alignment(rows: middle.head + rows + middle.tail, never: never, isCoarse: true)
  }

  private mutating func freeRows() throws(MatchLimit) -> Alignment? {
    mostCost = 0
    let never = try never()
    guard !never.contains(where: \.isDifference) else { return nil }
    let middle = try middle()
    return try rows(of: middle).map { Alignment(rows: middle.head + $0 + middle.tail, never: never) }
  }

  /// The rows of the `|!` lines. A line with an unknown name forbids nothing.
  private mutating func never() throws(MatchLimit) -> [Alignment.Row] {
    let open = bindings.open
    bindings.open = []
    defer { bindings.open = open }
    var rows: [Alignment.Row] = []
    for index in block.expectations.indices where block.expectations[index].mark == .never {
      var row = Alignment.Row.unused(expectation: index)
      for line in actual.indices where !row.isDifference {
        if try holds(index, line) { row = .forbidden(expectation: index, actual: line) }
      }
      rows.append(row)
    }
    return rows
  }

  // MARK: Equal ends

  private struct Middle {
    var elements: ArraySlice<BlockElement>
    var lines: Range<Int>
    var head: [Alignment.Row] = []
    var tail: [Alignment.Row] = []
  }

  private mutating func middle() throws(MatchLimit) -> Middle {
    var middle = Middle(elements: elements[...], lines: actual.indices)
    while let first = middle.elements.first, first.mark == .next, let line = middle.lines.first,
      try holds(first.lines.lowerBound, line)
    {
      middle.head.append(.matched(expectation: first.lines.lowerBound, actual: line))
      middle.elements.removeFirst()
      middle.lines.removeFirst()
    }
    while let last = middle.elements.last, last.mark == .next, let line = middle.lines.last,
      try holds(last.lines.lowerBound, line)
    {
      middle.tail.append(.matched(expectation: last.lines.lowerBound, actual: line))
      middle.elements.removeLast()
      middle.lines.removeLast()
    }
    middle.tail.reverse()
    return middle
  }

  // MARK: The table

  /// A line or alternatives with the paths from it. The first line of a run also has the paths that place the whole
  /// run.
  private struct Entry {
    var lines: Range<Int>
    var paths: Paths
    var run: Range<Int>
    var count: Int
  }

  private mutating func rows(of middle: Middle) throws(MatchLimit) -> [Alignment.Row]? {
    let first = middle.lines.lowerBound
    var table: [Entry] = []
    var after = Paths(over: middle.lines, each: Self.gap, within: mostCost)
    for element in middle.elements.reversed() {
      let run = element.lines
      if element.mark != .anyOrder {
        let paths = try paths(through: run, before: after, from: first)
        table.append(Entry(lines: run, paths: paths, run: run, count: 1))
      } else {
        let windows = try windows(of: run, before: after, from: first)
        if mostCost == 0 { table.append(Entry(lines: run, paths: windows, run: run, count: 1)) }
        for (place, line) in (mostCost == 0 ? [] : try order(of: run)).enumerated().reversed() {
          let isFirst = place == 0
          let paths = try paths(
            through: line..<line + 1, before: place == run.count - 1 ? after : table[table.count - 1].paths,
            windows: isFirst ? windows : Paths(), from: first)
          table.append(Entry(lines: line..<line + 1, paths: paths, run: run, count: isFirst ? run.count : 1))
        }
      }
      after = table[table.count - 1].paths
      if after.steps.isEmpty { return nil }
    }
    guard after[first] != nil else { return nil }
    table.reverse()
    return try path(through: table, middle.lines)
  }

  private mutating func paths(
    through lines: Range<Int>, before after: Paths, windows: Paths = Paths(), from first: Int
  ) throws(MatchLimit) -> Paths {
    var paths = Paths()
    var place = after.steps.first?.place
    while let current = place, current >= first {
      try count(1)
      let step = try step(at: current, through: lines, paths, before: after, windows[current])
      if let step { paths.append(step) }
      let isNear = step != nil || after[current] != nil
      place = isNear ? current - 1 : [after, windows].compactMap { $0.place(before: current) }.max()
    }
    return paths
  }

  /// Ties are broken in the order of `Paths.Move`.
  private mutating func step(
    at place: Int, through lines: Range<Int>, _ paths: Paths, before after: Paths, _ window: Paths.Step?
  ) throws(MatchLimit) -> Paths.Step? {
    let mark = mark(of: lines.lowerBound)
    var best = window
    func offer(_ move: Paths.Move, _ cost: Int, _ rest: Paths.Step) {
      let step = Paths.Step(place: place, cost: rest.cost + cost, move: move)
      if step.cost <= mostCost, best.map(step.precedes) ?? true { best = step }
    }
    if let rest = after[place] { offer(.leave, mark.mayBeAbsent ? 0 : Self.gap, rest) }
    if let rest = paths[place + 1] {
      if mark == .anyNumber, best.map({ rest.cost < $0.cost }) ?? true, try holds(lines.lowerBound, place) {
        offer(.absorb, 0, rest)
      }
      offer(.add, Self.gap, rest)
    }
    if mark != .anyNumber, let rest = after[place + 1] {
      if try firstHolding(lines, place) != nil {
        offer(.match, 0, rest)
      } else if mostCost > 0, let nearest = try nearest(of: lines.lazy.map { ($0, place) }) {
        offer(.change, nearest.cost, rest)
      }
    }
    return best
  }

  private mutating func path(
    through table: [Entry], _ lines: Range<Int>
  ) throws(MatchLimit) -> [Alignment.Row] {
    var rows: [Alignment.Row] = []
    var (index, line, used) = (0, lines.lowerBound, -1)
    while index < table.count {
      let entry = table[index]
      guard let move = entry.paths[line]?.move else { preconditionFailure("no path leads on from line \(line)") }
      switch move {
      case .window:
        let run = entry.run
        rows += try assignment(of: run, to: line..<line + run.count)
        line += run.count
        index += entry.count
      case .match, .change:
        rows += try partners(of: entry.lines, line)
        line += 1
        index += 1
      case .leave:
        if used != entry.lines.lowerBound { rows += leftRows(entry.lines) }
        index += 1
      case .absorb:
        used = entry.lines.lowerBound
        rows.append(.matched(expectation: used, actual: line))
        line += 1
      case .add:
        rows.append(.unexpected(actual: line))
        line += 1
      }
    }
    return rows + (line..<lines.upperBound).map { .unexpected(actual: $0) }
  }

  private func leftRows(_ lines: Range<Int>) -> [Alignment.Row] {
    lines.map { mark(of: $0).mayBeAbsent ? .unused(expectation: $0) : .missing(expectation: $0) }
  }

  private mutating func partners(of lines: Range<Int>, _ line: Int) throws(MatchLimit) -> [Alignment.Row] {
    let holding = try firstHolding(lines, line)
    let nearest = holding == nil ? try nearest(of: lines.lazy.map { ($0, line) })?.expectation : nil
    let chosen = holding ?? nearest ?? lines.lowerBound
    return lines.map { index in
      if index != chosen { return .unused(expectation: index) }
      return holding == nil ? .differs(expectation: index, actual: line) : .matched(expectation: index, actual: line)
    }
  }

  private func mark(of expectation: Int) -> OutputMark {
    required.contains(expectation) ? .next : block.expectations[expectation].mark
  }

  // MARK: Runs

  /// The parts of the output that match a whole run.
  private mutating func windows(of run: Range<Int>, before after: Paths, from first: Int) throws(MatchLimit) -> Paths {
    var windows = Paths()
    var places = try places(of: run)
    for rest in after.steps where rest.place - run.count >= first {
      let start = rest.place - run.count
      let before = places.steps
      places.move(to: start..<rest.place)
      if places.fill() { windows.append(Paths.Step(place: start, cost: rest.cost, move: .window)) }
      try count(places.steps - before)
    }
    return windows
  }

  private mutating func assignment(of run: Range<Int>, to window: Range<Int>) throws(MatchLimit) -> [Alignment.Row] {
    var places = try places(of: run)
    places.move(to: window)
    guard places.fill() else { preconditionFailure("a run has no place in its window") }
    let binders = run.indices.filter { !block.expectations[$0].pattern.bindings.isEmpty }
    return places.pairs(binders: binders.map { $0 - run.lowerBound }).map { pair in
      .matched(expectation: run.lowerBound + pair.left, actual: pair.right)
    }
  }

  private mutating func places(of run: Range<Int>) throws(MatchLimit) -> RunPlaces {
    if let known = runs[run.lowerBound] { return known }
    let (expected, first) = LineKeys.classes(run.map { block.expectations[$0].pattern.line.text })
    var candidates: [[Int]] = []
    for line in first {
      var fitting: [Int] = []
      for other in keys.candidates(of: run.lowerBound + line) {
        if try holds(run.lowerBound + line, keys.firstOfClass[other]) { fitting.append(other) }
      }
      candidates.append(fitting)
    }
    let places = RunPlaces(expected: expected, found: keys.classes, candidates: candidates)
    runs[run.lowerBound] = places
    return places
  }

  /// Orders a failing run by output lines. A line that holds nowhere gets the nearest free output line around the
  /// run; lines without output come last.
  private mutating func order(of run: Range<Int>) throws(MatchLimit) -> [Int] {
    if let known = orders[run.lowerBound] { return known }
    var matching = try places(of: run)
    matching.move(to: actual.indices)
    matching.fillMost()
    var places = Dictionary(matching.pairs(binders: []).map { ($0.left, $0.right) }) { first, _ in first }
    let open = (0..<run.count).filter { places[$0] == nil }
    let taken = Set(places.values)
    let first = taken.min().map { max(0, $0 - open.count) } ?? 0
    let last = taken.max().map { min(actual.count, $0 + open.count + 1) } ?? actual.count
    var free = (first..<last).filter { !taken.contains($0) }
    for left in open {
      guard let nearest = try nearest(of: free.lazy.map { (run.lowerBound + left, $0) }) else { continue }
      places[left] = nearest.line
      free.removeAll { $0 == nearest.line }
    }
    let order = (0..<run.count).sorted { (places[$0] ?? .max, $0) < (places[$1] ?? .max, $1) }
    orders[run.lowerBound] = order.map { run.lowerBound + $0 }
    return order.map { run.lowerBound + $0 }
  }

  // MARK: Pairs of lines

  private mutating func firstHolding(_ lines: Range<Int>, _ line: Int) throws(MatchLimit) -> Int? {
    for index in lines {
      if try holds(index, line) { return index }
    }
    return nil
  }

  private mutating func holds(_ expectation: Int, _ line: Int) throws(MatchLimit) -> Bool {
    try count(1)
    if let known = keys.holds(expectation, line) { return known }
    let pattern = block.expectations[expectation].pattern
    try count(Self.fieldCost + (pattern.line.text.utf8.count + actual[line].text.utf8.count) / 64)
    var scratch = bindings
    return matcher.holds(pattern, actual[line], &scratch)
  }

  private mutating func nearest(
    of pairs: some Sequence<(Int, Int)>
  ) throws(MatchLimit) -> (expectation: Int, line: Int, cost: Int)? {
    var nearest: (expectation: Int, line: Int, cost: Int)?
    for (expectation, line) in pairs {
      try count(1)
      if !keys.beginDifferently(expectation, line),
        let cost = matcher.distance(joined.expected[expectation], joined.found[line], bindings),
        cost < nearest?.cost ?? .max
      {
        nearest = (expectation, line, cost)
      }
    }
    return nearest
  }

  private mutating func count(_ more: Int) throws(MatchLimit) {
    steps += more
    if steps > limit.steps { throw limit }
  }
}

extension OutputMark {
  fileprivate var mayBeAbsent: Bool { self == .optional || self == .anyNumber }
}
