import Traces

/// Compares a block with its output: the match first, an alignment when it does not hold.
struct BlockComparison {
  let names: NamedValues
  var limit = MatchLimit()

  /// Compares a block with the lines that were printed. Lines that are those of the file to the byte are not read.
  func compare(_ block: ExpectedBlock, _ printed: [String], _ bindings: inout Bindings) -> BlockOutcome {
    if block.stands(as: printed) { return .held }
    return compare(block.split, printed.map(LineFields.init), &bindings)
  }

  /// Compares a block; the names that its lines bind are added, those of a changed line as far as its matchers survive.
  func compare(_ block: ExpectedBlock, _ actual: [LineFields], _ bindings: inout Bindings) -> BlockOutcome {
    do throws(MatchLimit) {
      var matcher = BlockMatcher(block, actual, names: names, bindings: bindings, limit: limit)
      if let match = try matcher.match() {
        bindings = match.bindings
        return .held
      }
    } catch {
      return .undecided(error)
    }
    return .differs(align(block, actual, &bindings))
  }

  /// Aligns a block that does not hold. Lines that refer to others of the block are aligned once those are.
  private func align(_ block: ExpectedBlock, _ actual: [LineFields], _ bindings: inout Bindings) -> Alignment {
    let before = bindings
    var alignment = BlockAligner(block, actual, names: names, bindings: before).align()
    if block.expectations.contains(where: { !$0.pattern.references.isEmpty }) {
      var own = before
      _ = settled(alignment, block, actual, &own)
      alignment = BlockAligner(block, actual, names: names, bindings: own).align()
    }
    return settled(alignment, block, actual, &bindings)
  }

  /// The alignment with the bindings as its own lines make them: a line that held only by another's binding may differ.
  private func settled(
    _ alignment: Alignment, _ block: ExpectedBlock, _ actual: [LineFields], _ bindings: inout Bindings
  ) -> Alignment {
    var result = alignment
    let lines = LineMatcher(names: names)
    let merge = LineMerge(names: names)
    for (place, row) in alignment.rows.enumerated() {
      switch row {
      case .missing, .unexpected, .unused, .forbidden: break
      case .matched(let expectation, let line), .differs(let expectation, let line):
        let pattern = block.expectations[expectation].pattern
        if pattern.isPrefix || lines.holds(pattern, actual[line], &bindings) {
          result.rows[place] = .matched(expectation: expectation, actual: line)
        } else {
          _ = merge.merged(pattern, actual[line], &bindings)
          result.rows[place] = .differs(expectation: expectation, actual: line)
        }
      }
    }
    return result
  }
}

/// How a block compares with its output.
package enum BlockOutcome: Sendable {
  case held
  case differs(Alignment)
  /// The block was too large to compare within the limit.
  case undecided(MatchLimit)
}
