import ArgumentParser
import Console
import Files
import Terminal
import Traces
import Transcripts
import ViewModels

/// Replays transcripts and compares what happens with what they hold.
struct ReplayCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Replay transcripts and check that they hold.",
    discussion: """
      Nothing is written without --update, which shows every block that it writes, and renews the header's hash of a file \
      whose cases all hold. It is refused where CI is set to anything but nothing, '0', 'false', 'no' or 'off'.
      """)

  @Argument(
    help: "Transcripts, or folders with them; PATH:LINE is the case in which the line stands.", completion: .transcripts
  )
  var paths: [String] = []

  @Flag(help: "Write the blocks that differ anew; comments, matchers that hold and all else stay as they are.")
  var update = false

  @Flag(name: .customLong("accept-lost"), help: "Let --update drop lines with nothing in their places.")
  var acceptsLost = false

  @Flag(name: .customLong("repl"), help: "Open the REPL before the command at PATH:LINE.")
  var opensREPL = false

  @Option(name: .customLong("case"), help: "Only the case of this title.")
  var title: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Run this variant instead; transcripts of other machines are left out.", valueName: "machine@variant"),
    completion: .machines)
  var replacement: String?

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Tell the run so: pretty, dot, tap, junit, json, markdown or github; may be given several times.",
      valueName: "format[=file]"),
    completion: .list(ReportFormat.allCases.map(\.rawValue)))
  var reports: [String] = []

  @OptionGroup(title: "Limits of one command") var limits: BudgetOptions

  func validate() throws {
    if acceptsLost, !update { throw ValidationError("'--accept-lost' is for '--update'; add it") }
    if update, replacement != nil {
      throw ValidationError("'--update' writes what the transcript's own machine does; remove '--as'")
    }
    if update, ContinuousIntegration.isOn {
      throw ValidationError(
        "'--update' is refused where CI is set; update where you can read the changes, and commit them")
    }
    if opensREPL, update || paths.count != 1 {
      throw ValidationError("'--repl' opens one case: 'replay --repl PATH:LINE'")
    }
    if update || opensREPL, !reports.isEmpty {
      throw ValidationError("'--report' tells of a check; remove '\(update ? "--update" : "--repl")'")
    }
    try ReportRequest.check(try requests())
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let machine = try replacement.map(tool.machine)
    if opensREPL { return try converse(machine, tool) }
    var replay = TranscriptReplay(
      runner: ConsoleRunner(catalogue: tool.catalogue, replacement: machine, budget: limits.budget), title: title,
      awaitsOutput: update, streams: tool.streams, executable: tool.executable)
    var writing = TranscriptWriting(acceptsLost: acceptsLost, streams: tool.streams)
    let paths = paths.isEmpty ? ["Transcripts"] : paths
    for argument in paths { try replay.add(argument) { update ? try writing.update($0) : $0 } }
    replay.requireCases(in: paths[0])
    let reports = ReportWriting(requests: try requests(), streams: tool.streams)
    let written = try reports.write(replay.outcome, note: update ? "; \(writing.summary)" : "")
    return ExitCode.gravest([replay.outcome.exitCode, writing.exitCode, written])
  }

  private func requests() throws -> [ReportRequest] { try reports.map(ReportRequest.init) }

  private func converse(_ machine: Machine?, _ tool: Tool) throws -> Transcripts.ExitCode {
    let (path, line) = CaseSelection.split(paths[0])
    let selection = CaseSelection(title: title, line: line)
    let run = try Script(path: path, selection: selection, allowsLineInList: true).onlyRun()
    let player = ScriptPlayer(catalogue: tool.catalogue, machine: machine, budget: limits.budget)
    var session = try player.session(of: run, in: path, isTranscript: false)
    try player.play(run.commands.filter { $0.line < line ?? 0 }, in: path, on: &session)
    session.countAsSaved()
    let driver = SessionDriver(session: session, streams: tool.streams)
    try Conversation(hasNoHistory: false, color: .automatic).run(driver, tool)
    return try driver.finish()
  }
}
