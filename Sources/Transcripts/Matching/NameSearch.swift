import Traces

/// Finds which output lines bind names, where several could, such that the blocks that bind them and those that refer to
/// them hold together.
///
/// A name in a `| ` line whose place is certain needs no search. Of names that no block has in common, each group is
/// searched by itself; a group costs a match of its blocks for every value that is tried, and at most its limit.
struct NameSearch {
  private let blocks: [ExpectedBlock]
  private let outputs: [[String]]
  private let names: NamedValues
  private let limit: MatchLimit
  private let binders: [Binder]
  /// The binders that each block has to do with: those of names that it binds or refers to.
  private let concerns: [[Int]]
  /// The blocks that each binder has to do with, the smallest first.
  private let places: [[Int]]
  private var lines: [Int: [LineFields]] = [:]
  private var keys: [Int: LineKeys] = [:]
  private var base = Bindings()
  private var steps = 0

  /// A line that binds names in a place that its output leaves open.
  private struct Binder {
    var block: Int
    var expectation: Int
    var names: [String]
  }

  /// Why there is no answer: the block in which the names are bound, and the limit.
  struct Failure: Error {
    var block: Int
    var limit: MatchLimit
  }

  init(_ blocks: [ExpectedBlock], _ outputs: [[String]], names: NamedValues, steps: Int) {
    let binders = NameSearch.binders(in: blocks)
    let blocks = binders.isEmpty ? [] : blocks.map(\.split)
    self.binders = binders
    self.blocks = blocks
    self.outputs = outputs
    self.names = names
    limit = MatchLimit(steps: steps, of: .names)
    var numbers: [String: Int] = [:]
    for (number, binder) in binders.enumerated() {
      for name in binder.names { numbers[name] = number }
    }
    concerns = blocks.map { block in
      let used = block.expectations.flatMap { $0.pattern.bindings + $0.pattern.references }
      return Set(used.compactMap { numbers[$0.name] }).sorted()
    }
    var places = [[Int]](repeating: [], count: binders.count)
    for (block, concerned) in concerns.enumerated() {
      for binder in concerned { places[binder].append(block) }
    }
    self.places = places.map { blocksOfBinder in
      blocksOfBinder.sorted { (blocks[$0].expectations.count, $0) < (blocks[$1].expectations.count, $1) }
    }
  }

  /// The values that names must get; none for names whose lines are certain, and for those that no line can bind.
  mutating func values() throws(Failure) -> [String: FieldContent] {
    guard !binders.isEmpty else { return [:] }
    bindCertainNames()
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

  private static func binders(in blocks: [ExpectedBlock]) -> [Binder] {
    var referred: Set<String> = []
    for block in blocks {
      for expectation in block.expectations { referred.formUnion(expectation.pattern.references.map(\.name)) }
    }
    guard !referred.isEmpty else { return [] }
    return blocks.enumerated().flatMap { number, block -> [Binder] in
      let certain = block.fixedPositions
      return block.expectations.enumerated().compactMap { index, expectation in
        let names = expectation.pattern.bindings.map(\.name).filter(referred.contains)
        guard !names.isEmpty, certain[index] == nil, !expectation.mark.isPrefix else { return nil }
        return Binder(block: number, expectation: index, names: names)
      }
    }
  }

  /// Binds the names in lines whose place is certain, as far as those lines hold.
  private mutating func bindCertainNames() {
    base.open = Set(binders.flatMap(\.names))
    for (number, block) in blocks.enumerated() {
      let found = lines(of: number)
      for (index, line) in block.certainBinders(among: found.count) {
        let pattern = block.expectations[index].pattern
        var bound = base
        guard LineMatcher(names: names).holds(pattern, found[line], &bound) else { continue }
        for name in pattern.bindings.map(\.name) {
          if let value = bound[name] { base.bind(name, to: value) }
        }
      }
    }
  }

  // MARK: Groups

  /// The binders whose names meet in a block, directly or through others.
  private var groups: [[Int]] {
    var leaders = Array(binders.indices)
    func leader(_ binder: Int) -> Int {
      var binder = binder
      while leaders[binder] != binder { binder = leaders[binder] }
      return binder
    }
    for block in concerns {
      for binder in block.dropFirst() {
        let (left, right) = (leader(block[0]), leader(binder))
        leaders[max(left, right)] = min(left, right)
      }
    }
    let members = Dictionary(grouping: binders.indices, by: leader)
    return binders.indices.compactMap { members[$0] }
  }

  /// The values of a group's names with which all of its blocks hold that can; where that is not so, with which the
  /// first of them do.
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
    for block in Set(group.flatMap { places[$0] }).sorted() {
      if try canHold(block, open) { wanted.insert(block) }
    }
    if let found = try assignment(of: known, holding: wanted, open) { return found.values }
    var kept: Set<Int> = []
    var best = open
    for block in wanted.sorted() {
      guard let found = try assignment(of: known, holding: kept.union([block]), open) else { continue }
      kept.insert(block)
      best = found
    }
    return best.values
  }

