import Traces
import Turns

/// Finds the differences that disappear when an earlier one is accepted.
///
/// Expected lines depend on earlier ones through names, old values of fields, and moved lines. After accepting a
/// block, later blocks are compared again with its actual names, values and lines. A block that then holds follows
/// from it; any other differs independently.
struct DifferenceAcceptance {
  let names: NamedValues
  let limit: MatchLimit
  private(set) var state = AcceptedState()

  private var comparison: BlockComparison { BlockComparison(names: names, limit: limit) }
  private var lines: LineMatcher { LineMatcher(names: names) }

  func findCauses(of results: inout [ReplayedBlock], in transcriptCase: TranscriptCase) {
    guard results.contains(where: \.differs) else { return }
    var replay = self
    for place in results.indices {
      switch results[place].outcome {
      case .held: replay.state.settle(results[place].actual)
      case .undecided: break
      case .differs(let alignment):
        let block = transcriptCase.block(at: place).split
        results[place].cause = replay.cause(of: block, results[place])
        replay.accept(block, results[place], alignment, origin: results[place].cause ?? place)
      }
    }
  }

  // MARK: Comparing again

  /// The latest accepted difference that makes the block hold; nil if it still differs.
  private mutating func cause(of block: ExpectedBlock, _ result: ReplayedBlock) -> Int? {
    guard !state.isEmpty else { return nil }
    var bindings = result.bindings
    var origins = state.supply(&bindings, for: block)
    let (carried, carriedOrigins) = state.carried(into: block, lines)
    origins += carriedOrigins
    let actual = result.actual.map(LineFields.init)
    var known = bindings
    // No accepted difference affects it.
    let isAsBefore = origins.isEmpty && block.isWithoutNames
    switch isAsBefore ? result.outcome : comparison.compare(carried, actual, &known) {
    case .held: break
    case .undecided: return nil
    case .differs(let alignment):
      let moves = state.moves(in: alignment, carried, actual, lines)
      guard !moves.isEmpty else { return nil }
      known = bindings
      guard case .held = comparison.compare(moves.rest(of: carried), moves.rest(of: actual), &known) else { return nil }
      origins += state.consume(moves)
    }
    state.learn(from: known)
    return origins.max()
  }

  // MARK: Accepting

  private mutating func accept(
    _ block: ExpectedBlock, _ result: ReplayedBlock, _ alignment: Alignment, origin: Int
  ) {
    let actual = result.actual.map(LineFields.init)
    let after = result.bindingsAfter
    for row in alignment.rows {
      switch row {
      case .matched(let expectation, let line), .differs(let expectation, let line):
        let pattern = block.expectations[expectation].pattern
        for (name, value) in pattern.boundValues(of: pattern.seen(actual[line]), lines) where after[name] == nil {
          state.accept(name, value, origin)
        }
      case .missing, .unexpected, .unused, .forbidden: break
      }
    }
    let bound = block.expectations.flatMap(\.pattern.bindings).map(\.name)
    state.accept(unknown: bound.filter { after[$0] == nil }, origin)
    state.accept(changesOf: block, actual, alignment, origin, lines)
    if result.cause == nil { state.accept(movesOf: alignment, block, actual, origin) }
  }
}

extension LinePattern {
  /// The actual values where the line binds names, even of the wrong type.
  fileprivate func boundValues(of actual: LineFields, _ matcher: LineMatcher) -> [(String, FieldContent)] {
    guard !bindings.isEmpty, line.fields.count == actual.fields.count else { return [] }
    return zip(line.fields, actual.fields).flatMap { expected, found -> [(String, FieldContent)] in
      guard case .value(let pattern) = expected.content else { return [] }
      return pattern.boundValues(of: matcher.resolved(found.content))
    }
  }
}

extension ValuePattern {
  fileprivate func boundValues(of actual: FieldContent) -> [(String, FieldContent)] {
    if case .marker(let tokens) = self { return Matcher(tokens)?.binding.map { [($0, actual)] } ?? [] }
    guard case .value(let found) = actual else { return [] }
    guard let wanted = ValueParts(self), let given = ValueParts(found) else { return [] }
    return wanted.members.enumerated().flatMap { index, member -> [(String, FieldContent)] in
      given.partner(of: member, at: index).map { member.pattern.boundValues(of: .value($0.pattern)) } ?? []
    }
  }
}

