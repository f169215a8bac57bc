import ArgumentParser
import Console
import DiagramFiles
import Differences
import Exploration
import Files
import Terminal
import Traces
import Transcripts
import ViewModels

struct CompareCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Search for what two machines do differently; show each difference with a shortest script.",
    discussion: """
      The report has the differences of the definitions, then those of the given transcripts, then those that a \
      search finds. The search runs both machines side by side with every command that either accepts. Behind a \
      difference of state only broken laws and crashes count. Without '--states' or '--depth' the search ends after \
      \(SearchOptions.stepsWithoutBound) steps. Parts that only one machine declares are listed with the definitions \
      and not compared. With --fail-on, smaller differences count as equal and end no branch. With --base, each \
      named machine, or every machine, is compared with its version at a git revision. A diagram as the first \
      machine is a design: its events are joined with inputs by name or '--map', its guards and services answer as \
      the code needs, and only moves and outputs are compared. Exit codes: 0 no difference \
      and everything was searched, 1 they differ, 3 nothing was found before a bound was reached, or \
      nothing could be tried.
      """)

  @Argument(
    help: ArgumentHelp("The first machine, a: the one to compare with.", valueName: "machine@variant"),
    completion: .machines)
  var a: String?

  @Argument(help: ArgumentHelp("The second machine, b.", valueName: "machine@variant"), completion: .machines)
  var b: String?

  @Argument(help: "Transcripts or scripts to run on both first.", completion: .file())
  var files: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("At most this many commands in a script.", valueName: "n"))
  var depth: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp("At most this many pairs of states.", valueName: "n"))
  var states: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp("Show at most this many differences.", valueName: "n"))
  var causes = 20

  @Flag(help: "Also run a command between a turn and the work that it made due.")
  var races = false

  @Option(
    help: ArgumentHelp(
      "Save the script of each difference shown in this folder, as one transcript of a and one of b.",
      valueName: "folder"), completion: .directory)
  var save: String?

  @Option(
    name: .customLong("map"),
    help: ArgumentHelp("Join an event of a diagram with an input of another name.", valueName: "event=input"))
  var pairs: [String] = []

  @OptionGroup(title: "Another version") var base: BaseOptions
  @OptionGroup var form: FormOptions
  @OptionGroup var colors: ColorOptions
  @OptionGroup(title: "What counts") var policy: PolicyOptions
  @Flag(help: ArgumentHelp(.pastTheScreen)) var pastTheScreen = false
  @OptionGroup var bounds: BoundOptions
  @OptionGroup(title: "Limits of one command of a script") var limits: BudgetOptions

  func validate() throws {
    try BoundOptions.check(["--depth": depth, "--states": states, "--causes": causes])
    if !base.isUsed, b == nil {
      throw ValidationError("two machines are compared; name both, or a revision with '--base'")
    }
    if let pair = pairs.first(where: { !$0.utf8.contains(UInt8(ascii: "=")) }) {
      throw ValidationError("'--map \(pair.escapedForDisplay)' is no pair; write '--map tap_login=login'")
    }
    if !pairs.isEmpty, base.isUsed || DiagramReference(a ?? "") == nil || DiagramReference(b ?? "") != nil {
      throw ValidationError("'--map' joins a diagram with code, as in 'compare flow.mmd login'")
    }
    let events = pairs.map { $0.prefix { $0 != "=" } }
    if let event = events.indices.first(where: { events[..<$0].contains(events[$0]) }).map({ events[$0] }) {
      throw ValidationError(
        "'--map' names the event '\(String(event).escapedForDisplay)' twice; join it with one input")
    }
    if let a, let b, DiagramReference(a) == nil, DiagramReference(b) != nil {
      throw ValidationError(MachineComparison.designIsSecond)
    }
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let policy = policy.chosen
    guard let a, let b, !base.isUsed else { return try runWithBase(in: tool, policy) }
    let machines = Sides(a: try tool.machine(named: a), b: try tool.machine(named: b))
    if let save {
      for side in DiffSide.allCases { try DiagramTranscript.require(machines[side], in: save) }
      try makeFolder(at: save)
    }
    let comparison = try comparison(of: machines, tool)
    let compared = comparison.machines
    try self.policy.check([compared.a, compared.b])
    let files = try files.map { try RunComparison(compared, tool, limits.budget).differences(of: $0, by: policy) }
    let report = Interrupt.catching { ProgressLine.ofComparison { comparison.report(options(policy), $0) } }
    var result = result(of: comparison.facts, files, report)
    if let save {
      try result.save(in: save, by: machines.map { ScriptFile(machine: $0, catalogue: tool.catalogue) })
    }
    try self.report(lines(of: result), tool)
    return code(of: result, by: policy)
  }

  private func comparison(of machines: Sides<Machine>, _ tool: Tool) throws -> MachineComparison {
    let joined = pairs.map { pair -> (event: Name, input: Name) in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (Name(String(parts[0])), Name(String(parts[1])))
    }
    do {
      return try MachineComparison(machines, joining: joined)
    } catch let mistake as Mistake {
      throw tool.unknownMachine(a ?? "", mistake)
    } catch let error as DesignNames.Unknown {
      let machine = error.isEvent ? machines.a.title : machines.b.title
      let advice =
        NearestWord.find(error.name, among: error.known).map { "did you mean '\($0)'?" }
        ?? "it has \(error.known.isEmpty ? "none" : error.known.joined(separator: ", "))"
      throw Diagnostic(
        code: "E1023",
        sentence: "'--map': \(machine) has no \(error.isEvent ? "event" : "input") "
          + "'\(error.name.text.escapedForDisplay)'; \(advice)")
    }
  }

  private func runWithBase(in tool: Tool, _ policy: DifferencePolicy) throws -> Transcripts.ExitCode {
    if let save { try makeFolder(at: save) }
    let base = try base.start(in: tool)
    let way = BaseComparison.Way(options: options(policy), budget: limits.budget, folder: save, result: result)
    let operands = BaseOperands([a, b].compactMap(\.self) + files)
    let comparison = try Interrupt.catching { () throws(any Error) in
      try BaseComparison(base, operands, tool, way)
    }
    let own = try comparison.results.map { try tool.machine(named: $0.machines.facts.b.title.text) }
    try self.policy.check(own, declaring: comparison.results.flatMap(\.machines.facts.a.parts))
    try report(form.json ? comparison.json : form.markdown ? comparison.markdown : comparison.lines, tool)
    let refused = tool.streams.report(comparison.refusals.flatMap(\.self))
    let found = comparison.results.map { code(of: $0, by: policy) }
    let gone: Transcripts.ExitCode = comparison.only.a.isEmpty ? .agreed : .differs
    let left: Transcripts.ExitCode = comparison.left == 0 || bounds.acceptBound ? .agreed : .inconclusive
    return ExitCode.gravest([refused] + found + [gone, left])
  }

  private func result(
    of machines: ComparedMachines, _ files: [RunComparison.Result], _ report: ComparisonReport
  ) -> ComparisonResult {
    ComparisonResult(
      machines: machines, definitions: machines.definitions, files: files, report: report, mostCauses: causes)
  }

  private func report(_ lines: [String], _ tool: Tool) throws {
    try tool.streams.report(lines, usesColor: colors.isUsed && !form.json && !form.markdown)
    try tool.endIfInterrupted()
  }

  private func lines(of result: ComparisonResult) -> [String] {
    if form.json { return ComparisonJSON(result: result).lines }
    return form.markdown ? ComparisonMarkdown(result).lines : result.lines
  }

  private func code(of result: ComparisonResult, by policy: DifferencePolicy) -> Transcripts.ExitCode {
    let report = result.report
    let code = ExitCode.gravest(result.files.flatMap(\.differences).map { $0.code(by: policy) })
    if report.differences.contains(where: policy.fails) { return code.combined(with: .differs) }
    let isSearched = report.isComplete && report.steps > 0
    return isSearched || bounds.acceptBound ? code : code.combined(with: .inconclusive)
  }

  private func options(_ policy: DifferencePolicy) -> ComparisonOptions {
    var options = ComparisonOptions(depth: depth, pairs: states)
    options.races = races
    options.policy = policy
    options.domain.isPastTheScreen = pastTheScreen
    return options
  }
}

extension ProgressLine {
  /// Shows the progress of a comparison, which Ctrl-C ends.
  static func ofComparison<E: Error>(
    _ compare: ((ComparisonReport) -> SearchBound?) throws(E) -> ComparisonReport
  ) throws(E) -> ComparisonReport {
    let progress = ProgressLine(inPipes: true)
    let clock = SearchClock(seconds: nil)
    progress?.begin()
    let report = try compare { report in
      progress?.show(.comparison(report))
      return clock.bound
    }
    progress?.end(ofSteps: report.steps)
    return report
  }
}
