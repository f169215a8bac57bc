import Traces

/// A block beside its output, line by line.
package struct Alignment: Sendable {
  package enum Row: Hashable, Sendable {
    case matched(expectation: Int, actual: Int)
    /// A near line: some of its fields hold.
    case differs(expectation: Int, actual: Int)
    case missing(expectation: Int)
    case unexpected(actual: Int)
    /// A `|?` or `|*` line that took nothing, an alternative that was not taken, a `|!` line that holds.
    case unused(expectation: Int)
    /// A `|!` line, and the output line that it forbids.
    case forbidden(expectation: Int, actual: Int)

    /// The line of the block; nil for one that nobody expected.
    var expectation: Int? {
      switch self {
      case .matched(let expectation, _), .differs(let expectation, _), .missing(let expectation),
        .unused(let expectation), .forbidden(let expectation, _):
        expectation
      case .unexpected: nil
      }
    }

    /// Whether block and output agree here.
    var isFree: Bool {
      switch self {
      case .matched, .unused: true
      case .differs, .missing, .unexpected, .forbidden: false
      }
    }
  }

  /// In the order of the output; what is missing is where it was expected.
  package var rows: [Row]
  /// Whether the block was too large to find near lines.
  package let isCoarse: Bool

  /// - Parameter never: The rows of the `|!` lines, each of which goes to its place in the block.
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

  /// Whether the block holds.
  var holds: Bool { rows.allSatisfy(\.isFree) }
}

/// How a block compares with its output.
package enum BlockOutcome: Sendable {
  case held
  case differs(Alignment)
  /// The block was too large to compare within the limit.
  case undecided(MatchLimit)
}

/// Compares a block with its output.
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
      var own = bindings
      var alignment = try settled(block, actual, known: bindings, &own)
      if block.refersToNames, !alignment.holds {
        // Lines that refer to others of the block are aligned once those are.
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

  /// The alignment of a block with the bindings as its own lines make them, in the order of the block: a line that held
  /// only by another's binding may differ.
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

/// A budget of the match, in steps: a pair of an expected and an output line that their texts decide is one, another
/// costs more, by its length.
package struct MatchLimit: Error, Hashable, Sendable {
  /// What is limited.
  package enum Subject: String, Hashable, Sendable {
    /// One block beside its output.
    case block = "match-steps"
    /// The search for lines that give names such values that all that refers to them holds.
    case names = "match-names"
  }

  package static let defaultSteps = 20_000_000

  package var subject: Subject
  package var steps: Int

  package init(steps: Int = defaultSteps, of subject: Subject = .block) {
    self.steps = steps
    self.subject = subject
  }

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
