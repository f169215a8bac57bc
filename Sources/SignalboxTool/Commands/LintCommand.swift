import ArgumentParser
import Console
import DiagramFiles
import Files
import Traces
import Transcripts
import ViewModels

struct LintCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Check machines without running them, and transcripts for lines that are too loose.",
    discussion: """
      Without arguments, every machine is checked. An argument is a machine, a variant, a transcript, a folder of \
      transcripts, a diagram, or a Markdown file. The cases of a transcript are run, to find lines that accept more than they need to; a comment '# \
      loose: REASON' above a line accepts that.

      The exit code is 1 for errors, with --strict also for warnings, never for notes and for what a definition \
      accepts with a reason.
      """)

  @Argument(
    help: ArgumentHelp("Machines, transcripts or folders.", valueName: "machine or path"), completion: .machines)
  var subjects: [String] = []

  @Flag(help: "Also exit with 1 on warnings.")
  var strict = false

  @Flag(help: "Rewrite the blocks of Markdown files that differ from their machines.")
  var update = false

  @Flag(help: "Write one JSON object per line.")
  var json = false

  @OptionGroup(title: "Limits of one command") var limits: BudgetOptions

  func validate() throws {
    if update, let refusal = ContinuousIntegration.refusal(of: "--update", to: "update") {
      throw ValidationError(refusal)
    }
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let machines = subjects.isEmpty ? tool.catalogue.machines : subjects.flatMap(tool.catalogue.machines(named:))
    let check = DependencyCheck(machines)
    let answers = ChildProcess.askEach(check.count, check.finds)
    let undeclared = check.findings(answers.indices.filter { answers[$0] ?? false })
    var report = LintReport(tool: tool, budget: limits.budget, writesJSON: json, undeclared: undeclared)
    if subjects.isEmpty {
      for machine in machines { try report.add(machine) }
    }
    for subject in subjects {
      let machines = tool.catalogue.machines(named: subject)
      if DiagramReference.isPage(subject) {
        try report.add(page: subject, isUpdating: update)
      } else if machines.isEmpty, let diagram = DiagramReference(subject) {
        try report.add(diagram)
      } else if machines.isEmpty {
        try report.add(path: subject)
      }
      for machine in machines { try report.add(machine) }
    }
    if !json { try tool.streams.say(report.summary) }
    return report.exitCode(isStrict: strict)
  }
}

private struct LintReport {
  let tool: Tool
  let budget: CommandBudget
  let writesJSON: Bool
  let undeclared: UndeclaredDependencies
  private(set) var counts: [DefinitionFinding.Severity: Int] = [:]
  private(set) var acceptedCount = 0
  private(set) var machineCount = 0
  private(set) var fileCount = 0
  private(set) var inputCode = Transcripts.ExitCode.agreed
  private(set) var unreadCount = 0
  private(set) var unknownCount = 0
  /// Cases that differ from their expectations or cannot run.
  private(set) var unheldCount = 0

  mutating func add(_ machine: Machine) throws {
    machineCount += 1
    for finding in machine.findings(with: undeclared) + machine.domainFindings {
      if finding.acceptance == nil { counts[finding.severity, default: 0] += 1 } else { acceptedCount += 1 }
      try tool.streams.say(writesJSON ? json(finding, machine).json : text(finding, machine))
    }
  }

  /// A name that is no path is reported as an unknown machine.
  mutating func add(path: String) throws {
    let files: TranscriptFiles
    do {
      files = try TranscriptFiles(path)
    } catch {
      unreadCount += 1
      return refuse(Diagnostic.all(of: error))
    }
    guard files.noun != nil || path.looksLikeAFile else { return refuse(machine: path) }
    for file in files.paths { try read(file) }
  }

  mutating func add(page path: String, isUpdating: Bool) throws {
    fileCount += 1
    let page: PageDiagrams
    do {
      page = try PageDiagrams(path, tool)
    } catch {
      unreadCount += 1
      return refuse(Diagnostic.all(of: error))
    }
    let (results, refusals) = page.check()
    if !refusals.isEmpty { refuse(refusals) }
    counts[.error, default: 0] += refusals.count
    if isUpdating { try page.update(results) }
    for result in results where !result.differences.isEmpty {
      if isUpdating {
        try tool.streams.tell(
          "\(path.shownPath):\(result.block.line): rewritten from \(result.machine.title)", beside: writesJSON)
        continue
      }
      counts[.error, default: 0] += 1
      try tool.streams.say(writesJSON ? json(result, path).json : text(result, path))
      if !writesJSON { try tool.streams.say(result.differences.map { "  \($0)" }) }
    }
  }

  /// Lists the parts that were not understood, then checks the machine of the others.
  mutating func add(_ diagram: DiagramReference) throws {
    let (machine, losses): (Machine, [DiagramProblem])
    do throws(DiagramError) {
      (machine, losses) = try DiagramMachines.read(diagram)
    } catch {
      fileCount += 1
      unreadCount += 1
      switch error {
      case .unreadable(let error): return refuse([Diagnostic(error)])
      case .problems(let problems, let path): return refuse(problems.map { Diagnostic($0, path: path) })
      }
    }
    let path = diagram.wholePath
    for loss in losses {
      counts[severityOfLosses, default: 0] += 1
      try tool.streams.say(writesJSON ? json(loss, path).json : "\(loss.located(in: path)) [\(loss.code)]")
    }
    try add(machine)
  }

  private mutating func refuse(machine reference: String) {
    let nearest = tool.catalogue.nearest(to: reference).map { "did you mean '\($0)'?" }
    unknownCount += 1
    refuse([
      Diagnostic(
        code: "E1020",
        sentence: "no machine and no file is called '\(reference.shownPath)'; "
          + (nearest ?? "'\(tool.executable) list' lists the machines"))
    ])
  }

