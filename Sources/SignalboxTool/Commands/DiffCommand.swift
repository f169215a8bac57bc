import ArgumentParser
import Console
import Differences
import Files
import Statecharts
import Traces
import Transcripts

struct DiffCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show how two runs differ, causes first.",
    discussion: """
      Either two FILES, or one with --as MACHINE@VARIANT given twice.

      The files are trace files (.trace.jsonl), transcripts or scripts. Cases of two transcripts are paired by equal \
      titles, the others by their order.
      """)

  @Argument(
    help: "Two files, or one script with two --as; PATH:LINE is the case that contains the line.", completion: .file()
  )
  var files: [String]

  @Option(
    name: .customLong("as"), help: ArgumentHelp("A machine to run the script on.", valueName: "machine@variant"),
    completion: .machines)
  var machines: [String] = []

  @Flag(name: [.customShort("v"), .customLong("all")], help: "List every difference, step by step.")
  var showsAll = false

  @Flag(name: .customLong("allow-truncated"), help: "Read traces that have no end line, as far as they go.")
  var allowsTruncation = false

  @OptionGroup var form: FormOptions
  @OptionGroup var colors: ColorOptions
  @OptionGroup(title: "What counts") var policy: PolicyOptions
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
    let policy = policy.chosen
    if let difference = try fileDifference() {
      try check([difference.headers], tool)
      let difference = policy.applied(to: difference)
      try show([difference], tool)
      return difference.code(by: policy)
    }
    let pairs = RunPairs(try machines.count == 2 ? variants(tool) : twoFiles(tool))
    guard !pairs.matched.isEmpty else {
      reportUnmatched(pairs, tool)
      throw Diagnostic.noCase()
    }
    try check(pairs.matched.map { $0.map(\.header) }, tool)
    let differences = pairs.matched.map(policy.difference)
    if form.markdown {
      try tool.streams.say(DifferenceMarkdown().lines(differences, of: pairs.matched))
    } else {
      try show(differences, tool)
    }
    reportUnmatched(pairs, tool)
    return differences.map { $0.code(by: policy) }
      .reduce(pairs.unmatched.isEmpty ? .agreed : .differs) { $0.combined(with: $1) }
  }

  private func check(_ headers: [Sides<Trace.Header>], _ tool: Tool) throws {
    let names = headers.flatMap { [$0.a.machine, $0.b.machine] }
    let machines = names.compactMap { try? tool.catalogue.machine(named: $0.text) }
    if machines.count == names.count { try policy.check(machines) }
  }

  private func show(_ differences: [TraceDifference], _ tool: Tool) throws {
    if form.json { return try tool.streams.say(differences.flatMap(DifferenceJSON.lines)) }
    let printer = DifferencePrinter()
    let isOneOfMany = differences.count > 1
    if isOneOfMany { try tool.streams.say(differences.compactMap { orderNote($0.headers.map(\.title)) }) }
    guard showsAll else { return try tell(printer.causes(differences), tool) }
    for difference in differences {
      if isOneOfMany { try tool.streams.say("case \(difference.headers.a.title.escapedForDisplay)") }
      try tell(printer.lines(difference) + (isOneOfMany ? [""] : []), tool)
    }
    if isOneOfMany { try tell(printer.causes(differences), tool) }
  }

  private func tell(_ lines: [String], _ tool: Tool) throws {
    try tool.streams.report(lines, usesColor: colors.isUsed)
  }

  private func orderNote(_ titles: Sides<String>) -> String? {
    if Name(titles.a) == titles.b { return nil }
    let shown = titles.map(\.escapedForDisplay)
    return "case '\(shown.a)' of a with '\(shown.b)' of b, by their order, since their titles differ"
  }

  private func reportUnmatched(_ pairs: RunPairs, _ tool: Tool) {
    for (side, title) in pairs.unmatched {
      tool.streams.report(
        Diagnostic(code: "E5002", sentence: "only \(side.rawValue) has the case '\(title)'", exitCode: .differs))
    }
  }

  private func variants(_ tool: Tool) throws -> Sides<[Trace]> {
    let machines = try tool.machines(named: machines[0], machines[1])
    return try RunComparison(machines, tool, limits.budget).traces(of: files[0])
  }

  /// Compares two trace files without decoding their equal parts; nil if they must be decoded whole, which also
  /// reports faults.
  private func fileDifference() throws -> TraceDifference? {
    // The pull-request comment needs the decoded runs.
    guard machines.isEmpty, !form.markdown, files.allSatisfy(TraceFile.isNamed) else { return nil }
    let limits = TraceCommand.limits
    var readers: [Void] = [(), ()]
    let texts = mapSideBySide(files, &readers) { file, _ in
      MappedText(file, limit: limits.fileBytes, lineLimit: limits.lineBytes)
    }
    guard let a = texts[0], let b = texts[1] else { return nil }
    for (text, path) in zip([a, b], files) { try TraceFile.refuseEdited(text, at: path) }
    let difference = TraceDifference(files: a.bytes, b.bytes, allowsTruncation: allowsTruncation)
    return a.isWhole && b.isWhole ? difference : nil
  }

  private func twoFiles(_ tool: Tool) throws -> Sides<[Trace]> {
    try Sides(a: files[0], b: files[1]).map { argument in
      let (path, line) = CaseSelection.split(argument)
      if TraceFile.isNamed(path) {
        try CaseSelection.requireNone(line, of: "a trace", in: path)
        return [try TraceFile.read(path, allowsTruncation: allowsTruncation)]
      }
      let script = try Script(path: path, line: line)
      let player = ScriptPlayer(catalogue: tool.catalogue, budget: limits.budget)
      return try script.runs.map { try player.trace(of: $0, in: path) }
    }
  }
}

extension TraceDifference {
  func code(by policy: DifferencePolicy) -> Transcripts.ExitCode {
    if policy.fails(self) { return .differs }
    return isComplete.a && isComplete.b ? .agreed : .inconclusive
  }
}

struct RunPairs {
  private(set) var matched: [Sides<Trace>] = []
  private(set) var unmatched: [(side: DiffSide, title: String)] = []

  /// Pairs runs by title, then the rest by order.
  init(_ runs: Sides<[Trace]>) {
    // Reversed, because `popLast` takes the first of a title.
    var places = Dictionary(grouping: runs.b.indices.reversed()) { Name(runs.b[$0].header.title) }
    let partners = runs.a.map { places[Name($0.header.title)]?.popLast() }
    let taken = Set(partners.compactMap(\.self))
    var others = runs.b.indices.filter { !taken.contains($0) }[...]
    for (run, partner) in zip(runs.a, partners) {
      if let partner = partner ?? others.popFirst() {
        matched.append(Sides(a: run, b: runs.b[partner]))
      } else {
        unmatched.append((.a, run.header.title))
      }
    }
    unmatched += others.map { (.b, runs.b[$0].header.title) }
  }
}
