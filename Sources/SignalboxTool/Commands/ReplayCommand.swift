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
    help: ArgumentHelp(
      "Transcripts, folders with them (default: Transcripts), or patterns in quotes; PATH:LINE is the case that contains the line.",
      valueName: "path"),
    completion: .transcripts)
  var paths: [String] = []

  @OptionGroup(title: "Which cases") var selection: SelectionOptions

  @Flag(name: .customLong("list"), help: "Print the cases that are selected, and check none.")
  var lists = false

  @Flag(help: "Rewrite the blocks that differ; comments, matchers that hold and all else stay as they are.")
  var update = false

  @Flag(name: .customLong("accept-lost"), help: "Let --update drop lines with nothing in their places.")
  var acceptsLost = false

  @Flag(help: "Ask about each block that differs, and write what is accepted: the same as 'review'.")
  var review = false

  @Flag(name: .customLong("repl"), help: "Open the REPL before the command at PATH:LINE.")
  var opensREPL = false

  @Flag(
    name: .customLong("no-leftovers"),
    help: "Fail a case that ends with requests under way or work that waits; they are always counted.")
  var refusesLeftovers = false

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Run this variant instead; transcripts of other machines are left out.", valueName: "machine@variant"),
    completion: .machines)
  var replacement: String?

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Report the run as pretty, junit, json, markdown or github; may be given several times.",
      valueName: "format[=file]"),
    completion: .list(ReportFormat.allCases.map(\.rawValue)))
  var reports: [String] = []

  @Option(
    help: ArgumentHelp("Say at the end, on standard error, which cases took longest.", valueName: "n"))
  var slowest: Int?

  @Option(
    name: .customLong("write-timings"),
    help: ArgumentHelp("Write what each case took into this file, for '--timings'.", valueName: "file"))
  var writtenTimings: String?

  @Flag(help: "Skip the second run of each case, in another process, which finds what is not deterministic.")
  var once = false

  @Flag(name: .customLong(SecondRun.option), help: .hidden)
  var isSecondRun = false

  @OptionGroup(title: "Coverage") var measure: MeasureOptions
  @OptionGroup var colors: ColorOptions
  @OptionGroup(title: "How it runs") var jobs: JobOptions

  @Flag(name: .customLong("watch"), help: "Run again when a transcript changes, until Ctrl-C.")
  var watches = false

  @OptionGroup(title: "Parts of a suite") var part: ShardOptions

  @Option(
    name: .customLong("changed-since"),
    help: ArgumentHelp(
      "Only transcripts that differ from this revision of git, or whose header names another definition.",
      valueName: "revision"))
  var revision: String?

  @Option(
    name: .customLong("failed-first"),
    help: ArgumentHelp(
      "Start with the files that failed in the run that wrote this file with '--report json=FILE'.", valueName: "file")
  )
  var lastRun: String?

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
    if review {
      try ReviewCommand.refuseUnderCI("--review")
      if update || opensREPL || replacement != nil || !reports.isEmpty {
        throw ValidationError("'--review' goes with paths, '--case' and limits only; remove the other options")
      }
    }
    if opensREPL, update || paths.count != 1 {
      throw ValidationError("'--repl' opens one case: 'replay --repl PATH:LINE'")
    }
    if lists, update || opensREPL { throw ValidationError("'--list' checks nothing; remove the other") }
    for (option, isGiven) in optionsOfChecks where isGiven && !isCheck {
      let other = update ? "--update" : opensREPL ? "--repl" : "--list"
      throw ValidationError("'\(option)' tells of a check; remove '\(other)'")
    }
    if watches, !isSecondRun, !TerminalCapabilities.isInteractive {
      throw ValidationError("'--watch' is for a person at a terminal; leave it out here")
    }
    if part.shard != nil, update || opensREPL { throw ValidationError("'--shard' is for a check; remove it") }
    if let slowest, slowest < 1 { throw ValidationError("'--slowest' takes a number from 1 on") }
    try ReportRequest.check(try requests())
    if measure.tells, try requests().contains(where: { $0.file == nil && $0.format.isForPrograms }) {
      throw ValidationError(
        "'--coverage' is for standard output, which the report has to itself; write '--coverage-json FILE'")
    }
  }

  private var isCheck: Bool { !update && !opensREPL && !lists }

  private var optionsOfChecks: [(String, Bool)] {
    [
      ("--report", !reports.isEmpty), ("--no-leftovers", refusesLeftovers), ("--watch", watches),
      ("--slowest", slowest != nil),
      ("--write-timings", writtenTimings != nil), ("--coverage", measure.tells),
      ("--coverage-json", measure.file != nil), ("--min-coverage", measure.minimum != nil),
    ]
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    guard watches, !isSecondRun else { return try runOnce(tool) }
    let arguments = paths.isEmpty ? [folder] : paths
    while true {
      var suite = WatchedSuite(arguments, jobs: jobs.count)
      _ = try runOnce(tool)
      try tool.streams.flush()
      tool.streams.complain("watching \(suite.count.counted("file")); Ctrl-C ends")
      suite.waitForChange()
    }
  }

  private func runOnce(_ tool: Tool) throws -> Transcripts.ExitCode {
    let machine = try replacement.map(tool.machine)
    if opensREPL { return try converse(machine, tool) }
    if review {
      let named = NamedTranscripts(paths.isEmpty ? [folder] : paths)
      var review = Review(tool: tool, budget: limits.budget, usesColor: colors.isUsed)
      return try review.ask(named, try selection.selection(among: named, tool), in: folder)
    }
    let named = NamedTranscripts(paths.isEmpty ? [folder] : paths)
    let runner = ConsoleRunner(catalogue: tool.catalogue, replacement: machine, budget: limits.budget)
    if lists {
      let plan = try plan(named, machine, tool)
      var listing = CaseListing(runner, plan.selection, jobs: jobs.count, tool.streams)
      return try listing.run(plan.named, mayBeEmpty: plan.isPart)
    }
    if isSecondRun { return try repeatRun(try plan(named, machine, tool), on: runner, tool) }
    let text = FailureText(executable: tool.executable)
    let files = FileReplay(
      awaitsOutput: update, refusesLeftovers: refusesLeftovers, keepsRecords: isCheck && !once,
      measures: measure.isWanted, text: text)
    var replay = TranscriptReplay(files, on: runner, jobs: jobs.count, streams: tool.streams)
    var writing = TranscriptWriting(acceptsLost: acceptsLost, streams: tool.streams)
    do {
      let plan = try plan(named, machine, tool)
      let second = once ? nil : try SecondRun(CommandLine.arguments)
      if update, let second {
        // The second run reads the files before any is written.
        replay.unsteady = try UnsteadyCases(
          plan.named.entries, files.selecting(plan.selection), on: runner, jobs: jobs.count, besides: second)
      } else {
        replay.secondRun = second
      }
      try replay.run(plan.named, plan.selection) { update ? try writing.update($0) : $0 }
      if !plan.isPart { replay.requireCases(in: folder) }
    } catch let problem as Diagnostic {
      // Reports tell of it too.
      replay.refuse(problem, in: folder)
    }
    let rows = replay.coverages.rows(in: tool.catalogue)
    try tool.streams.say(measure.lines(rows))
    let reports = ReportWriting(requests: try requests(), streams: tool.streams, usesColor: colors.isUsed)
    let written = try reports.write(replay.outcome, note: update ? "; \(writing.summary)" : "")
    let measured = measure.finish(rows, replay.outcome.counts, tool.streams)
    let told = try tell(replay.timings, tool.streams)
    return ExitCode.gravest([replay.outcome.exitCode, writing.exitCode, written, measured, told])
  }

  /// The argument that stands for all of them; the default where there is none.
  private var folder: String { paths.first ?? "Transcripts" }

  private func plan(_ named: NamedTranscripts, _ replacement: Machine?, _ tool: Tool) throws -> SuitePlan {
    var plan = SuitePlan(named: named, selection: try selection.selection(tool, replacement: replacement))
    let part = isCheck || lists ? try part.part() : nil
    guard selection.needsSurvey || part != nil || revision != nil else {
      plan.named.entries = try ordered(plan.named.entries)
      return plan
    }
    var survey = SuiteSurvey(named, plan.selection, awaitsOutput: update, jobs: jobs.count)
    try selection.complete(&plan.selection, by: survey, tool)
    survey.narrow(to: plan.selection)
    plan.isPart = (revision != nil || part != nil) && !survey.isEmpty
    if let revision {
      let changes = try GitChanges(since: revision)
      let isChanged = survey.files.map { $0.map { changes.concern($0, in: tool.catalogue) } ?? true }
      plan.named.narrow(to: &survey) { entry, _ in isChanged[entry] }
    }
    if let part, plan.isPart {
      try self.part.narrow(&plan.named, &survey, to: part)
      try Shard.answerEnvironment()
    }
    plan.named.entries = try ordered(plan.named.entries)
    return plan
  }

  private func ordered(_ entries: [NamedTranscripts.Entry]) throws -> [NamedTranscripts.Entry] {
    try lastRun.map { try LastRun(reading: $0).ordered(entries) } ?? entries
  }

  /// Runs the cases for the process that started this one, and hands it what they did.
  private func repeatRun(
    _ plan: SuitePlan, on runner: ConsoleRunner, _ tool: Tool
  ) throws -> Transcripts.ExitCode {
    var suite = SuiteRun(
      FileReplay(
        selection: plan.selection, awaitsOutput: update, keepsRecords: true, text: FailureText(executable: "")),
      on: runner, jobs: jobs.count)
    try suite.run(plan.named.entries) { result in
      for record in result.records { try tool.streams.hand(record.sent) }
    }
    return .agreed
  }

  /// Tells what took how long: on standard error and in a file, so that no report depends on the clock.
  private func tell(_ timings: CaseTimings, _ streams: Streams) throws -> Transcripts.ExitCode {
    if let slowest, !timings.all.isEmpty {
      try streams.flush()
      for line in timings.slowest(slowest) { streams.complain(line) }
    }
    guard let writtenTimings else { return .agreed }
    do throws(FileError) {
      try timings.write(to: writtenTimings, streams)
      return .agreed
    } catch {
      let problem = Diagnostic(error)
      streams.report(problem)
      return problem.exitCode
    }
  }

  private func requests() throws -> [ReportRequest] { try reports.map(ReportRequest.init) }

  private func converse(_ machine: Machine?, _ tool: Tool) throws -> Transcripts.ExitCode {
    let (path, line) = CaseSelection.split(paths[0])
    let selection = try plan(NamedTranscripts(paths), machine, tool).selection
    let script = try Script(path: path, line: line, selection: selection, allowsLineInList: true)
    let run = try script.onlyRun()
    let player = ScriptPlayer(catalogue: tool.catalogue, machine: machine, budget: limits.budget)
    var session = try player.session(of: run, in: path, isTranscript: false)
    try player.play(run.commands.filter { $0.line < line ?? 0 }, in: path, on: &session)
    let rest = run.commands.filter { $0.line >= line ?? 0 }
    player.lookAhead(rest, in: path, on: &session)
    session.countAsSaved()
    let driver = SessionDriver(session: session, streams: tool.streams)
    if let next = rest.first, let command = session.undoneCommand {
      let expected = script.expectedLines(ofCommandAt: next.line)
      try tool.streams.say("  'redo' does '\(command)'\(expected.isEmpty ? "" : ", of which the transcript holds:")")
      try tool.streams.say(expected.map { "  " + $0 })
    }
    try Conversation(hasNoHistory: false, color: .automatic).run(driver, tool)
    return try driver.finish()
  }
}

/// What of a suite is run, and in which order.
struct SuitePlan {
  var named: NamedTranscripts
  var selection: CaseSelection
  /// Whether others run the rest, so that nothing may be left to run here.
  var isPart = false
}
