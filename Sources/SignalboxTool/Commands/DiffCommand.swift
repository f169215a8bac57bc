import ArgumentParser
import Console
import Traces
import Transcripts

/// Compares runs: two traces, two transcripts, or one script on two machines.
struct DiffCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compare two runs and say what differs, causes first.",
    discussion: """
      Either two FILES, or one with --as MACHINE@VARIANT given twice.

      The files are trace files (.trace.jsonl), transcripts or scripts. Of two transcripts, cases of equal titles are \
      compared, and then the others in their order.
      """)

  @Argument(help: "Two files, or one script with two --as; PATH:LINE is the case in which the line stands.")
  var files: [String]

  @Option(name: .customLong("as"), help: ArgumentHelp("A machine to run the script on.", valueName: "machine@variant"))
  var machines: [String] = []

  @Flag(help: "Write one JSON object per line.")
  var json = false

  @Flag(name: .customLong("allow-truncated"), help: "Read traces without their end lines as far as they go.")
  var allowsTruncation = false

  @OptionGroup(title: "Limits of one command") var limits: BudgetOptions

  func validate() throws {
    switch (files.count, machines.count) {
    case (2, 0), (1, 2): return
    case (1, _): throw ValidationError("one script needs two machines: '--as MACHINE@VARIANT' twice")
    case (2, _): throw ValidationError("two files run as they are; remove '--as', or name one script")
    default: throw ValidationError("name two files, or one script and two machines with '--as'")
    }
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let sides = try machines.count == 2 ? variants(tool) : twoFiles(tool)
    let pairs = RunPairs(sides)
    var code = Transcripts.ExitCode.agreed
    for (index, pair) in pairs.matched.enumerated() {
      if index > 0, !json { try tool.streams.say("") }
      code = code.combined(with: try show(pair, tool, isOneOfMany: pairs.matched.count > 1))
    }
    for (side, title) in pairs.unmatched {
      tool.streams.report(
        Diagnostic(
          code: "E5002", sentence: "only \(side.rawValue) has the case '\(title)'", exitCode: .differs))
      code = code.combined(with: .differs)
    }
    guard !pairs.matched.isEmpty else { throw Diagnostic.noCase() }
    if pairs.matched.count > 1, !json { try tool.streams.say(["", summary(pairs)]) }
    return code
  }

  private func show(_ pair: Sides<Trace>, _ tool: Tool, isOneOfMany: Bool) throws -> Transcripts.ExitCode {
    let difference = TraceDifference(from: pair.a, to: pair.b)
    if isOneOfMany, !json { try tool.streams.say(title(of: pair)) }
    try tool.streams.say(json ? DifferenceJSON.lines(difference) : DifferencePrinter().lines(difference))
    guard difference.findings.isEmpty else { return .differs }
    return difference.isComplete.a && difference.isComplete.b ? .agreed : .inconclusive
  }

  private func title(of pair: Sides<Trace>) -> String {
    let titles = pair.map { $0.header.title }
    let shown = titles.map(\.escapedForDisplay)
    if titles.a.utf8.elementsEqual(titles.b.utf8) { return "case \(shown.a)" }
    return "case '\(shown.a)' of a with '\(shown.b)' of b, by their order, since their titles differ"
  }

  private func summary(_ pairs: RunPairs) -> String {
    let same = pairs.matched.filter { TraceDifference(from: $0.a, to: $0.b).findings.isEmpty }.count
    let unmatched = pairs.unmatched.isEmpty ? "" : ", \(pairs.unmatched.count) without a counterpart"
    return
      "\(pairs.matched.count.counted("case")): \(same) identical, \(pairs.matched.count - same) different\(unmatched)"
  }

  private func variants(_ tool: Tool) throws -> Sides<[Trace]> {
    let (path, line) = CaseSelection.split(files[0])
    let script = try Script(path: path, selection: CaseSelection(line: line))
    let sides = Sides(a: machines[0], b: machines[1])
    return try sides.map { reference in
      let player = ScriptPlayer(
        catalogue: tool.catalogue, machine: try tool.machine(named: reference), budget: limits.budget)
      return try script.runs.map { try player.trace(of: $0, in: path) }
    }
  }

  private func twoFiles(_ tool: Tool) throws -> Sides<[Trace]> {
    try Sides(a: files[0], b: files[1]).map { argument in
      let (path, line) = CaseSelection.split(argument)
      if path.utf8.suffix(6).elementsEqual(".jsonl".utf8) { return [try read(path)] }
      let script = try Script(path: path, selection: CaseSelection(line: line))
      let player = ScriptPlayer(catalogue: tool.catalogue, budget: limits.budget)
      return try script.runs.map { try player.trace(of: $0, in: path) }
    }
  }
}

extension DiffCommand {
  fileprivate func read(_ path: String) throws -> Trace {
    try TraceFile.read(path, allowsTruncation: allowsTruncation)
  }
}

/// The runs of two files, paired.
struct RunPairs {
  private(set) var matched: [Sides<Trace>] = []
  /// The titles that only one side has.
  private(set) var unmatched: [(side: DiffSide, title: String)] = []

  /// Runs of equal titles belong together; of the others, those at the same place among them.
  init(_ runs: Sides<[Trace]>) {
    var others = runs.b
    let partners = runs.a.map { run -> Trace? in
      others.firstIndex { $0.header.title.utf8.elementsEqual(run.header.title.utf8) }.map { others.remove(at: $0) }
    }
    for (run, partner) in zip(runs.a, partners) {
      if let partner = partner ?? (others.isEmpty ? nil : others.removeFirst()) {
        matched.append(Sides(a: run, b: partner))
      } else {
        unmatched.append((.a, run.header.title))
      }
    }
    unmatched += others.map { (.b, $0.header.title) }
  }
}
