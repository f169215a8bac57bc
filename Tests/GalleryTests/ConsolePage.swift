import Console
import Gallery

/// The page about the console's verbs, made from their table.
enum ConsolePage {
  static let path = "Documentation/Console.md"

  static var text: String {
    let opening = """
      # The console

      Verb first, then arguments; what stands in brackets may be left out. At the prompt, the beginning of a name is enough
      if unambiguous, and quotes may be left out around a word; transcripts hold whole verbs and quoted texts.
      `nil` is none, `$name` a named value, and durations need a unit: `500ms`, `1.5s`, `2m`, `1h30m`. A line that begins with `#` is a
      comment. While nothing is open, the name of a machine alone opens it. `;` at the end of a word stands between two commands
      of one line, of which none runs after a mistake. A text, list or record that is open when Enter is pressed goes on in the next
      line; in a text that is a line feed, `\\n`.

      Each verb has an example, which a test runs; `help VERB` in the console and `signalbox help VERB` show it too.

      """
    return opening + Verb.Task.allCases.map(section).joined() + choosing + keeping + stopping
  }

  private static let choosing = """

    ## At the prompt

    Tab completes, lists what is refused after what is possible, and says what is expected where no list helps; at an empty line it
    offers the verbs of the task at hand. What may follow is shown dim while you type: the arguments that are missing, or why the
    command would be refused. Up and Down go through the lines before, but only those that begin with what is typed.
    Values that were given before are offered after the samples.
    An answer in which lines repeat is folded, `trace` too. One that is longer than the window is shown in `$PAGER`, else in `less`;
    `PAGER=cat`, or an empty `PAGER`, prints it.

    `settings` turns hints, folds and the meanings of names on and off. `~/.config/signalbox/config`, or `signalbox/config` in
    `XDG_CONFIG_HOME`, is read when a session begins on a terminal. `#` begins a comment. A line of it is a setting (`hints off`), or one
    of:

    * `color auto`, `color always` or `color never`.
    * `history on`, `history off`, or `history 500`, which keeps the last 500 lines and drops older ones.
    * `machine login@fixed`, which is opened where the command line names no machine.
    * `run` with a line of the console, such as `run screen`; these lines run in turn when the machine is open.

    Keys are libedit's: `~/.editrc` binds them, and `bind -v` makes them vi's.

    """

  private static var stopping: String {
    let budget = CommandBudget()
    let limits = CommandBudget.Part.allCases.map { "* `\($0.option)`: \(budget[$0]) \(meaning(of: $0)).\n" }.joined()
    return """

      ## When a command takes long

      Ctrl-C at the prompt stops the command that runs, and the session goes on; a script that is sourced stops there, and `source` goes on. The last
      100 lines of what it printed are shown; while lines are printed, another Ctrl-C leaves out the rest of them. `undo`, `redo`,
      `jump`, `switch`, `diff`, `trace`, `blame`, `save`, `record` and `compare` run commands of the case again; stopped, they change nothing. A
      search that is stopped shows what it found. After a second, a line on the terminal shows how far the command has got. In a pipe,
      in `run` and in `replay` Ctrl-C ends the process; a recording holds every command that was completed.

      Each command has limits, with options of `signalbox`, `run`, `record`, `replay`, `trace` and `diff`. One that reaches a limit
      is stopped, its sentence names the option, and the exit code is 3. It is looked at every 64 turns, or edits of `type` and
      `erase`; a command that ends before is whole.

      \(limits)
      A command is stopped between two instants, or between two edits of `type` and `erase`. What it did stays, and counts in the
      history, in a recording and in the trace as the command that leads there: `advance 1234s`, when `advance 600m` was stopped at
      1234 seconds. So a recording replays, and `undo` takes it back. Where no shorter command leads there, in an instant that does not
      end and in the middle of a secret, the command is taken back as a whole, and the session says so.

      A case keeps the texts of its commands and some 96 snapshots, the more the nearer to where it stands; everything
      else that `undo`, `switch`, `diff`, `trace` and `save` need is found by running commands again.

      """
  }

