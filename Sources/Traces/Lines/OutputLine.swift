/// One line of a command's output, without its `| `. It contains nothing that acts on a terminal or a build log.
public struct OutputLine: Hashable, Sendable {
  /// Virtual milliseconds since the start of the command.
  public var offset: Int
  /// The event, such as `login executing -> failed`.
  public var text: String

  package init(offset: Int = 0, _ text: String) {
    self.offset = offset
    self.text = text
  }
}

extension OutputLine: CustomStringConvertible {
  /// `+1000ms login executing -> failed`; an offset of 0 is omitted.
  public var description: String {
    offset == 0 ? text : "+\(offset)ms \(text)"
  }
}

/// The output lines of one step, and the number of muted lines.
public struct StepOutput: Hashable, Sendable {
  /// Output lines in order of time.
  public var lines: [OutputLine]
  /// The number of muted lines.
  public var mutedCount: Int
}
