/// A line of input, or why it cannot be taken; the reader goes on behind it.
public struct InputLine: Hashable, Sendable {
  /// Counted from 1.
  public let number: Int
  /// The line without its ending.
  public let text: Result<String, FileError>
  /// False for a last line that no line feed ends; a recording was torn there.
  public let isTerminated: Bool
}

/// What ends a line.
public enum LineEnding: Hashable, Sendable {
  /// A line feed; a carriage return is part of the line.
  case lineFeed
  /// A line feed, and one carriage return before it.
  case lineFeedOrCarriageReturn
}
