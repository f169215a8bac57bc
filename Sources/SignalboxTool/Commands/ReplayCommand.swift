import ArgumentParser
import Console
import Terminal
import Traces
import Transcripts
import ViewModels

struct ReplayCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Replay transcripts and check that they hold.",
    discussion: """
      Nothing is written without --update or --review. --update shows every block that it writes. If all cases of a \
      file pass, it also renews the hash in the header. --review reads a line for each block, also from a pipe: a \
      accept, r reject (the case still fails, as do all like it), s skip, l loosen the first field that differs to a \
      matcher (l <int>: to this one), A accept all like it, q quit. Both are refused if CI is set, except to an \
      empty value, '0', 'false', 'no' or 'off'.
      """)

  @Argument(help: .transcripts, completion: .transcripts)
  var paths: [String] = []

  @OptionGroup(title: "Which cases") var selection: SelectionOptions

  @Flag(name: .customLong("list"), help: "Print the selected cases without checking them.")
  var lists = false

  @Flag(help: "Rewrite the blocks that differ; comments, matchers that still match, and the rest stay as they are.")
  var update = false

  @Flag(name: .customLong("accept-lost"), help: "Let --update delete lines that have no replacement.")
  var acceptsLost = false

  @Flag(help: "Show each block that differs, ask what to do with it, and write accepted blocks.")
  var review = false

  @Flag(
    name: .customLong("no-leftovers"),
    help: "Fail a case that ends with open requests or waiting work; without this option they are only counted.")
  var refusesLeftovers = false

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Run this variant instead; transcripts of other machines are skipped.", valueName: "machine@variant"),
    completion: .machines)
  var replacement: String?

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Report the run as pretty, junit, json, markdown or github. It may be repeated.",
      valueName: "format[=file]"),
    completion: .list(ReportFormat.allCases.map(\.rawValue)))
  var reports: [String] = []

  @Flag(help: "Skip the second run of each case. It runs in another process and finds what is not deterministic.")
  var once = false

  @Flag(name: .customLong(SecondRun.option), help: .hidden)
  var isSecondRun = false

  @OptionGroup var colors: ColorOptions
  @OptionGroup(title: "How it runs") var jobs: JobOptions

  @Flag(name: .customLong("watch"), help: "Run again when a transcript changes, until Ctrl-C.")
  var watches = false

  @Option(
    help: ArgumentHelp(
      "Run only part I of N; all parts together are the whole (or set TEST_SHARD_INDEX and TEST_TOTAL_SHARDS).",
      valueName: "i/n"),
    transform: ReplayCommand.shard)
  var shard: Shard?

  @OptionGroup(title: "Limits of one command") var limits: BudgetOptions

  private static func shard(_ text: String) throws -> Shard {
    if let shard = Shard(text) { return shard }
    throw ValidationError("write I/N, such as 1/4, with N at most \(Shard.mostCount)")
  }

  func validate() throws {
    if acceptsLost, !update { throw ValidationError("'--accept-lost' is for '--update'; add it") }
    if update, replacement != nil {
      throw ValidationError("'--update' writes what the transcript's own machine does; remove '--as'")
    }
    if update, let refusal = ContinuousIntegration.refusal(of: "--update", to: "update") {
      throw ValidationError(refusal)
    }
    if review {
      if let refusal = ContinuousIntegration.refusal(of: "--review", to: "review") { throw ValidationError(refusal) }
      if replacement != nil {
        throw ValidationError("'--review' writes what the transcript's own machine does; remove '--as'")
      }
    }
    let modes = [("--update", update), ("--review", review), ("--list", lists)].filter(\.1).map(\.0)
    if modes.count > 1 { throw ValidationError("'\(modes[0])' and '\(modes[1])' exclude each other; choose one") }
    if let mode = modes.first {
      for (option, isGiven) in optionsOfChecks(besides: mode) where isGiven {
        throw ValidationError("'\(option)' is for a check; remove '\(mode)'")
      }
    }
    if watches, !isSecondRun, !TerminalCapabilities.isInteractive {
      throw ValidationError("'--watch' needs a terminal; remove it here")
    }
    try ReportRequest.check(try requests())
  }

  private var isCheck: Bool { !update && !review && !lists }

  private func optionsOfChecks(besides mode: String) -> [(String, Bool)] {
    [
      ("--report", !reports.isEmpty), ("--no-leftovers", refusesLeftovers), ("--watch", watches),
      ("--shard", shard != nil && mode != "--list"),
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
    let named = NamedTranscripts(paths.isEmpty ? [folder] : paths)
    if review {
      var review = Review(tool: tool, budget: limits.budget, usesColor: colors.isUsed)
      return try review.ask(named, try selection.selection(among: named, tool), in: folder)
    }
    if lists {
      let plan = try plan(named, machine, tool)
      var listing = CaseListing(selection: plan.selection, jobs: jobs.count, streams: tool.streams)
      return try listing.run(plan.named, mayBeEmpty: plan.isPart)
    }
    let runner = ConsoleRunner(catalogue: tool.catalogue, replacement: machine, budget: limits.budget)
    if isSecondRun { return try repeatRun(try plan(named, machine, tool), on: runner, tool) }
    let text = FailureText(executable: tool.executable)
    var files = FileReplay(
      awaitsOutput: update, refusesLeftovers: refusesLeftovers, keepsRecords: isCheck && !once, text: text)
    var replay = TranscriptReplay(files, on: runner, jobs: jobs.count, streams: tool.streams)
    var writing = TranscriptWriting(acceptsLost: acceptsLost, streams: tool.streams)
    do {
      let plan = try plan(named, machine, tool)
      let second = once ? nil : try SecondRun(CommandLine.arguments)
      if update, let second {
        files.selection = plan.selection
        // The second run must read the files before an update writes them.
        replay.unsteady = try UnsteadyCases(
          plan.named.entries, files, on: runner, jobs: jobs.count, besides: second)
      } else {
        replay.secondRun = second
      }
      try replay.run(plan.named, plan.selection) { update ? try writing.update($0) : $0.cases }
      if !plan.isPart { replay.requireCases(in: folder) }
    } catch let problem as Diagnostic {
      replay.refuse(problem, in: folder)
    }
    let reports = ReportWriting(requests: try requests(), streams: tool.streams, usesColor: colors.isUsed)
    let written = try reports.write(replay.result, note: update ? "; \(writing.summary)" : "")
    return ExitCode.gravest([replay.result.exitCode, writing.exitCode, written])
  }

  private var folder: String { paths.first ?? "Transcripts" }

  private func plan(_ named: NamedTranscripts, _ replacement: Machine?, _ tool: Tool) throws -> SuitePlan {
    var plan = SuitePlan(named: named, selection: try selection.selection(tool, replacement: replacement))
    let part = isCheck || lists ? try shard ?? Shard.ofEnvironment() : nil
    guard selection.needsSurvey || part != nil else { return plan }
    var survey = SuiteSurvey(named, plan.selection, awaitsOutput: update, jobs: jobs.count)
    try selection.complete(&plan.selection, by: survey)
    survey.narrow(to: plan.selection)
    if let part, !survey.isEmpty {
      plan.isPart = true
      plan.named.narrow(to: part, by: survey)
      try Shard.answerEnvironment()
    }
    return plan
  }

  /// Sends the results to the parent process.
  private func repeatRun(
    _ plan: SuitePlan, on runner: ConsoleRunner, _ tool: Tool
  ) throws -> Transcripts.ExitCode {
    var suite = SuiteRun(
      FileReplay(
        selection: plan.selection, awaitsOutput: update, keepsRecords: true, text: FailureText(executable: "")),
      on: runner, jobs: jobs.count)
    try suite.run(plan.named.entries) { file in
      for result in file.cases { try tool.streams.hand(SecondRun.lines(of: result, in: file.path)) }
    }
    return .agreed
  }

  private func requests() throws -> [ReportRequest] { try reports.map(ReportRequest.init) }
}

struct SuitePlan {
  var named: NamedTranscripts
  var selection: CaseSelection
  /// Whether other processes run the rest; then this part may be empty.
  var isPart = false
}
