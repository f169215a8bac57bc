import ArgumentParser
import Console
import Exploration
import Files
import Terminal
import Traces
import Transcripts
import ViewModels

struct SweepCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract:
      "Run recorded cases with faults of their requests, just before and after due instants, and in each order of answers.",
    discussion: """
      A red cell has the number of a finding, which is shown with its script. '=' is the recorded answer, '-' is \
      impossible. A finding that the case already shows as recorded makes no cell red. Exit codes: 0 nothing was \
      found and everything was tried, 1 something was found, 2 a transcript cannot be run, 3 a bound was reached \
      first.
      """)

  @Argument(
    help: ArgumentHelp(
      "Transcripts, folders of transcripts, or quoted patterns; PATH:LINE is the case that contains the line.",
      valueName: "path"),
    completion: .transcripts)
  var paths: [String]

  @OptionGroup(title: "Which cases") var selection: SelectionOptions

  @Option(parsing: .unconditional, help: ArgumentHelp("Run at most this many scripts for a case.", valueName: "n"))
  var runs = 1_000

  @OptionGroup var time: TimeOptions

  @Flag(help: "Write one JSON object.")
  var json = false

  @OptionGroup var findings: FindingsOptions
  @OptionGroup var colors: ColorOptions
  @OptionGroup var bounds: BoundOptions
  @OptionGroup(title: "Limits of one command") var limits: BudgetOptions

  func validate() throws { try BoundOptions.check(["--runs": runs]) }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    if let folder = findings.save { try makeFolder(at: folder) }
    var cases = TranscriptCases(tool, limits.budget)
    var sweeps = CaseSweeps(
      mostRuns: runs, watch: { [clock = time.clock] in clock.bound }, streams: tool.streams, usesColor: colors.isUsed,
      json: json ? SweepJSON() : nil)
    let named = NamedTranscripts(paths)
    let selection = try selection.selection(among: named, tool)
    sweeps.progress?.begin()
    Interrupt.catching { cases.drive(named, selection, until: { sweeps.isOver() }) { sweeps.add($0) } }
    sweeps.progress?.end()
    if let failure = sweeps.failure { throw failure }
    guard cases.caseCount > 0 || sweeps.bound != nil else { return try cases.nothing() }
    if let text = sweeps.json(of: cases) {
      try tool.streams.say(text)
    } else {
      try tool.streams.report(["\(cases.total): \(sweeps.summary)"], usesColor: colors.isUsed)
    }
    try findings.save(sweeps.findings, tool.streams, beside: json)
    try tool.endIfInterrupted()
    return cases.exitCode.combined(with: code(of: sweeps))
  }

  private func code(of sweeps: CaseSweeps) -> Transcripts.ExitCode {
    if !sweeps.findings.isEmpty || sweeps.hasCrashed { return .differs }
    return sweeps.isComplete || bounds.acceptBound ? .agreed : .inconclusive
  }
}

private struct CaseSweeps {
  let mostRuns: Int
  let watch: () -> SearchBound?
  let streams: Streams
  let usesColor: Bool
  var json: SweepJSON?
  let progress = ProgressLine()
  private(set) var findings: [(machine: Machine, finding: Finding)] = []
  private(set) var runs = 0
  private(set) var emptyCount = 0
  /// Whether a case crashes as it was recorded.
  private(set) var hasCrashed = false
  private(set) var isComplete = true
  private(set) var bound: SearchBound?
  private(set) var failure: (any Error)?

  var summary: String {
    let empty = emptyCount == 0 ? "" : "; nothing to sweep in \(emptyCount.counted("case"))"
    let stopped = bound.map { "; \($0.told): no later case was swept" } ?? ""
    return SweepText.summary(runs: runs, findings: findings.count) + empty + stopped
  }

  func json(of cases: TranscriptCases) -> String? {
    json?.text(cases: cases.caseCount, files: cases.fileCount, scripts: runs, empty: emptyCount, bound: bound)
  }

  mutating func isOver() -> Bool {
    bound = bound ?? watch()
    if bound != nil { isComplete = false }
    return bound != nil
  }

  mutating func add(_ driven: TranscriptCases.Case) {
    guard failure == nil else { return }
    do { try sweep(driven) } catch { failure = error }
  }

  private mutating func sweep(_ driven: TranscriptCases.Case) throws {
    let script = driven.session.script
    let title = driven.title.isEmpty ? "" : ": \(driven.title.escapedForDisplay)"
    var sweep = Sweep(driven.machine, script.commands, runs: mostRuns)
    let (before, found) = (runs, findings.count)
    sweep.run { [watch, progress] report in
      progress?.show(.scripts(before + report.runs, findings: found))
      return watch()
    }
    let report = sweep.report
    runs += report.runs
    hasCrashed = hasCrashed || report.recorded.contains { $0.kind == .crash }
    let known = findings.count
    let numbers = report.findings.map { number(of: $0.finding, driven.machine) }
    let text = SweepText(driven.machine, report, numbers: numbers)
    let remarks = [script.omission, report.bound?.told].compactMap(\.self)
    if !remarks.isEmpty { isComplete = false }
    let lines = text.lines + remarks
    guard !lines.isEmpty else {
      emptyCount += 1
      return
    }
    if json != nil {
      json?.add(driven, report, numbers: numbers, telling: text, omission: script.omission)
      return
    }
    progress?.clear()
    try streams.say("\(driven.path.shownPath):\(driven.line)\(title) (\(driven.machine.title))")
    try streams.report(lines.map { "  \($0)" } + [""], usesColor: usesColor)
    for (index, number) in numbers.enumerated() where number > known {
      try streams.report(text.lines(ofFinding: index) + [""], usesColor: usesColor)
    }
  }

  /// From 1; equal causes share a number.
  private mutating func number(of finding: Finding, _ machine: Machine) -> Int {
    let known = findings.firstIndex {
      $0.machine.title == machine.title && $0.finding.group == finding.group
    }
    if known == nil { findings.append((machine, finding)) }
    return (known ?? findings.count - 1) + 1
  }
}
