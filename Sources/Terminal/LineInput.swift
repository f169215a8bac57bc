/// What came of asking for a line.
public enum LineInput: Equatable, Sendable {
  /// A line was accepted; it has no newline, and U+FFFD where the terminal sent bytes that are not UTF-8.
  case line(String)
  /// Ctrl-C: the line was dropped, and `^C` stands below it.
  case interrupted
  /// Ctrl-D on an empty line, or the terminal is gone.
  case endOfInput
  /// The terminal cannot be read.
  case failure(LineEditorError)
}