/// The effects of accepted differences on later blocks.
struct AcceptedState {
  private struct Carried {
    var expected: FieldContent
    /// Nil if unknown.
    var actual: FieldContent?
    var origin: Int
  }

  /// By field or region name.
  private var fieldsApart: [FieldContent: Carried] = [:]
  private var values: [String: (value: FieldContent, origin: Int)] = [:]
  /// Names that only missing lines bind.
  private var unknown: [String: Int] = [:]
  /// Missing lines; `early` has the unexpected ones. Both serve to find moved lines.
  private var owed: [(pattern: LinePattern, origin: Int)] = []
  private var early: [(line: LineFields, origin: Int)] = []
  private var searched = 0

  var isEmpty: Bool {
    fieldsApart.isEmpty && values.isEmpty && unknown.isEmpty && owed.isEmpty && early.isEmpty
  }

  // MARK: Names

  mutating func accept(_ name: String, _ value: FieldContent, _ origin: Int) { values[name] = (value, origin) }

  mutating func accept(unknown names: [String], _ origin: Int) {
    for name in names where values[name] == nil { unknown[name] = origin }
  }

  func supply(_ bindings: inout Bindings, for block: ExpectedBlock) -> [Int] {
    var origins: [Int] = []
    for name in block.expectations.flatMap(\.pattern.references).map(\.name) where bindings[name] == nil {
      if let accepted = values[name] {
        bindings.bind(name, to: accepted.value)
        origins.append(accepted.origin)
      } else if let origin = unknown[name] {
        bindings.open.insert(name)
        origins.append(origin)
      }
    }
    return origins
  }

  /// Keeps the values that unknown names got at their first use.
  mutating func learn(from bindings: Bindings) {
    for name in bindings.open.sorted() {
      guard let value = bindings[name], let origin = unknown[name] else { continue }
      values[name] = (value, origin)
      unknown[name] = nil
    }
  }

  // MARK: Values before

  /// Replaces old values by the actual ones where a line continues from the expected value.
  func carried(into block: ExpectedBlock, _ lines: LineMatcher) -> (block: ExpectedBlock, origins: [Int]) {
    guard !fieldsApart.isEmpty else { return (block, []) }
    var result = block
    var origins: [Int] = []
    var seen: Set<FieldContent> = []
    for index in block.expectations.indices where !block.expectations[index].mark.isPrefix {
      guard let change = FieldLine(block.expectations[index].pattern.line) else { continue }
      let path = change.path
      guard seen.insert(path).inserted, let entry = fieldsApart[path], let actual = entry.actual else { continue }
      guard change.before == entry.expected else { continue }
      result.expectations[index].pattern.line.fields[change.beforeIndex].content = actual
      origins.append(entry.origin)
      var scratch = Bindings()
      // A field that already has the new value may print no line.
      let isNoChange = change.isOneStep && lines.holds(change.after, actual, &scratch)
      if isNoChange, result.expectations[index].mark == .next { result.expectations[index].mark = .optional }
    }
    return (result, origins)
  }

  /// After a block that holds, its fields have their expected values again.
  mutating func settle(_ actual: [String]) {
    guard !fieldsApart.isEmpty else { return }
    for line in actual {
      if let change = FieldLine(LineFields(line)) { fieldsApart[change.path] = nil }
    }
  }

  mutating func accept(
    changesOf block: ExpectedBlock, _ actual: [LineFields], _ alignment: Alignment, _ origin: Int,
    _ lines: LineMatcher
  ) {
    let expected = alignment.rows.compactMap { row -> Int? in
      if case .unused = row { nil } else { row.expectation }
    }
    let wanted = FieldEnds(expected.sorted().map { block.expectations[$0].pattern.line })
    let found = FieldEnds(actual)
    for path in wanted.paths + found.paths {
      let known = fieldsApart[path]
      guard let target = wanted[path]?.after ?? known?.expected ?? found[path]?.before else { continue }
      let result = found[path]?.after ?? known?.actual ?? wanted[path]?.before.literal
      var scratch = Bindings()
      if let result, lines.holds(target, result, &scratch) {
        fieldsApart[path] = nil
      } else {
        fieldsApart[path] = Carried(expected: target, actual: result, origin: origin)
      }
    }
  }

  // MARK: Moved lines

