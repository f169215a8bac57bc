import Traces
import Turns

/// Finds values for names that several output lines could bind, such that all blocks hold that bind or use them.
///
/// Names that share no block are searched separately. Each tried value costs a match of the group's blocks.
struct NameSearch {
  private let blocks: [ExpectedBlock]
  private let outputs: [[String]]
  private let names: NamedValues
  private let limit: MatchLimit
  private var binders: [Binder] = []
  /// For each block the binders of names that it binds or uses.
  private var concerns: [Set<Int>] = []
  /// For each binder its blocks, smallest first.
  private var places: [[Int]] = []
  private var lines: [Int: [LineFields]] = [:]
  private var aligners: [Int: BlockAligner] = [:]
  private var base = Bindings()
  private var steps = 0

  private struct Binder {
    var block: Int
    var expectation: Int
    var names: [String]
    var reach: Range<Int>
  }

  struct Failure: Error {
    var block: Int
    var limit: MatchLimit
  }

  init(_ blocks: [ExpectedBlock], _ outputs: [[String]], names: NamedValues, steps: Int) {
    var referred: Set<String> = []
    for block in blocks {
      for expectation in block.expectations { referred.formUnion(expectation.pattern.references.map(\.name)) }
    }
    self.blocks = referred.isEmpty ? [] : blocks.map(\.split)
    self.outputs = outputs
    self.names = names
    limit = MatchLimit(steps: steps, subject: .names)
    for (number, block) in self.blocks.enumerated() where block.bindsNames {
      let reach = block.reach(among: outputs[number].count)
      for (index, expectation) in block.expectations.enumerated() where !expectation.mark.isPrefix {
        let names = expectation.pattern.bindings.map(\.name).filter(referred.contains)
        guard !names.isEmpty, let reach = reach[index] else { continue }
        binders.append(Binder(block: number, expectation: index, names: names, reach: reach))
      }
    }
  }

  /// The values that names must get. Omits names whose lines are certain, and names that no line can bind.
  mutating func values() throws(Failure) -> [String: FieldContent] {
    base.open = Set(binders.flatMap(\.names))
    for binder in binders where isCertain(binder) { bind(binder) }
    binders.removeAll(where: isCertain)
    connect()
    var values: [String: FieldContent] = [:]
    for group in groups {
      do throws(MatchLimit) {
        values.merge(try self.values(of: group)) { $1 }
      } catch {
        throw Failure(block: binders[group[0]].block, limit: error)
      }
    }
    return values
  }

  private func isCertain(_ binder: Binder) -> Bool {
    binder.reach.count == 1 && blocks[binder.block].expectations[binder.expectation].mark == .next
  }

  private mutating func bind(_ binder: Binder) {
    let pattern = blocks[binder.block].expectations[binder.expectation].pattern
    var bound = base
    guard LineMatcher(names: names).holds(pattern, lines(of: binder.block)[binder.reach.lowerBound], &bound) else {
      return
    }
    for name in binder.names { bound[name].map { base.bind(name, to: $0) } }
  }

  // MARK: Groups

  private mutating func connect() {
    var numbers: [String: Int] = [:]
    for (number, binder) in binders.enumerated() {
      for name in binder.names { numbers[name] = number }
    }
    concerns = blocks.map { block in
      Set(block.expectations.flatMap { $0.pattern.bindings + $0.pattern.references }.compactMap { numbers[$0.name] })
    }
    places = Array(repeating: [], count: binders.count)
    for block in blocks.indices.sorted(by: { blocks[$0].expectations.count < blocks[$1].expectations.count }) {
      for binder in concerns[block] { places[binder].append(block) }
    }
  }

  /// Binders that share blocks, directly or indirectly.
  private var groups: [[Int]] {
    var seen: Set<Int> = []
    return binders.indices.compactMap { first in
      guard seen.insert(first).inserted else { return nil }
      var group = [first]
      var next = 0
      while next < group.count {
        for block in places[group[next]] { group += concerns[block].filter { seen.insert($0).inserted }.sorted() }
        next += 1
      }
      return group.sorted()
    }
  }

