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

  @Option(help: ArgumentHelp("The most commands of a script.", valueName: "n"))
  var depth: Int?

  @Option(help: ArgumentHelp("The most states.", valueName: "n"))
  var states = SearchOptions().states

  @OptionGroup var time: TimeOptions

  @Option(
    help: ArgumentHelp(
      "The most bytes that the states may hold; what they share is counted for each.", valueName: "bytes"))
  var memory = SearchOptions().memory

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Ignore fields when states are compared, so that a counter does not make them endless.",
      valueName: "-name,…"))
  var project: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Find a run on which P holds and Q does not from then on, though time passes and due work runs; or not within a time: P Q [within DURATION].",
      valueName: "expression"))
  var leadsTo: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Find a state from which nothing leads to TARGET any more: to a state, an expression, or 'tap CONTROL'. It may be repeated.",
      valueName: "target"))
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

  @OptionGroup var checkpoints: CheckpointOptions
  @OptionGroup var jobs: JobOptions
  @OptionGroup var colors: ColorOptions
  @OptionGroup var scene: SceneOptions
  @OptionGroup var bounds: BoundOptions

  func validate() throws {
    try BoundOptions.check(depth, states, memory)
    for (name, isGiven) in [("--leads-to", !leadsTo.isEmpty), ("--again", !again.isEmpty)] where isGiven {
      if !project.isEmpty {
        throw ValidationError(
          "'\(name)' follows every step, but '--project' takes states for one that are not; leave one of them out")
      }
      if !cover.isEmpty {
        throw ValidationError(
          "'--cover' looks for scripts that take everything, not for what '\(name)' does; leave one out")
      }
    }
    try checkExport()
    try checkCheckpoint()
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let machine = try tool.machine(named: machine)
    var options = try options(for: machine)
    options.end(by: time.clock)
    if !cover.isEmpty { return try coverAll(of: machine, options, tool) }
    let progress = ProgressLine()
    let search = UnsafeMutablePointer.kept(Search(machine, options))
    let kept = keptSearch(of: machine, tool)
    if checkpoints.resume { try kept?.resume(&search.pointee) }
    // What a checkpoint knows was not done now.
    let known = search.pointee.report.steps
    let watch: Search.Watch = { report in
      progress?.show(.search(report), known: known)
      return nil
    }
    var failure: FileError?
    progress?.begin()
    Interrupt.catching {
      if let kept { failure = kept.run(&search.pointee, watch) } else { search.pointee.run(watch) }
    }
    let report = search.pointee.report
    progress?.end(ofSteps: report.steps - known)
    try tool.streams.report(ExplorationText(machine, report).lines, usesColor: colors.isUsed)
    if let save { try FindingFiles.save(report.findings.map { (machine, $0) }, in: save, tool.streams) }
    if let export { try write(search.pointee, of: machine, behind: options.preparation, to: export, tool) }
    if let failure { throw failure }
    try tool.endIfInterrupted()
    if !report.findings.isEmpty { return .differs }
    return report.isComplete || bounds.acceptBound ? .agreed : .inconclusive
  }

  private func options(for machine: Machine) throws -> SearchOptions {
    var options = try scene.options(for: machine)
    options.depth = depth ?? options.depth
    options.states = states
    options.memory = memory
    options.workers = jobs.count
    for text in project {
      let read = try OptionText.read(text, of: "--project") { (text) throws(Mistake) in
        try ProjectedFields(text, of: machine)
      }
      options.omitted += read.fields.filter { !options.omitted.contains($0) }
    }
    options.promises = try promises(of: machine)
    for text in again {
      try OptionText.read(text, of: "--again") { (text) throws(Mistake) in
        try SearchTarget(text, of: machine).demand(&options, of: machine)
      }
    }
    options.keepsSteps = export != nil
    return options
  }
}

extension ExploreCommand {
  private func promises(of machine: Machine) throws -> [Promise] {
    do throws(PromiseWords.Failure) {
      return try PromiseWords(leadsTo, of: machine).promises
    } catch {
      throw Diagnostic(error.mistake, path: "--leads-to", line: 1, excerpt: error.word)
    }
  }
}
