import ArgumentParser
import Console
import Files
import Statecharts
import Traces
import Transcripts
import ViewModels

struct ReplCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl",
    abstract: "Drive a machine line by line (the default).",
    discussion: """
      On a terminal, lines are edited, completed, and kept in a history. From a pipe, all lines are run in turn, \
      also after a mistake, and the output that a transcript would hold is printed.

      SIGNALBOX_HISTORY names the history's file; an empty value turns the history off.
      """)

  @Argument(
    help: "The machine to open first: NAME or NAME@VARIANT; PATH:LINE opens a case before that line.",
    completion: .machines)
  var machine: String?

  @Option(
    name: .customShort("c"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run this line, then leave. It may be repeated.", valueName: "line"))
  var lines: [String] = []

  @Flag(help: "With -c: write one JSON object per line, as 'serve' answers 'do'.")
  var json = false

  @OptionGroup var colors: ColorOptions

  @OptionGroup(title: "Limits of one command") var limits: BudgetOptions

  func validate() throws {
    if json, lines.isEmpty { throw ValidationError("'--json' is for '-c'; 'serve' answers requests as JSON") }
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    if json { return try printAnswers(tool) }
    let driver = try driver(tool)
    for (index, line) in lines.enumerated() where !driver.hasQuit {
      try driver.take(line, at: LinePlace(path: "-c", line: index + 1))
    }
    if lines.isEmpty, !driver.hasQuit {
      try Conversation(color: colors.color).run(driver, tool)
    }
    return try driver.finish()
  }

  private func printAnswers(_ tool: Tool) throws -> Transcripts.ExitCode {
    let (session, machine, _) = try start(tool)
    let printer = ServePrinter(session, tool)
    if let machine { try printer.take(.opening(machine, for: nil)) }
    for line in lines { try printer.take(.do, [Member("command", .string(line))]) }
    return printer.exitCode
  }

  private func driver(_ tool: Tool) throws -> SessionDriver {
    let (session, machine, next) = try start(tool)
    let driver = SessionDriver(session: session, streams: tool.streams)
    driver.usesColor = colors.isUsed
    try tool.streams.say(next)
    if let machine {
      try driver.takeOrThrow("open \(machine.title.text.spelled)", at: LinePlace(path: "-c", line: 0))
    }
    return driver
  }

  /// A new session and the machine to open in it; or a session that ran a script up to a line, and lines about the
  /// next command.
  private func start(_ tool: Tool) throws -> (session: Session, machine: Machine?, next: [String]) {
    if let machine, case let (path, line?) = CaseSelection.split(machine) {
      let (session, next) = try Self.session(before: line, in: path, limits.budget, tool)
      return (session, nil, next)
    }
    let session = Session(catalogue: tool.catalogue, options: SessionOptions(budget: limits.budget, home: homeFolder))
    return (session, try machine.map(tool.machineOfCommandLine), [])
  }
}

extension Tool {
  /// The reference may also be a mistyped command.
  fileprivate func machineOfCommandLine(_ reference: String) throws -> Machine {
    do throws(Mistake) {
      return try catalogue.machine(named: reference)
    } catch {
      let names = RootCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
      let command = NearestWord.find(reference, among: names).map { "the command '\($0)' is near" }
      throw unknownMachine(reference, error, hint: command)
    }
  }
}

extension ReplCommand {
  /// A session that ran a script up to a line, and lines about the next command. The user runs the rest by 'redo'.
  private static func session(
    before line: Int, in path: String, _ budget: CommandBudget, _ tool: Tool
  ) throws -> (session: Session, next: [String]) {
    let script = try Script(path: path, line: line, allowsLineInList: true)
    let run = try script.onlyRun()
    let player = ScriptPlayer(catalogue: tool.catalogue, budget: budget)
    var session = try player.session(of: run, in: path, isTranscript: false)
    try player.play(run.commands.filter { $0.line < line }, in: path, on: &session)
    let rest = run.commands.filter { $0.line >= line }
    player.lookAhead(rest, in: path, on: &session)
    session.countAsSaved()
    guard let next = rest.first, let command = session.undoneCommand else { return (session, []) }
    let expected = script.expectedLines(ofCommandAt: next.line)
    let head = "  'redo' does '\(command)'\(expected.isEmpty ? "" : "; the transcript expects:")"
    return (session, [head] + expected.map { "  " + $0 })
  }
}
