import Console

/// The page about the console's verbs, made from their table.
enum ConsolePage {
  static let path = "Documentation/Console.md"

  static var text: String {
    let opening = """
      # The console

      Verb first, then arguments; what stands in brackets may be left out. At the prompt, the beginning of a name is enough
      where it is the only one, and quotes may be left out around a word; transcripts hold whole verbs and quoted texts.
      `nil` is none, `$name` a named value, and durations need a unit: `500ms`, `1.5s`, `2m`. A line that begins with `#` is a
      comment.

      """
    return opening + Verb.Task.allCases.map(section).joined() + stopping
  }

  private static var stopping: String {
    let budget = CommandBudget()
    let limits = CommandBudget.Part.allCases.map { "* `\($0.option)`: \(budget[$0]) \(meaning(of: $0)).\n" }.joined()
    return """

      ## When a command takes long

      Ctrl-C at the prompt stops the command that runs, and the session goes on; a script that is sourced ends there. After a
      second, a line on the terminal tells how far the command is. In a pipe, in `run` and in `replay` Ctrl-C ends the process; a
      recording holds every command that was completed.

      Each command has limits, with options of `signalbox`, `run`, `record`, `replay`, `trace` and `diff`. One that reaches a limit
      is stopped, its sentence names the option, and the exit code is 3.

      \(limits)
      A command is stopped between two instants, or between two edits of `type` and `erase`. What it did stays, and counts in the
      history, in a recording and in the trace as the command that leads there: `advance 1234s`, when `advance 600m` was stopped at
      1234 seconds. So a recording replays, and `undo` takes it back. Where no shorter command leads, in an instant that does not
      end and in the middle of a secret, the command is taken back as a whole, and the session says so.

      A case keeps the texts of its commands and some 64 snapshots, the more the nearer to where it stands; everything
      else that `undo`, `switch`, `trace` and `save` need is found by running commands again.

      """
  }

  private static func meaning(of part: CommandBudget.Part) -> String {
    switch part {
    case .turns: "turns"
    case .output: "bytes of output, as much as a transcript may have"
    case .memory: "bytes that the machine holds in fields, signals and waiting work"
    }
  }

  private static func section(_ task: Verb.Task) -> String {
    let verbs = Verb.all.filter { $0.task == task }
    return "\n## \(sentence(task.rawValue))\n\n" + verbs.map(entry).joined()
  }

  private static func entry(_ verb: Verb) -> String {
    let usage = verb.usage.isEmpty ? verb.name : "\(verb.name) \(verb.usage)"
    return "* `\(usage)`: \(sentence(verb.summary)). \(verb.explanation)\n"
  }

  private static func sentence(_ text: String) -> String { "\(text.prefix(1).uppercased())\(text.dropFirst())" }
}
