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
      let certain = bindings.bound(in: block, actual, LineMatcher(names: names))
      var alignment = try align(block, actual, certain)
      if alignment.holds {
        bindings = learned(from: alignment, block, actual, certain)
        return .held
      }
      // Lines that refer to others of the block are aligned once those are.
      if block.refersToNames {
        var own = bindings
        _ = settled(alignment, block, actual, &own)
        alignment = try align(block, actual, own)
      }
      return .differs(settled(alignment, block, actual, &bindings))
    } catch {
      return .undecided(error)
    }
  }

  private func align(
    _ block: ExpectedBlock, _ actual: [LineFields], _ bindings: Bindings
  ) throws(MatchLimit) -> Alignment {
    var aligner = BlockAligner(block, actual, names: names, bindings: bindings, limit: limit)
    return try aligner.align()
  }

  /// What the lines of a block that holds say of names, in the order of the block.
  private func learned(
    from alignment: Alignment, _ block: ExpectedBlock, _ actual: [LineFields], _ bindings: Bindings
  ) -> Bindings {
    var bindings = bindings
    let lines = LineMatcher(names: names)
    for case .matched(let expectation, let line) in alignment.rows.sorted(by: {
      $0.expectation ?? 0 < $1.expectation ?? 0
    }) {
      let pattern = block.expectations[expectation].pattern
      let learns = !pattern.bindings.isEmpty || !pattern.references.isEmpty && !bindings.open.isEmpty
      if learns { _ = lines.holds(pattern, actual[line], &bindings) }
    }
    return bindings
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
