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

  init(title: String, line: Int) {
    self.title = title
    self.line = line
    self.opening = ExpectedBlock(insertion: line)
  }

  /// The opening block, then those of the commands.
  package var blocks: [ExpectedBlock] { [opening] + steps.map(\.block) }

  /// The block at a place among `blocks`.
  func block(at place: Int) -> ExpectedBlock { place == 0 ? opening : steps[place - 1].block }

  /// The line of a block's command, or of the case for the opening; counted from one.
  func line(at place: Int) -> Int { place == 0 ? line : steps[place - 1].line }

  /// The line of the last command, or of the case where there is none; counted from one.
  var lastLine: Int { steps.last?.line ?? line }

  /// Whether no output stands in it.
  var expectsNothing: Bool { blocks.allSatisfy(\.expectations.isEmpty) }
}
