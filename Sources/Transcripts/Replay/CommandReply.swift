/// What came of a command.
public enum CommandReply: Sendable {
  /// It ran, be it to a refusal.
  case ran(CommandOutput)
  /// It is no command of this machine. The column counts the command's scalars from one.
  case mistake(column: Int, sentence: String)
  /// A limit stopped it, so that nobody knows what it would have done.
  case stopped(sentence: String)

  public static func output(_ lines: [String]) -> CommandReply { .ran(CommandOutput(lines: lines)) }
}

/// What a command printed.
public struct CommandOutput: Hashable, Sendable {
  /// The command as it may be shown, with the name of a secret in its place.
  public var echo: String?
  /// As a transcript holds them, without `| `.
  public var lines: [String]
  /// How many lines '%mute' left out.
  public var mutedCount: Int

  public init(echo: String? = nil, lines: [String], mutedCount: Int = 0) {
    self.echo = echo
    self.lines = lines
    self.mutedCount = mutedCount
  }
}
