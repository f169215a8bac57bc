import Traces

/// Finds out which differences of a case are its own, and which are gone once an earlier one is accepted.
///
/// The commands of a case do not depend on what it expects, so what they print is as it is. What an expected line depends
/// on are earlier lines: on the value that they bind to a name, on what they say a field is before it changes again, and on
/// a line that comes earlier or later than expected. To accept a block is to take it over as it came; the later blocks are
/// then compared again with the names, the values before and the moved lines that this leads to. A block that holds so
/// follows from the accepted one; any other differs by itself, and is accepted in its turn.
struct DifferenceAcceptance {
  private let names: NamedValues
  private let limit: MatchLimit
  private let fields: FieldMatcher
  private let lines: LineMatcher
  private var state = AcceptedState()

  init(names: NamedValues, limit: MatchLimit) {
    self.names = names
    self.limit = limit
    fields = FieldMatcher(names: names)
    lines = LineMatcher(names: names)
  }

  /// Notes the cause of every block that follows from an earlier one.
  func findCauses(of results: inout [BlockResult], in transcriptCase: TranscriptCase) {
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

  /// The latest of the accepted differences that a block needs to hold; nil when it differs all the same.
  private mutating func cause(of block: ExpectedBlock, _ result: BlockResult) -> Int? {
    guard !state.isEmpty else { return nil }
    var bindings = result.bindings
    var origins = state.supply(&bindings, for: block)
    let (carried, carriedOrigins) = state.carried(into: block, fields)
    origins += carriedOrigins
    let actual = result.actual.map(LineFields.init)
    let comparison = BlockComparison(names: names, limit: limit)
    var known = bindings
    switch comparison.compare(carried, actual, &known) {
    case .held: break
    case .undecided: return nil
    case .differs(let alignment):
      let moves = state.moves(in: alignment, carried, actual) { [lines] in
        lines.holdsApartFromTime($0, $1, Bindings())
      }
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
    _ block: ExpectedBlock, _ result: BlockResult, _ alignment: Alignment, origin: Int
  ) {
    let actual = result.actual.map(LineFields.init)
    let after = result.bindingsAfter
    for row in alignment.rows {
      switch row {
      case .matched(let expectation, let line), .differs(let expectation, let line):
        let pattern = block.expectations[expectation].pattern
        for (name, value) in pattern.boundValues(of: pattern.seen(actual[line]), fields) where after[name] == nil {
          state.accept(name, value, origin)
        }
      case .missing, .unexpected, .unused, .forbidden: break
      }
    }
    let bound = block.expectations.flatMap(\.pattern.bindings).map(\.name)
    state.accept(unknown: bound.filter { after[$0] == nil }, origin)
    state.accept(changesOf: block, actual, alignment, origin, fields)
    if result.cause == nil { state.accept(movesOf: alignment, block, actual, origin) }
  }
}

extension LinePattern {
  /// The values that stand where the line binds names, whether they are of the kinds that it asks for or not.
  fileprivate func boundValues(of actual: LineFields, _ matcher: FieldMatcher) -> [(String, FieldContent)] {
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
    if let wanted = elements, let given = found.elements {
      return zip(wanted.parts, given.parts).flatMap { $0.boundValues(of: .value($1)) }
    }
    if let wanted = members ?? payload.map({ ($0.members, false) }),
      let given = found.members ?? found.payload.map({ ($0.members, false) })
    {
      return wanted.parts.flatMap { member -> [(String, FieldContent)] in
        let partner = given.parts.first { $0.name.utf8.elementsEqual(member.name.utf8) }
        return partner.map { member.pattern.boundValues(of: .value($0.pattern)) } ?? []
      }
    }
    return []
  }
}