  mutating func accept(movesOf alignment: Alignment, _ block: ExpectedBlock, _ actual: [LineFields], _ origin: Int) {
    for row in alignment.rows {
      switch row {
      case .missing(let expectation): owed.append((block.expectations[expectation].pattern, origin))
      case .unexpected(let line): early.append((actual[line], origin))
      case .matched, .differs, .unused, .forbidden: break
      }
    }
  }

  /// Lines that moved from or to an accepted block.
  mutating func moves(
    in alignment: Alignment, _ block: ExpectedBlock, _ actual: [LineFields], _ lines: LineMatcher
  ) -> LineMoves {
    func matches(_ pattern: LinePattern, _ line: LineFields) -> Bool {
      lines.holdsApartFromTime(pattern, line, Bindings())
    }
    var moves = LineMoves()
    searched += (owed.count + early.count) * alignment.rows.count(where: \.isDifference)
    guard searched <= LineMoves.largestSearch else { return moves }
    for row in alignment.rows {
      switch row {
      case .unexpected(let line):
        let found = owed.indices.first { !moves.owed.contains($0) && matches(owed[$0].pattern, actual[line]) }
        guard let found else { continue }
        moves.owed.insert(found)
        moves.lines.insert(line)
      case .missing(let expectation):
        let pattern = block.expectations[expectation].pattern
        let found = early.indices.first { !moves.early.contains($0) && matches(pattern, early[$0].line) }
        guard let found else { continue }
        moves.early.insert(found)
        moves.expectations.insert(expectation)
      case .matched, .differs, .unused, .forbidden: break
      }
    }
    return moves
  }

  /// Returns the places of the moved lines' differences.
  mutating func consume(_ moves: LineMoves) -> [Int] {
    let origins = moves.owed.sorted().map { owed[$0].origin } + moves.early.sorted().map { early[$0].origin }
    owed = owed.indices.filter { !moves.owed.contains($0) }.map { owed[$0] }
    early = early.indices.filter { !moves.early.contains($0) }.map { early[$0] }
    return origins
  }
}

struct LineMoves {
  /// In pairs of lines per case. Above it, further differences count as independent.
  static let largestSearch = 1_000_000

  /// Indices into the accepted missing and unexpected lines.
  var owed: Set<Int> = []
  var early: Set<Int> = []
  var lines: Set<Int> = []
  var expectations: Set<Int> = []

  var isEmpty: Bool { lines.isEmpty && expectations.isEmpty }

  func rest(of actual: [LineFields]) -> [LineFields] {
    actual.indices.filter { !lines.contains($0) }.map { actual[$0] }
  }

  func rest(of block: ExpectedBlock) -> ExpectedBlock {
    var rest = block
    rest.expectations = block.expectations.indices.filter { !expectations.contains($0) }.map { block.expectations[$0] }
    return rest
  }
}

private struct FieldEnds {
  private(set) var paths: [FieldContent] = []
  private var ends: [FieldContent: (before: FieldContent, after: FieldContent)] = [:]

  init(_ lines: [LineFields]) {
    for change in lines.compactMap({ FieldLine($0) }) {
      let path = change.path
      if ends[path] == nil { paths.append(path) }
      ends[path] = (ends[path]?.before ?? change.before, change.after)
    }
  }

  subscript(path: FieldContent) -> (before: FieldContent, after: FieldContent)? { ends[path] }
}

extension FieldContent {
  fileprivate var literal: FieldContent? {
    if case .value(.marker(let tokens)) = self, Matcher(tokens) != nil { nil } else { self }
  }
}

/// A change of a field or region: `name "" -> "a" -> "b"`.
private struct FieldLine {
  let path: FieldContent
  let before: FieldContent
  let after: FieldContent
  let beforeIndex: Int
  let isOneStep: Bool

  init?(_ line: LineFields) {
    let start = line.hasOffset ? 1 : 0
    let fields = line.fields
    guard fields.count >= start + 4, case .word = fields[start].content,
      fields[start + 2].content == FieldLine.arrow,
      let last = fields.lastIndex(where: { $0.content == FieldLine.arrow }), last + 1 < fields.count
    else { return nil }
    path = fields[start].content
    before = fields[start + 1].content
    after = fields[last + 1].content
    beforeIndex = start + 1
    isOneStep = last == start + 2 && fields.count == start + 4
  }

  private static let arrow = FieldContent.word("->")
}
