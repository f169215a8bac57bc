import ArgumentParser
import Console
import Exploration
import Terminal
import Traces
import Transcripts
import ViewModels

struct CoverageCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage", abstract: "Show which parts of their machines transcripts cover, and which they miss.",
    discussion: """
      It counts states, transitions, refused commands, outcomes of services, timers that came due, and alerts with \
      their buttons. Rows and children count under their view model. Parts that no run can reach by the definition \
      are listed and not counted. Exit codes: 0 done, 1 a machine is below --min, 2 a transcript cannot be run.
      """)

  @Argument(help: .transcripts, completion: .transcripts)
  var paths: [String] = []

  @OptionGroup(title: "Which cases") var selection: SelectionOptions

  @Flag(help: "Search for a shortest script to each part that was not taken.")
  var cover = false

  @Option(parsing: .unconditional, help: ArgumentHelp("At most this many states in each search.", valueName: "n"))
  var states = 1_000

  @Option(
    name: .customLong("min"), parsing: .unconditional,
    help: ArgumentHelp("Exit with 1 if a machine is below this percentage.", valueName: "percent"))
  var minimum: Int?

  @Flag(help: "Write one JSON object.")
  var json = false

  @OptionGroup var colors: ColorOptions
  @OptionGroup(title: "Limits of one command") var limits: BudgetOptions

  func validate() throws {
    try BoundOptions.check(["--states": states])
    try BoundOptions.check(minimum: minimum)
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    var coverage = TranscriptCoverage(tool, limits.budget)
    let named = NamedTranscripts(paths.isEmpty ? ["Transcripts"] : paths)
    coverage.add(named, try selection.selection(among: named, tool))
    guard !coverage.rows.isEmpty else { return try coverage.cases.nothing() }
    let clock = SearchClock(seconds: nil)
    let progress = ProgressLine()
    progress?.begin()
    let rows = Interrupt.catching {
      coverage.rows.map { row in
        cover ? CoverageRow(row.machine, row.coverage, search(row.machine, row.coverage, clock, progress)) : row
      }
    }
    progress?.end()
    if json {
      let value: Value = [
        "coverage": "transcripts", "v": .int(1), "cases": .int(coverage.cases.caseCount),
        "files": .int(coverage.cases.fileCount),
        "machines": .list(rows.map(\.value)),
      ]
      try tool.streams.say(value.json)
    } else {
      let total = "\(coverage.cases.total), \(rows.count.counted("machine"))"
      try tool.streams.report(CoverageText(rows).lines + [total], usesColor: colors.isUsed)
    }
    try tool.endIfInterrupted()
    let isBelow = rows.contains { $0.isBelow(minimum ?? 0) }
    return coverage.cases.exitCode.combined(with: isBelow ? .differs : .agreed)
  }

  private func search(
    _ machine: Machine, _ coverage: Coverage, _ clock: SearchClock, _ progress: ProgressLine?
  ) -> CoverageSearch {
    var options = SearchOptions()
    options.states = states
    options.domain.isPastTheScreen = true
    options.end(by: clock)
    return CoverageSearch(machine, lacking: coverage, options, watchedBy: progress.watch())
  }
}
