import Traces

/// A block aligned with its output.
package struct Alignment: Sendable {
  package enum Row: Hashable, Sendable {
    case matched(expectation: Int, actual: Int)
    /// Some fields hold.
    case differs(expectation: Int, actual: Int)
    case missing(expectation: Int)
    case unexpected(actual: Int)
    /// An optional line without output, an unused alternative, or a `|!` line that holds.
    case unused(expectation: Int)
    case forbidden(expectation: Int, actual: Int)

    var expectation: Int? {
      switch self {
      case .matched(let expectation, _), .differs(let expectation, _), .missing(let expectation),
        .unused(let expectation), .forbidden(let expectation, _):
        expectation
      case .unexpected: nil
      }
    }

    var isDifference: Bool {
      switch self {
      case .matched, .unused: false
      case .differs, .missing, .unexpected, .forbidden: true
      }
    }
  }

  /// In output order; a missing line is at its expected position.
  package var rows: [Row]
  /// Whether the block was too large to search for near lines.
  package let isCoarse: Bool

  /// - Parameter never: The rows of `|!` lines, to insert at their positions in the block.
  init(rows: [Row], never: [Row], isCoarse: Bool = false) {
    self.isCoarse = isCoarse
    self.rows = []
    self.rows.reserveCapacity(rows.count + never.count)
    var rest = never[...]
    for row in rows {
      let place = row.expectation ?? 0
      while let first = rest.first, first.expectation ?? 0 < place { self.rows.append(rest.removeFirst()) }
      self.rows.append(row)
    }
    self.rows += rest
  }

  var holds: Bool { !rows.contains(where: \.isDifference) }
}

package enum BlockOutcome: Sendable {
  case held
  case differs(Alignment)
  case undecided(MatchLimit)
}

struct BlockComparison {
  let names: NamedValues
  var limit = MatchLimit()

  /// Compares bytes first, to avoid parsing.
  func compare(_ block: ExpectedBlock, _ printed: [String], _ bindings: inout Bindings) -> BlockOutcome {
    if block.stands(as: printed) { return .held }
    return compare(block.split, printed.map(LineFields.init), &bindings)
  }

  /// Adds the names that the lines bind; a changed line binds those of its remaining matchers.
  func compare(_ block: ExpectedBlock, _ actual: [LineFields], _ bindings: inout Bindings) -> BlockOutcome {
    do throws(MatchLimit) {
      var own = bindings
      var alignment = try settled(block, actual, known: bindings, &own)
      if block.refersToNames, !alignment.holds {
        // If the block refers to its own names, it is aligned again with their values.
        let known = own
        own = bindings
        alignment = try settled(block, actual, known: known, &own)
      }
      bindings = own
      return alignment.holds ? .held : .differs(alignment)
    } catch {
      return .undecided(error)
    }
  }

  /// Binds names in block order. A line that held only through a later binding then differs.
  private func settled(
    _ block: ExpectedBlock, _ actual: [LineFields], known: Bindings, _ bindings: inout Bindings
  ) throws(MatchLimit) -> Alignment {
    let lines = LineMatcher(names: names)
    var aligner = BlockAligner(block, actual, names: names, bindings: known, limit: limit)
    var alignment = try aligner.align()
    let rows = alignment.rows.enumerated().sorted { $0.element.expectation ?? 0 < $1.element.expectation ?? 0 }
    for (place, row) in rows {
      switch row {
      case .missing, .unexpected, .unused, .forbidden: break
      case .matched(let expectation, let line), .differs(let expectation, let line):
        let pattern = block.expectations[expectation].pattern
        if pattern.isWithoutNames || pattern.isPrefix { continue }
        if lines.holds(pattern, actual[line], &bindings) {
          alignment.rows[place] = .matched(expectation: expectation, actual: line)
        } else {
          _ = lines.merged(pattern, actual[line], &bindings)
          alignment.rows[place] = .differs(expectation: expectation, actual: line)
        }
      }
    }
    return alignment
  }
}

/// A budget in steps. A pair of lines costs one step, or more if fields must be compared.
package struct MatchLimit: Error, Hashable, Sendable {
  package enum Subject: String, Hashable, Sendable {
    case block = "match-steps"
    /// The search for names over several blocks.
    case names = "match-names"
  }

  package var steps = 20_000_000
  package var subject = Subject.block

  package var sentence: String {
    switch subject {
    case .block:
      "limit \(subject.rawValue): comparing this block takes more than \(steps) steps; split the command's block"
    case .names:
      "limit \(subject.rawValue): finding the lines that bind names here takes more than \(steps) steps; write more of "
        + "the lines with '<… as NAME>' out, so that fewer outputs fit"
    }
  }
}
