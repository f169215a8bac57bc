/// One line of what a command did, as the REPL and a transcript show it behind `| `.
///
/// It is printable by construction: one line, nothing in it that a terminal or a build log would act on.
public struct OutputLine: Hashable, Sendable {
  /// Virtual milliseconds since the start of the command.
  public var offset: Int
  /// What happened: `login executing -> failed`.
  public var text: String

  package init(offset: Int = 0, _ text: String) {
    self.offset = offset
    self.text = text
  }
}

extension OutputLine: CustomStringConvertible {
  /// `+1000ms login executing -> failed`; the offset is absent at 0.
  public var description: String {
    offset == 0 ? text : "+\(offset)ms \(text)"
  }
}

/// The output lines of one step, and how many of its lines were muted.
public struct StepOutput: Hashable, Sendable {
  /// The lines, in the order in which things happened.
  public var lines: [OutputLine]
  /// How many lines were counted instead of printed.
  public var mutedCount: Int

  package init(lines: [OutputLine] = [], mutedCount: Int = 0) {
    self.lines = lines
    self.mutedCount = mutedCount
  }
}
