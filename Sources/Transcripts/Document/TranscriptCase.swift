import Traces

/// One run from a fresh machine: the unit of selection, parallelism and reporting.
public struct TranscriptCase: Sendable {
  public var title: String
  /// The line of `%case`, counted from one.
  public var line: Int
  public var tags: [String] = []
  /// Why the case is not run; nil when it is.
  public var skipReason: String?
  /// The issue because of which the case is expected to fail.
  public var expectedFailure: String?
  public var bindings: [LetBinding] = []
  /// What the case itself expands and mutes.
  public var paths = OutputPaths()
  /// What the machine does by itself when it is opened.
  public var opening: ExpectedBlock
  public var steps: [TranscriptStep] = []

  init(title: String, line: Int) {
    self.title = title
    self.line = line
    self.opening = ExpectedBlock(insertion: line)
  }

  /// The opening block, then those of the commands.
  public var blocks: [ExpectedBlock] { [opening] + steps.map(\.block) }

  /// The block at a place among `blocks`.
  func block(at place: Int) -> ExpectedBlock { place == 0 ? opening : steps[place - 1].block }

  /// The line of a block's command, or of the case for the opening; counted from one.
  func line(at place: Int) -> Int { place == 0 ? line : steps[place - 1].line }

  /// Whether no output stands in it.
  var expectsNothing: Bool { blocks.allSatisfy(\.expectations.isEmpty) }
}
