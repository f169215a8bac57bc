/// What came of asking for a line.
package enum LineInput: Equatable, Sendable {
  /// A line was accepted; it has no newline, and U+FFFD where the terminal sent bytes that are not UTF-8.
  case line(String)
  /// Ctrl-C: the line was dropped, and `^C` stands below it.
  case interrupted
  /// Ctrl-D on an empty line.
  case endOfInput
  /// The terminal is gone.
  case hungUp
  /// A signal asks the program to end: it keeps what is to be kept, and ends by the same signal.
  case ended(signal: Int32)
  /// The terminal cannot be read.
  case failure(LineEditorError)
}