  // MARK: The search

  /// Values for the names of binders.
  private struct Assignment {
    var bindings: Bindings
    var values: [String: FieldContent] = [:]
    /// The lines that must come, since they bind names that are referred to.
    var required: [Int: Set<Int>] = [:]

    func with(_ values: [FieldContent], for binder: Binder) -> Assignment {
      var next = self
      next.bindings.open.subtract(binder.names)
      next.required[binder.block, default: []].insert(binder.expectation)
      for (name, value) in zip(binder.names, values) {
        next.values[name] = value
        next.bindings.bind(name, to: value)
        next.bindings.pin(name, to: value)
      }
      return next
    }
  }

  /// Tries the values of every binder in order, those of the earliest lines first, and goes back where a block cannot
  /// hold any more.
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
      try count(path[depth].values.count)
      let next = path[depth].with(values, for: binders[group[depth]])
      if try holds(wanted, next, concerning: group[depth]) { path.append(next) }
    }
    return path.last
  }

  private mutating func holds(
    _ wanted: Set<Int>, _ assignment: Assignment, concerning binder: Int
  ) throws(MatchLimit) -> Bool {
    for block in places[binder] where wanted.contains(block) {
      if try !canHold(block, assignment) { return false }
    }
    return true
  }

  /// The values that a binder's names can get, each once.
  private mutating func candidates(of number: Int, _ assignment: Assignment) throws(MatchLimit) -> [[FieldContent]] {
    let binder = binders[number]
    let pattern = blocks[binder.block].expectations[binder.expectation].pattern
    let matcher = LineMatcher(names: names)
    var seen: Set<[FieldContent]> = []
    var result: [[FieldContent]] = []
    for line in lines(of: binder.block) {
      try count(BlockAligner.fieldCost + (pattern.line.text.utf8.count + line.text.utf8.count) / 64)
      var bindings = assignment.bindings
      guard matcher.holds(pattern, line, &bindings) else { continue }
      let values = binder.names.compactMap { bindings[$0] }
      if seen.insert(values).inserted { result.append(values) }
    }
    return result
  }

  private mutating func canHold(_ number: Int, _ assignment: Assignment) throws(MatchLimit) -> Bool {
    var block = blocks[number]
    for index in assignment.required[number] ?? [] where block.expectations[index].mark == .optional {
      block.expectations[index].mark = .next
    }
    let actual = lines(of: number)
    let keys = self.keys[number] ?? LineKeys(block, actual, names: names)
    self.keys[number] = keys
    try count(block.expectations.count)
    var aligner = BlockAligner(
      block, actual, names: names,
      bindings: assignment.bindings.bound(in: block, actual, LineMatcher(names: names)),
      limit: MatchLimit(steps: limit.steps - steps, of: .names), keys: keys)
    do throws(MatchLimit) {
      let holds = try aligner.canHold()
      try count(aligner.steps)
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
