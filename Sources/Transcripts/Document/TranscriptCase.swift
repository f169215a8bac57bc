import Traces

/// One run from a fresh machine: the unit of selection, parallelism and reporting.
package struct TranscriptCase: Sendable {
  package var title: String
  /// The line of `%case`, counted from one.
  package var line: Int
  package var tags: [String] = []
  /// Why the case is not run; nil when it is.
  package var skipReason: String?
  /// The issue because of which the case is expected to fail.
  package var expectedFailure: String?
  package var bindings: [LetBinding] = []
  /// What the case itself expands and mutes.
  package var paths = OutputPaths()
  /// What the machine does by itself when it is opened.
  package var opening: ExpectedBlock
  package var steps: [TranscriptStep] = []
  /// The commands that come again and again, which are the last ones; nil where none do.
  package var loop: TranscriptLoop?

  init(title: String, line: Int) {
    self.title = title
    self.line = line
    self.opening = ExpectedBlock(insertion: line)
  }

  /// The opening block, then those of the commands, then that of the loop, which is known when they have run.
  package var blocks: [ExpectedBlock] { [opening] + steps.map(\.block) + [loop?.block].compactMap(\.self) }

  /// The block at a place among `blocks`.
  func block(at place: Int) -> ExpectedBlock {
    step(at: place)?.block ?? (place == 0 ? opening : loop?.block) ?? opening
  }

  /// The command of the block at a place; nil for the opening and the loop.
  func step(at place: Int) -> TranscriptStep? { steps.indices.contains(place - 1) ? steps[place - 1] : nil }

  /// The line of a block's command, of the case for the opening, or of the loop; counted from one.
  package func line(at place: Int) -> Int { step(at: place)?.line ?? (place == 0 ? line : loop?.line) ?? line }

  /// The line above a block as it is shown: `> command`, or `%loop`; nil for the opening.
  ///
  /// - Parameter echo: The command as it may be shown; nil for how it stands in the file.
  func head(at place: Int, as echo: String?) -> String? {
    if let step = step(at: place) { return "> \((echo ?? step.command).escapedForDisplay)" }
    return place == 0 ? nil : "%\(Directive.loop.rawValue)"
  }

  /// The line of the last command, or of the case where there is none; counted from one.
  var lastLine: Int { steps.last?.line ?? line }

  /// The commands above the loop, and those that come again and again.
  var parts: (stem: ArraySlice<TranscriptStep>, round: ArraySlice<TranscriptStep>) {
    let start = loop?.start ?? steps.count
    return (steps[..<start], steps[start...])
  }

  /// Whether no output stands in it.
  var expectsNothing: Bool { blocks.allSatisfy(\.expectations.isEmpty) }
}

/// The commands of a case that come again and again: those below `%loop`. They run twice.
package struct TranscriptLoop: Sendable {
  /// The line of `%loop`, counted from one.
  package var line: Int
  /// How many commands stand above it.
  package var start: Int
  /// Where a round leads.
  package var block: ExpectedBlock

  /// The first words of the lines that say where a round leads.
  package enum End: String, Sendable {
    /// Back to where it began.
    case goesRound = "goes round"
    /// Nowhere: no time passed, and no command led elsewhere.
    case standsStill = "stands still"
    /// To where it did not begin; what differs there stands below.
    case leadsElsewhere = "leads elsewhere"
  }
}