  /// If not all blocks can hold together, the first ones take precedence.
  private mutating func values(of group: [Int]) throws(MatchLimit) -> [String: FieldContent] {
    var open = Assignment(bindings: base)
    var known: [Int] = []
    for binder in group {
      if try candidates(of: binder, open).isEmpty {
        open.bindings.open.subtract(binders[binder].names)
      } else {
        known.append(binder)
      }
    }
    var wanted: Set<Int> = []
    for block in Set(group.flatMap { places[$0] }) {
      if try canHold(block, open) { wanted.insert(block) }
    }
    if let found = try assignment(of: known, holding: wanted, open) { return found.bindings.pins }
    var kept: Set<Int> = []
    var best = open
    for block in wanted.sorted() {
      guard let found = try assignment(of: known, holding: kept.union([block]), open) else { continue }
      kept.insert(block)
      best = found
    }
    return best.bindings.pins
  }

  // MARK: The search

  private struct Assignment {
    var bindings: Bindings
    var required: [Int: Set<Int>] = [:]

    func with(_ values: [FieldContent], for binder: Binder) -> Assignment {
      var next = self
      next.bindings.open.subtract(binder.names)
      next.required[binder.block, default: []].insert(binder.expectation)
      for (name, value) in zip(binder.names, values) {
        next.bindings.bind(name, to: value)
        next.bindings.pins[name] = value
      }
      return next
    }
  }

  /// Backtracking search; tries the values of the earliest lines first.
  private mutating func assignment(
    of group: [Int], holding wanted: Set<Int>, _ start: Assignment
  ) throws(MatchLimit) -> Assignment? {
    var path = [start]
    var waiting: [[[FieldContent]]] = []
    while path.count <= group.count {
      let depth = path.count - 1
      if waiting.count == depth { waiting.append(try candidates(of: group[depth], path[depth]).reversed()) }
      guard let values = waiting[depth].popLast() else {
        guard depth > 0 else { return nil }
        waiting.removeLast()
        path.removeLast()
        continue
      }
      try count(path[depth].bindings.pins.count)
      let next = path[depth].with(values, for: binders[group[depth]])
      var holds = true
      for block in places[group[depth]] where holds && wanted.contains(block) { holds = try canHold(block, next) }
      if holds { path.append(next) }
    }
    return path.last
  }

  private mutating func candidates(of number: Int, _ assignment: Assignment) throws(MatchLimit) -> [[FieldContent]] {
    let binder = binders[number]
    let pattern = blocks[binder.block].expectations[binder.expectation].pattern
    let matcher = LineMatcher(names: names)
    var seen: Set<[FieldContent]> = []
    var result: [[FieldContent]] = []
    for line in lines(of: binder.block)[binder.reach] {
      try count(BlockAligner.fieldCost + (pattern.line.text.utf8.count + line.text.utf8.count) / 64)
      var bindings = assignment.bindings
      guard matcher.holds(pattern, line, &bindings) else { continue }
      let values = binder.names.compactMap { bindings[$0] }
      if seen.insert(values).inserted { result.append(values) }
    }
    return result
  }

  private mutating func canHold(_ number: Int, _ assignment: Assignment) throws(MatchLimit) -> Bool {
    try count(blocks[number].expectations.count)
    let lines = lines(of: number)
    var aligner = aligners.removeValue(forKey: number) ?? BlockAligner(blocks[number], lines, names: names)
    defer { aligners[number] = aligner }
    do throws(MatchLimit) {
      let holds = try aligner.canHold(
        assignment.bindings, requiring: assignment.required[number] ?? [], limit: MatchLimit(steps: limit.steps - steps)
      )
      steps += aligner.steps
      return holds
    } catch {
      throw limit
    }
  }

  private mutating func count(_ more: Int) throws(MatchLimit) {
    steps += more
    if steps > limit.steps { throw limit }
  }

  private mutating func lines(of block: Int) -> [LineFields] {
    if let known = lines[block] { return known }
    let parsed = outputs[block].map(LineFields.init)
    lines[block] = parsed
    return parsed
  }
}
