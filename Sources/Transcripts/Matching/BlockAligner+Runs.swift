/// Lines in any order.
extension BlockAligner {
  /// The windows of the output in which every line of a run has its place, before what can follow.
  mutating func windows(of run: Range<Int>, before after: Ways, in lines: Range<Int>) throws(MatchLimit) -> Ways {
    var ways = Ways()
    for rest in after.steps where rest.place - run.count >= lines.lowerBound {
      let start = rest.place - run.count
      if try assignment(of: run, to: start..<rest.place) != nil {
        ways.append(Ways.Step(place: start, cost: rest.cost, move: .window))
      }
    }
    return ways
  }

  /// The rows of a run in a window, in which every line that binds a name, in order, takes the earliest output line that
  /// it can.
  mutating func earliestAssignment(
    of run: Range<Int>, to window: Range<Int>
  ) throws(MatchLimit) -> [Alignment.Row] {
    var forced: [(left: Int, right: Int)] = []
    for index in run where !block.expectations[index].pattern.bindings.isEmpty {
      for right in try candidates(index, in: window) where !forced.contains(where: { $0.right == right }) {
        let trial = forced + [(index - run.lowerBound, right)]
        if try assignment(of: run, to: window, forced: trial) != nil {
          forced = trial
          break
        }
      }
    }
    let pairs = try assignment(of: run, to: window, forced: forced)?.pairs ?? []
    return pairs.sorted { $0.right < $1.right }.map { pair in
      .matched(expectation: run.lowerBound + pair.left, actual: window.lowerBound + pair.right)
    }
  }

  /// Which line of a window each line of a run takes; nil when they cannot all be placed.
  private mutating func assignment(
    of run: Range<Int>, to window: Range<Int>, forced: [(left: Int, right: Int)] = []
  ) throws(MatchLimit) -> BipartiteMatching? {
    var matching = BipartiteMatching(left: run.count, right: window.count)
    for pair in forced { matching.force(pair.left, pair.right) }
    for left in 0..<run.count where !matching.isPlaced(left) {
      if try !place(left, of: run, in: window, &matching) { return nil }
    }
    return matching
  }

  private mutating func place(
    _ left: Int, of run: Range<Int>, in window: Range<Int>, _ matching: inout BipartiteMatching
  ) throws(MatchLimit) -> Bool {
    var found: [Int: [Int]] = [:]
    return try matching.place(left) { (left) throws(MatchLimit) in
      if let known = found[left] { return known }
      let candidates = try self.candidates(run.lowerBound + left, in: window)
      found[left] = candidates
      return candidates
    }
  }

  private mutating func candidates(_ index: Int, in window: Range<Int>) throws(MatchLimit) -> [Int] {
    var result: [Int] = []
    for line in window {
      if try holds(index, line) { result.append(line - window.lowerBound) }
    }
    return result
  }

  // MARK: Runs that differ

  /// The lines of a run in the order of the output lines that they take; those that take none come last.
  mutating func ordered(_ run: Range<Int>) throws(MatchLimit) -> [Int] {
    var matching = BipartiteMatching(left: run.count, right: actual.count)
    for left in 0..<run.count { _ = try place(left, of: run, in: actual.indices, &matching) }
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
    for left in open {
      let costs = (first..<last).filter { !taken.contains($0) }.compactMap { line in
        cost(of: run.lowerBound + left, beside: line).map { (line: line, cost: $0) }
      }
      guard let nearest = costs.min(by: { ($0.cost, $0.line) < ($1.cost, $1.line) }) else { continue }
      places[left] = nearest.line
      taken.insert(nearest.line)
    }
  }
}
