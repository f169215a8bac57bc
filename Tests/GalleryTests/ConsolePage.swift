import Console
import Gallery

/// The page about the console's verbs, made from their table.
enum ConsolePage {
  static let path = "Documentation/Console.md"

  static var text: String {
    let opening = """
      # The console

      A command is a verb and its arguments; those in brackets are optional. At the prompt you can shorten verbs while they are
      unambiguous, and omit the quotes around one word. Transcripts have full verbs and quoted texts.

      `nil` is no value, `$name` a named value. A line that begins with `#` is a comment. `;` after a word separates two commands of a
      line; a mistake skips the rest. While no machine is open, a machine's name alone opens it. If you press Enter inside a text, list
      or record, it continues in the next line; in a text, this adds `\\n`.

      `help VERB`, or `signalbox help VERB` in a shell, shows the same text and an example.

      """
    return opening + Verb.Task.allCases.map(section).joined() + choosing + keeping + stopping
  }

  private static let choosing = """

    ## At the prompt

    Tab lists what is possible, then what is refused; if there is no list, it shows what is expected. On an empty line it offers the
    verbs of the current task. As you type, a dim hint shows missing arguments, or why the command would be refused. Up and Down recall
    earlier lines that begin with what you typed.

    Repeated lines of an answer are folded. An answer longer than the window opens in `$PAGER`, else in `less`; `PAGER=cat` or an empty
    `PAGER` prints it.

    A session on a terminal first reads `~/.config/signalbox/config`, or `$XDG_CONFIG_HOME/signalbox/config`. `#` begins a comment. Each
    other line is a setting (`hints off`, see `settings`) or one of these:

    * `color auto`, `color always` or `color never`.
    * `history on`, `history off`, or `history 500`, which keeps the last 500 lines.
    * `machine login@fixed`, opened if the command line names no machine.
    * `run` and a command: `run screen`. These run in turn when the machine is open.

    Keys are libedit's: `~/.editrc` binds them, and `bind -v` selects vi keys.

    """

  private static var stopping: String {
    let budget = CommandBudget()
    let limits = CommandBudget.Part.allCases.map { "* `\($0.option)`: \(budget[$0]) \(meaning(of: $0)).\n" }.joined()
    return """

      ## When a command takes long

      Ctrl-C at the prompt stops the command, or the sourced script; `source` then continues the script. The last 100 lines of output
      are shown; another Ctrl-C skips them. A stopped search shows what it found. `undo`, `redo`, `jump`, `switch`, `diff`, `trace`,
      `blame`, `save`, `record` and `compare` run commands of the case again; if stopped, they change nothing. After a second, the
      terminal shows the progress. In a pipe, in `run` and in `replay`, Ctrl-C ends the process; a recording holds every completed
      command.

      Each command has limits, which are options of `signalbox` and of its commands that run scripts. At a limit the command stops, the
      message names the option, and the exit code is 3.

      \(limits)
      A command stops between two instants or two edits, also at a breakpoint. What it did stays, and is recorded as the shorter command
      that ends there: `advance 600m`, stopped at 1234 seconds, becomes `advance 1234s`. If there is no such command (in an instant that
      does not end, or in the middle of a secret), the whole command is taken back, and a message says so.

      """
  }

  private static func meaning(of part: CommandBudget.Part) -> String {
    switch part {
    case .turns: "turns"
    case .output: "bytes of output, the limit of a transcript"
    case .memory: "bytes in the machine's fields, signals and waiting work"
    }
  }

  private static let keeping = """

    ## Cases and branches

    A *case* is one run from a fresh machine, a *branch* a path through it. A command after `undo` opens a branch. `switch retry` goes to
    the branch of that name, and to the case of that title only if there is no such branch. A case keeps its undone commands.
    [Compare.md](Compare.md) explains what `diff` shows.

    ## Leaving

    Ctrl-C drops the line. If commands are not saved, `quit` asks once:

    * Answer `save FILE` to write them and leave, unless Ctrl-C stops it. Cases of another machine go to `FILE-2`.
    * Answer `quit` or Ctrl-D to keep them in `last.transcript` and leave.
    * `leave` drops them.
    * `stay` or Ctrl-C continues.

    Undone commands do not count as unsaved. If the terminal closes, or a signal (Ctrl-\\, SIGTERM) ends the program, the work is kept
    too. A message says how to continue; after a closed terminal, the next session prints it. A pipe and `-c` ask nothing and keep
    nothing.

    `last.transcript` is in `~/.local/state/signalbox`, or in `$XDG_STATE_HOME/signalbox`. Only its owner can read it, and secrets are
    replaced by names. Earlier files become `last-2.transcript` to `last-9.transcript`. A lab has its own folder there, also for its
    history.

    ## Secrets

    A typed secret prints as `<secret>`, even if the command is refused. Commands show the name of its sample (`$right`), or `$typed1`,
    which lasts until the session ends. The same holds for a record with a secret, and for a typed `reply` that becomes a secret of the
    model. Plain text is not protected: declare such inputs and services as `Secret`.

    If a line cannot be read, the message shows verbs, names, words near one, and known values that are not secret. On a machine with
    secrets, and while no machine is open, the rest is `<withheld>`, and the line does not enter the history. Nor does a comment, or a
    line with an unknown verb. Messages about command-line arguments hide the same values.

    If Signalbox crashes, it prints one fixed line and leaves no core. A release build prints nothing for a failed precondition, an
    overflow or an index. But a `fatalError`, a `try!` or a dictionary with a repeated key in your view model prints its argument: give
    it no secret.

    """

  private static func section(_ task: Verb.Task) -> String {
    let verbs = Verb.all.filter { $0.task == task }
    return "\n## \(sentence(task.rawValue))\n\n" + verbs.map(entry).joined(separator: "\n")
  }

  private static func entry(_ verb: Verb) -> String {
    let usage = verb.usage.isEmpty ? verb.name : "\(verb.name) \(verb.usage)"
    return "* `\(usage)`: \(sentence(verb.summary)). \(verb.explanation)\n" + example(of: verb)
  }

  /// The verb's example, with what its last line really answers. Empty if that is nothing or more than eight lines:
  /// 'help' shows every example.
  private static func example(of verb: Verb) -> String {
    var session = Session(catalogue: Catalogue(Gallery.machines))
    let before = verb.example.dropLast()
    for line in before { _ = session.run(line) }
    let last = verb.example.last ?? ""
    let reply = session.run(last)
    let driven = reply.effects.flatMap { effect -> [String] in
      if case .drive(let commands) = effect { commands } else { [] }
    }
    let answer =
      shown(reply)
      + driven.flatMap { command in
        let reply = session.runFromFile(command)
        return ["> \(reply.echo ?? command)"] + shown(reply)
      }
    guard (1...8).contains(answer.count) else { return "" }
    let opening = before.isEmpty ? "" : "  After \(before.map { "`\($0)`" }.joined(separator: ", ")):\n\n"
    let block = (["```text", "> \(last)"] + answer + ["```"]).map { $0.allSatisfy { $0 == " " } ? "\n" : "  \($0)\n" }
      .joined()
    return "\n\(opening)\(block)"
  }

  private static func shown(_ reply: Reply) -> [String] {
    reply.lines.flatMap { line in
      switch line {
      case .recorded(let text): ["| \(text)"]
      case .talk(let text): text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
      }
    }
  }

  private static func sentence(_ text: String) -> String { "\(text.prefix(1).uppercased())\(text.dropFirst())" }
}
