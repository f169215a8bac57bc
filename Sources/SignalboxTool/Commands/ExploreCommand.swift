import ArgumentParser
import Console
import Exploration
import Files
import Terminal
import Traces
import Transcripts
import ViewModels

struct ExploreCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Search everything that a machine can do; find what breaks, with a shortest script.",
    discussion: """
      It uses every control that can be used, with the samples of its field; services answer as they are defined; \
      time passes to the next instant at which something is due. The last line shows how complete the search was. \
      Without '--states', '--depth', '--time' or '--memory' the search ends after \(SearchOptions.stepsWithoutBound) \
      steps. Exit codes: 0 nothing was found and everything was searched, 1 something was found, 3 nothing was found \
      before a bound was reached, or nothing could be tried.
      """)

  @Argument(help: .machine, completion: .machines)
  var machine: String

  @OptionGroup var extent: ExtentOptions

  @Option(parsing: .upToNextOption, help: ArgumentHelp(.leadsTo))
  var leadsTo: [String] = []

  @Option(parsing: .unconditionalSingleValue, help: ArgumentHelp(.again))
  var again: [String] = []

  @Flag(help: ArgumentHelp(.histories))
  var histories = false

  @Option(
    help: ArgumentHelp(
      "Save each finding in this folder, as a transcript that fails until the bug is fixed; with FILE.pml, write every state and step in Promela, for Spin.",
      valueName: "folder or file"), completion: .file())
  var save: String?

  @Flag(help: "Write one JSON object.")
  var json = false

  @OptionGroup var jobs: JobOptions
  @OptionGroup var colors: ColorOptions
  @OptionGroup var scene: SceneOptions
  @OptionGroup var bounds: BoundOptions

  private var export: String? { save.flatMap { $0.hasSuffix(".pml") ? $0 : nil } }

  private var folder: String? { export == nil ? save : nil }

  func validate() throws {
    if let export, !again.isEmpty {
      throw ValidationError(
        "'\(export.escapedForDisplay)' cannot contain the results of '--again'; remove '--save' or '--again'")
    }
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let machine = try tool.machine(named: machine)
    var options = try extent.options(of: request, for: machine)
    (options.workers, options.keepsSteps) = (jobs.count, export != nil)
    if let folder { try FindingFiles.requireRoom(for: machine, in: folder) }
    if let export { try requirePlace(at: export) }
    options.end(by: extent.time.clock)
    let progress = ProgressLine(inPipes: true)
    let search = UnsafeMutablePointer.kept(Search(machine, options))
    progress?.begin()
    Interrupt.catching { search.pointee.run(progress.watch()) }
    var report = search.pointee.report
    // In the other process, too, each crash would cost a restart or a time limit.
    if machine.runsObjects, !report.doubtsRuns, !Interrupt.isRequested, !Traps.isExhausted {
      try ObjectRepetition(machine, options.domain).check(&report)
    }
    progress?.end(ofSteps: report.steps)
    try tell(report, of: machine, tool)
    if let folder {
      try FindingFiles.save(report.findings.map { (machine, $0) }, in: folder, tool.streams, beside: json)
    }
    if let export { try write(search.pointee, of: machine, behind: options.preparation, to: export, tool) }
    try tool.endIfInterrupted()
    if !report.findings.isEmpty { return .differs }
    return report.isComplete && report.steps > 0 || bounds.acceptBound ? .agreed : .inconclusive
  }

  private func tell(_ report: SearchReport, of machine: Machine, _ tool: Tool) throws {
    if json { return try tool.streams.say(SearchJSON(machine, report).text) }
    let text = ExplorationText(machine, report, offering: scene.domain == nil ? machine.domains : [:])
    try tool.streams.report(text.lines, usesColor: colors.isUsed)
  }

  private var request: SearchRequest {
    var request = scene.request
    request.leadsTo = leadsTo.map { Word(text: $0) }
    request.again = again.map { Word(text: $0) }
    request.countsHistories = histories
    return request
  }

  /// Throws if the search was interrupted, or is incomplete without `--accept-bound`.
  private func write(
    _ search: borrowing Search, of machine: Machine, behind preparation: [Stimulus], to path: String, _ tool: Tool
  ) throws {
    guard let graph = search.searchedGraph else { return }
    let report = search.report
    if let bound = report.bound, bound == .interrupted || !bounds.acceptBound {
      throw Diagnostic(
        code: "E1220",
        sentence:
          "nothing was exported, because the search was \(bound.told) and not all of \(machine.title) is known; "
          + "raise the bound, or export what is known with '--accept-bound'",
        exitCode: report.findings.isEmpty ? .inconclusive : .differs)
    }
    let export = SearchExport(machine, graph, report, behind: preparation)
    let text = PromelaText(export, file: path).lines.map { $0 + "\n" }.joined()
    try tool.streams.replaceFile(at: path, with: text)
    let counts = "\(report.states.counted("state")), \(graph.stepCount.counted("step"))"
    try tool.streams.tell("  \(path.escapedForDisplay): \(counts)", beside: json)
  }
}
