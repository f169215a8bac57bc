import Traces

/// Why a case of a transcript does not hold.
public struct TranscriptFailure: Error, CustomStringConvertible {
  /// What `replay` would tell: file and line, expected and actual lines, and how to go on.
  /// Nothing in it acts on a terminal or a build log.
  public let text: String

  init(text: String) {
    self.text = text.inertOutput
  }

  public var description: String { text }
}
