import ArgumentParser
import Console
import Exploration
import Files
import Terminal
import Traces
import Transcripts
import ViewModels

/// Searches every state that a machine can come to.
struct ExploreCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Search everything that a machine can do; find what breaks, with a shortest script.",
    discussion: """
      Every control of the page that can be used is used, texts with the samples that their fields declare; services answer \
      as they are defined; time passes to the next instant at which something is due. The last line shows what was searched \
      completely. Exit codes: 0 nothing was found and everything was searched, 1 something was found, 3 a bound came first.
      """)

  @Argument(
    help: ArgumentHelp("The machine: NAME or NAME@VARIANT.", valueName: "machine@variant"), completion: .machines)
  var machine: String

  @Option(parsing: .unconditional, help: ArgumentHelp("The most commands of a script.", valueName: "n"))
  var depth: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp(.states))
  var states = SearchOptions().states

  @OptionGroup var time: TimeOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The most bytes that the states may hold; what they share is counted for each.", valueName: "bytes"))
  var memory = SearchOptions().memory

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(.project))
  var project: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(.leadsTo))
  var leadsTo: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(.again))
  var again: [String] = []

  @Option(
    help: ArgumentHelp(
      "Find a few scripts that together take all of these, whatever services answer: transitions, states, refusals, outcomes, timers, alerts or all.",
      valueName: "what"))
  var cover: [CoverGoal] = []

  @Option(
    help: ArgumentHelp(
      "Keep each finding in this folder as a transcript that fails until it is fixed, or each script of --cover as one that holds.",
      valueName: "folder"), completion: .directory)
  var save: String?

  @Option(
    help: ArgumentHelp(
      "Write every state and step for an engine of others: Promela for Spin in FILE.pml, or TLA+ for TLC in FILE.tla and FILE.cfg.",
      valueName: "file"), completion: .file())
  var export: String?

  @Flag(help: "Write one JSON object.")
  var json = false

  @OptionGroup var jobs: JobOptions
  @OptionGroup var colors: ColorOptions
  @OptionGroup var scene: SceneOptions
  @OptionGroup var bounds: BoundOptions

  func validate() throws {
    try BoundOptions.check(["--depth": depth, "--states": states, "--memory": memory])
    if let conflict = request.conflict { throw ValidationError(conflict) }
    for (name, isGiven) in [
      ("--leads-to", !leadsTo.isEmpty), ("--again", !again.isEmpty), ("--never", !scene.never.isEmpty),
      ("--always", !scene.always.isEmpty),
    ]
    where isGiven && !cover.isEmpty {
      throw ValidationError(
        "'--cover' looks for scripts that take everything, not for what '\(name)' does; leave one out")
    }
    if json, !cover.isEmpty {
      throw ValidationError("'--json' tells what a search found, but '--cover' makes scripts; leave one out")
    }
    try checkExport()
  }

  /// Ends before the search where what it finds could not be kept.
  private func requirePlaces(for machine: Machine) throws {
    if let save {
      if cover.isEmpty { try FindingFiles.requireRoom(for: machine, in: save) } else { try requireFolder(save) }
    }
    for path in export.map(ExportForm.paths(of:)) ?? [] { try requirePlace(at: path) }
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let machine = try tool.machine(named: machine)
    let request = try request.declared(for: machine)
    var options = try options(request, for: machine)
    try requirePlaces(for: machine)
    options.end(by: time.clock)
    if !cover.isEmpty { return try coverAll(of: machine, options, tool) }
    let progress = ProgressLine()
    let search = UnsafeMutablePointer.kept(Search(machine, options))
    progress?.begin()
    Interrupt.catching { search.pointee.run(progress.watch()) }
    let report = search.pointee.report
    progress?.end(ofSteps: report.steps)
    try tell(report, of: machine, tool)
    if let save {
      try FindingFiles.save(report.findings.map { (machine, $0) }, in: save, tool.streams, beside: json)
    }
    if let export { try write(search.pointee, of: machine, behind: options.preparation, to: export, tool) }
    try tool.endIfInterrupted()
    if !report.findings.isEmpty { return .differs }
    return report.isComplete || bounds.acceptBound ? .agreed : .inconclusive
  }

  private func tell(_ report: SearchReport, of machine: Machine, _ tool: Tool) throws {
    if json { return try tool.streams.say(SearchJSON(machine, report).text) }
    let text = ExplorationText(machine, report, offering: scene.domain == nil ? machine.domains : [])
    try tool.streams.report(text.lines, usesColor: colors.isUsed)
  }

  /// What is asked of the search.
  private var request: SearchRequest {
    var request = scene.request
    request.states = states
    request.project = project.map { Word(text: $0) }
    request.leadsTo = leadsTo.map { Word(text: $0) }
    request.again = again.map { Word(text: $0) }
    return request
  }

  private func options(_ request: SearchRequest, for machine: Machine) throws -> SearchOptions {
    var options = try request.searchOptions(for: machine)
    options.depth = depth ?? options.depth
    options.memory = memory
    options.workers = jobs.count
    options.keepsSteps = export != nil
    return options
  }
}
