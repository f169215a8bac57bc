import Traces

/// One run from a fresh machine.
package struct TranscriptCase: Sendable {
  package var title: String
  /// From 1.
  package var line: Int
  package var tags: [String] = []
  package var skipReason: String?
  /// The issue of an expected failure.
  package var expectedFailure: String?
  package var bindings: [LetBinding] = []
  package var paths = OutputPaths()
  package var opening: ExpectedBlock
  package var steps: [TranscriptStep] = []
  package var loop: TranscriptLoop?

  init(title: String, line: Int) {
    self.title = title
    self.line = line
    self.opening = ExpectedBlock(insertion: line)
  }

  /// The blocks of the opening, the commands and the loop, in this order.
  package var blocks: [ExpectedBlock] { [opening] + steps.map(\.block) + [loop?.block].compactMap(\.self) }

  func block(at place: Int) -> ExpectedBlock {
    step(at: place)?.block ?? (place == 0 ? opening : loop?.block) ?? opening
  }

  /// Nil for the opening and the loop.
  func step(at place: Int) -> TranscriptStep? { steps.indices.contains(place - 1) ? steps[place - 1] : nil }

  /// The line of the block's command, `%case` or `%loop`; from 1.
  package func line(at place: Int) -> Int { step(at: place)?.line ?? (place == 0 ? line : loop?.line) ?? line }

  /// Nil for the opening.
  ///
  /// - Parameter echo: The command without secrets; nil to show the file's text.
  func head(at place: Int, as echo: String?) -> String? {
    if let step = step(at: place) { return "> \((echo ?? step.command).escapedForDisplay)" }
    return place == 0 ? nil : "%\(Directive.loop.rawValue)"
  }

  /// From 1.
  var lastLine: Int { steps.last?.line ?? line }

  var parts: (stem: ArraySlice<TranscriptStep>, round: ArraySlice<TranscriptStep>) {
    let start = loop?.start ?? steps.count
    return (steps[..<start], steps[start...])
  }

  var expectsNothing: Bool { blocks.allSatisfy(\.expectations.isEmpty) }
}

/// The commands below `%loop`, which run twice.
package struct TranscriptLoop: Sendable {
  /// From 1.
  package var line: Int
  package var start: Int
  package var block: ExpectedBlock

  package enum End: String, Sendable {
    /// The round returns to the loop's first state.
    case goesRound = "goes round"
    /// No time passed and no state changed.
    case standsStill = "stands still"
    /// Further lines show the differences.
    case leadsElsewhere = "leads elsewhere"
  }
}