  private mutating func read(_ path: String) throws {
    fileCount += 1
    let file: TranscriptFile
    let machine: Machine
    do throws(InputProblems) {
      file = try TranscriptFile.read(path)
      machine = try tool.machine(of: file)
    } catch {
      unreadCount += 1
      return refuse(error.diagnostics)
    }
    let runner = ConsoleRunner(catalogue: tool.catalogue, budget: budget)
    let report = file.transcript.replay(path: path, used: file.used, with: runner)
    unheldCount += report.cases.count { !$0.verdict.showsWhatCame }
    for line in report.looseLines(cure: machine.cureOfFirstWord) {
      if line.acceptance == nil { counts[.error, default: 0] += 1 } else { acceptedCount += 1 }
      try tool.streams.say(writesJSON ? json(line, path).json : text(line, path))
    }
  }

  private mutating func refuse(_ diagnostics: [Diagnostic]) {
    inputCode = inputCode.combined(with: tool.streams.report(diagnostics))
  }

  private func text(_ finding: DefinitionFinding, _ machine: Machine) -> String {
    let word = finding.acceptance == nil ? finding.severity.rawValue : "accepted"
    return "\(machine.title): \(word)[\(finding.code)]: \(finding.sentence)".escapedForDisplay
  }

  private func text(_ line: LooseLine, _ path: String) -> String {
    let word = line.acceptance == nil ? "error" : "accepted"
    return "\(path):\(line.line): \(word)[\(line.code)]: \(line.sentence)".escapedForDisplay
  }

  private func text(_ result: PageDiagrams.Result, _ path: String) -> String {
    "\(path.shownPath):\(result.block.line): error[diagram]: the block differs from \(result.machine.title): '+' is only in the "
      + "machine, '-' only in the block; change one, or write the block with '--update'"
  }

  private func json(_ result: PageDiagrams.Result, _ path: String) -> Value {
    [
      "finding": "diagram", "v": .int(1), "path": .string(path), "line": .int(result.block.line), "severity": "error",
      "machine": .string(result.machine.title.text), "differences": .list(result.differences.map(Value.string)),
    ]
  }

  private var severityOfLosses: DefinitionFinding.Severity { tool.isLenient ? .warning : .error }

  private func json(_ loss: DiagramProblem, _ path: String) -> Value {
    .record(members(loss.code, path, loss.line, loss.cause, loss.cure, severityOfLosses))
  }

  private func json(_ line: LooseLine, _ path: String) -> Value {
    let members = members(line.code, path, line.line, line.cause, line.cure)
    return .record(members + [Member("accepted", line.acceptance.map(Value.string) ?? .null)])
  }

  private func members(
    _ code: String, _ path: String, _ line: Int, _ cause: String, _ cure: String,
    _ severity: DefinitionFinding.Severity = .error
  ) -> [Member] {
    [
      Member("finding", .string(code)), Member("v", 1), Member("path", .string(path)), Member("line", .int(line)),
      Member("severity", .string(severity.rawValue)), Member("cause", .string(cause)), Member("cure", .string(cure)),
    ]
  }

  private func json(_ finding: DefinitionFinding, _ machine: Machine) -> Value {
    [
      "finding": .string(finding.code.text), "v": .int(1), "machine": .string(machine.title.text),
      "severity": .string(finding.severity.rawValue), "place": .string(finding.place.text),
      "transition": finding.transition.map(Value.string) ?? .null, "cause": .string(finding.cause),
      "cure": .string(finding.cure), "accepted": finding.acceptance.map(Value.string) ?? .null,
    ]
  }

  var summary: String {
    let subjects =
      (machineCount > 0 ? [machineCount.counted("variant")] : []) + (fileCount > 0 ? [fileCount.counted("file")] : [])
    let parts = DefinitionFinding.Severity.allCases.map { counts[$0, default: 0].counted($0.rawValue) }
    let more: [String] =
      (acceptedCount == 0 ? [] : ["\(acceptedCount) accepted"])
      + (unreadCount == 0 ? [] : ["\(unreadCount.counted("file")) unreadable"])
      + (unknownCount == 0 ? [] : ["\(unknownCount.counted("name")) unknown"])
      + (unheldCount == 0 ? [] : ["\(unheldCount.counted("case does", "cases do")) not hold"])
    return
      "\(subjects.isEmpty ? "0 variants" : subjects.joined(separator: ", ")): \((parts + more).joined(separator: ", "))"
  }

  func exitCode(isStrict: Bool) -> Transcripts.ExitCode {
    let fails = counts[.error, default: 0] > 0 || isStrict && counts[.warning, default: 0] > 0
    return inputCode.combined(with: fails ? .differs : .agreed)
  }
}

extension Tool {
  fileprivate func machine(of file: TranscriptFile) throws(InputProblems) -> Machine {
    do throws(Mistake) {
      return try catalogue.machine(named: file.transcript.machine.description)
    } catch {
      throw InputProblems(diagnostics: [Diagnostic(error, at: LinePlace(path: file.path, line: 1))])
    }
  }
}

extension CaseVerdict {
  /// Whether the case contains its actual output, or is skipped.
  fileprivate var showsWhatCame: Bool {
    switch self {
    case .passed, .skipped: true
    case .failed, .expectedFailure, .unexpectedPass, .leftover, .nondeterministic, .error: false
    }
  }
}

extension String {
  fileprivate var looksLikeAFile: Bool {
    utf8.contains(UInt8(ascii: "/")) || utf8.contains(UInt8(ascii: "."))
  }
}

extension Catalogue {
  fileprivate func machines(named reference: String) -> [Machine] {
    machines.filter { $0.name == reference || $0.title == reference }
  }
}