  private static func meaning(of part: CommandBudget.Part) -> String {
    switch part {
    case .turns: "turns"
    case .output: "bytes of output, as much as a transcript may have"
    case .memory: "bytes that the machine holds in fields, signals and waiting work"
    }
  }

  private static let keeping = """

    ## Cases and branches

    A *case* is one run from a fresh machine, a *branch* a path through it. `undo` and then another command open a branch;
    `open` and `case` begin a case and keep the one before, unless nothing was done in it. `branches` lists the paths of the
    present case, `cases` the cases of the session, and `switch` goes to either:

    * to a branch of the present case by its number or name: `switch 2`, `switch retry`;
    * to a case by `#` and its number, or by its title if no branch has that name: `switch #2`, `switch retry`. It goes on
      where it was left, with everything that was undone. A recording of another case ends; its file holds what was done up to
      there.

    `diff 2` shows how branch 2 differs from the path to the current state, as [Compare.md](Compare.md) shows.

    ## Leaving

    Ctrl-C drops the line, Ctrl-D and `quit` leave. Where commands are in no file, a terminal asks once:

    * Or `save FILE` writes them and leaves, unless Ctrl-C stops it. Cases of the open machine are cases of that transcript;
      those of another machine stand beside it: `FILE-2`.
    * A second `quit`, or Ctrl-D, leaves and keeps them in `last.transcript`.
    * `leave` drops them. `stay`, or Ctrl-C, goes on.

    The path where each case stands is what counts: a recording and `save` hold it, and what was undone
    needs no file. If nobody answers (a terminal that goes away, Ctrl-\\, SIGTERM and every other signal that ends a
    program), the work is kept too. `last.transcript` is in `~/.local/state/signalbox`, or in `XDG_STATE_HOME`, for its owner
    alone and with secrets by name; a lab has a folder of its own name there, for its history too. Earlier ones move on to
    `last-2.transcript` up to `last-9.transcript`. Until it
    is written no further signal ends the session, save SIGKILL. The message says how to go on from there; after a terminal went away the next session says it,
    with the file that holds the work by then. A pipe and `-c` are asked nothing and keep nothing: what drove them is there
    already.

    ## Secrets

    What is typed for a secret is known before anything else sees it, whether it is taken or refused: it prints as `<secret>`,
    and stands in commands as the name of its sample (`$right`), or as `$typed1`, which lasts as long as the session. So does a
    record that holds a secret, and a typed `reply` that becomes a secret of the model. An input or a service whose values are
    declared as plain text is text: declare them as `Secret`.

    Of a line that cannot be read, a message shows verbs, names, and what was typed for something that is known and holds no
    secret; `<withheld>` stands for the rest on a machine with secrets, and where no machine is open. Such a line does not enter the
    history there, nor does one whose verb is unknown, or a comment. A verb that takes no value, such as `advance` or `back`, is shown
    with what follows it. A message about the arguments of the command line withholds in the same way what they hold against a secret.

    A crash of the tool says one fixed line and leaves no core. What Swift prints of a trap before that is not the tool's: a release
    build prints nothing of a failed precondition, an overflow or an index, and the tool's own two `fatalError`s have fixed texts. A
    `fatalError`, a `try!` or a dictionary with a repeated key in a view model of yours prints what it is given: give it no secret.

    """

  private static func section(_ task: Verb.Task) -> String {
    let verbs = Verb.all.filter { $0.task == task }
    return "\n## \(sentence(task.rawValue))\n\n" + verbs.map(entry).joined(separator: "\n")
  }

  private static func entry(_ verb: Verb) -> String {
    let usage = verb.usage.isEmpty ? verb.name : "\(verb.name) \(verb.usage)"
    return "* `\(usage)`: \(sentence(verb.summary)). \(verb.explanation)\n" + example(of: verb)
  }

  /// The verb's example, with what its last line really answers.
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
