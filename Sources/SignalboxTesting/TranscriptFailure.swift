/// Why a case of a transcript does not hold.
public struct TranscriptFailure: Error, CustomStringConvertible {
  /// What `replay` would tell: file and line, expected and actual lines, and how to go on.
  public let text: String

  public var description: String { text }
}
