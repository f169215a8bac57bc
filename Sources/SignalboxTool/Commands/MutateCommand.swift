import ArgumentParser
import Console
import Differences
import Exploration
import Files
import Locks
import Terminal
import Traces
import Transcripts
import ViewModels

struct MutateCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "mutate",
    abstract:
      "Change a machine's charts in small ways; show which changes transcripts notice, and scripts for the others.",
    discussion: """
      A mutant lacks a transition, a guard or an action, or has a negated guard, another target or another delay. A \
      transcript that fails on a mutant kills it. For each survivor, a search looks for a shortest script on which \
      the mutant differs from the machine. If a complete search finds none, the mutant is equal and does not count. \
      Exit codes: 0 done, 1 fewer are killed than --min, 2 a transcript cannot be run or does not pass, 3 a bound \
      was reached before all mutants were tried.
      """)

  @Argument(help: .machine, completion: .machines)
  var machine: String

  @Argument(
    help: ArgumentHelp(
      "Transcripts, folders of transcripts (default: Transcripts), or quoted patterns; PATH:LINE is the case that contains the line. Cases of other machines are skipped.",
      valueName: "path"),
    completion: .transcripts)
  var paths: [String] = []

  @OptionGroup(title: "Which cases") var selection: SelectionOptions

  @Option(
    parsing: .unconditional, help: ArgumentHelp("At most this many pairs of states in each search.", valueName: "n")
  )
  var states = 500

  @OptionGroup var time: TimeOptions

  @Option(
    name: .customLong("min"),
    parsing: .unconditional, help: ArgumentHelp("Exit with 1 if fewer of the mutants are killed.", valueName: "percent")
  )
  var minimum: Int?

  @Option(
    help: ArgumentHelp(
      "Save the script of each survivor in this folder, as a transcript that passes on the machine.",
      valueName: "folder"), completion: .directory)
  var save: String?

  @Flag(help: "Write one JSON object.")
  var json = false

  @OptionGroup var colors: ColorOptions
  @OptionGroup var jobs: JobOptions
  @OptionGroup var bounds: BoundOptions
  @OptionGroup(title: "Limits of one command") var limits: BudgetOptions

  func validate() throws {
    try BoundOptions.check(["--states": states])
    try BoundOptions.check(minimum: minimum)
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let machine = try tool.machine(named: machine)
    if let save {
      try DiagramTranscript.require(machine, in: save)
      try makeFolder(at: save)
    }
    let named = NamedTranscripts(paths.isEmpty ? ["Transcripts"] : paths)
    let cases = MutantCases(named, try selection.selection(among: named, tool), of: machine, tool, limits.budget)
    guard cases.caseCount > 0 else {
      if cases.exitCode != .agreed { return cases.exitCode }
      throw Diagnostic(
        code: "E1141",
        sentence:
          "no case opens \(machine.title); name a transcript that opens it, or record one with 'signalbox record'")
    }
    let clock = time.clock
    let report = Interrupt.catching { drive(cases, machine) { clock.bound } }
    if json {
      try tool.streams.say(report.value.json)
    } else {
      try tool.streams.report(MutationText(report).lines, usesColor: colors.isUsed)
    }
    if let save { try keep(report, in: save, tool) }
    try tool.endIfInterrupted()
    let isBelow = (report.percent ?? 100) < minimum ?? 0
    if isBelow { return cases.exitCode.combined(with: .differs) }
    return cases.exitCode.combined(with: report.bound == nil || bounds.acceptBound ? .agreed : .inconclusive)
  }

  /// Runs mutants in parallel; the result does not depend on the order.
  private func drive(
    _ cases: MutantCases, _ machine: Machine, _ watch: @escaping @Sendable () -> SearchBound?
  ) -> MutationReport {
    let mutants = machine.mutants
    var workers: [Void] = Array(repeating: (), count: jobs.count)
    let most = states
    let progress = ProgressLine()
    let tried = Locked((count: 0, survivors: 0))
    progress?.begin()
    let rows = mapSideBySide(mutants, &workers) { mutant, _ -> MutationReport.Row in
      guard watch() == nil else { return MutationReport.Row(mutant, of: machine, .untried) }
      let killers = cases.killers(of: mutant.machine)
      tried.withLock { tried in
        tried.count += 1
        if killers.isEmpty { tried.survivors += 1 }
        progress?.show(.mutants(tried.count, of: mutants.count, survivors: tried.survivors))
      }
      if !killers.isEmpty { return MutationReport.Row(mutant, of: machine, .killed(killers)) }
      let machines = Sides(a: machine, b: mutant.machine)
      let search = DistinctionSearch(machines, pairs: most, watch: watch)
      return MutationReport.Row(mutant, of: machine, .survived(search))
    }
    progress?.end()
    let isWhole = !rows.contains { if case .untried = $0.fate { true } else { false } }
    return MutationReport(
      machine, transcripts: cases.paths, cases: cases.caseCount, rows: rows, bound: isWhole ? nil : watch())
  }

  private func keep(_ report: MutationReport, in folder: String, _ tool: Tool) throws {
    let file = ScriptFile(machine: report.machine, catalogue: tool.catalogue)
    for (index, row) in report.survivors.enumerated() {
      guard case .survived(let search) = row.fate, case .differs(let script, _) = search.verdict, !script.isEmpty
      else { continue }
      let name = "mutant \(index + 1)"
      let kept = try file.save(script, titled: "\(row.name.place), \(row.name.change)", as: name, in: folder)
      try tool.streams.tell("  " + kept.told(of: name), beside: json)
    }
  }
}
