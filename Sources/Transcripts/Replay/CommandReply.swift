/// What came of a command.
public enum CommandReply: Sendable {
  /// It ran, be it to a refusal; its output as a transcript holds it, without `| `.
  case output([String])
  /// It is no command of this machine. The column counts the command's scalars from one.
  case mistake(column: Int, sentence: String)
}
