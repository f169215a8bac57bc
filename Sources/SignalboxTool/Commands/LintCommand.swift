import ArgumentParser
import Console
import Files
import Statecharts
import Traces
import Transcripts
import ViewModels

/// Looks for mistakes in machines and transcripts without running them.
struct LintCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Check machines and transcripts without running them.",
    discussion: """
      Without arguments every machine of the catalogue is checked. An argument that names a machine or a variant is \
      checked as one; any other is the path of a transcript, or of a folder with them, and is read only.

      Errors end with 1. Warnings do so with --strict. Notes, and what a definition accepts with a reason, never do.
      """)

  @Argument(
    help: ArgumentHelp("Machines, transcripts or folders.", valueName: "machine or path"), completion: .machines)
  var subjects: [String] = []

  @Flag(help: "End with 1 on warnings too.")
  var strict = false

  @Flag(help: "Write one JSON object per line.")
  var json = false

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    var report = LintReport(tool: tool, writesJSON: json)
    if subjects.isEmpty {
      for machine in tool.catalogue.machines { try report.add(machine) }
    }
    for subject in subjects {
      let machines = tool.catalogue.machines(named: subject)
      if machines.isEmpty { report.add(path: subject) }
      for machine in machines { try report.add(machine) }
    }
    if !json { try tool.streams.say(report.summary) }
    return report.exitCode(isStrict: strict)
  }
}

/// What `lint` found so far; each finding is told at once.
private struct LintReport {
  let tool: Tool
  let writesJSON: Bool
  private var counts: [DefinitionFinding.Severity: Int] = [:]
  private var acceptedCount = 0
  private var machineCount = 0
  private var fileCount = 0
  private var inputCode = Transcripts.ExitCode.agreed
  /// Files and folders that could not be read.
  private var unreadCount = 0
  /// What is neither a machine nor a file.
  private var unknownCount = 0

  init(tool: Tool, writesJSON: Bool) {
    self.tool = tool
    self.writesJSON = writesJSON
  }

  mutating func add(_ machine: Machine) throws {
    machineCount += 1
    for finding in machine.findings {
      if finding.acceptance == nil { counts[finding.severity, default: 0] += 1 } else { acceptedCount += 1 }
      try tool.streams.say(writesJSON ? json(finding, machine) : text(finding, machine))
    }
  }

  /// Reads a transcript, or every transcript of a folder; what is no path may have been meant for a machine.
  mutating func add(path: String) {
    do throws(FileError) {
      let files = try TranscriptFiles(path)
      guard files.isFolder || path.looksLikeAFile else { return refuse(machine: path) }
      for file in files.paths { read(file) }
    } catch {
      unreadCount += 1
      refuse([Diagnostic(error)])
    }
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

  private mutating func read(_ path: String) {
    fileCount += 1
    do throws(InputProblems) {
      let file = try TranscriptFile.read(path)
      _ = try tool.machine(of: file)
    } catch {
      unreadCount += 1
      refuse(error.diagnostics)
    }
  }

  private mutating func refuse(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { tool.streams.report(diagnostic) }
    inputCode = inputCode.combined(with: ExitCode.gravest(diagnostics.map(\.exitCode)))
  }

  // MARK: Telling

  private func text(_ finding: DefinitionFinding, _ machine: Machine) -> String {
    let word = finding.acceptance == nil ? finding.severity.rawValue : "accepted"
    return "\(machine.title): \(word)[\(finding.code)]: \(finding.sentence)".escapedForDisplay
  }

  private func json(_ finding: DefinitionFinding, _ machine: Machine) -> String {
    var writer = JSONWriter()
    writer.value([
      "finding": .string(finding.code), "v": .int(1), "machine": .string(machine.title),
      "severity": .string(finding.severity.rawValue), "place": .string(finding.place),
      "transition": finding.transition.map(Value.string) ?? .null, "cause": .string(finding.cause),
      "cure": .string(finding.cure), "accepted": finding.acceptance.map(Value.string) ?? .null,
    ])
    return writer.text
  }

  /// `4 machines: 0 errors, 1 warning, 2 notes, 3 accepted`
  var summary: String {
    let subjects =
      (machineCount > 0 ? [machineCount.counted("variant")] : []) + (fileCount > 0 ? [fileCount.counted("file")] : [])
    let parts = DefinitionFinding.Severity.allCases.map { counts[$0, default: 0].counted($0.rawValue) }
    let more =
      (acceptedCount == 0 ? [] : ["\(acceptedCount) accepted"])
      + (unreadCount == 0 ? [] : ["\(unreadCount.counted("file")) unreadable"])
      + (unknownCount == 0 ? [] : ["\(unknownCount.counted("name")) unknown"])
    return
      "\(subjects.isEmpty ? "0 variants" : subjects.joined(separator: ", ")): \((parts + more).joined(separator: ", "))"
  }

  func exitCode(isStrict: Bool) -> Transcripts.ExitCode {
    let fails = counts[.error, default: 0] > 0 || isStrict && counts[.warning, default: 0] > 0
    return inputCode.combined(with: fails ? .differs : .agreed)
  }
}

extension Tool {
  /// The machine that a transcript names.
  fileprivate func machine(of file: TranscriptFile) throws(InputProblems) -> Machine {
    do throws(Mistake) {
      return try catalogue.machine(named: file.transcript.machine.description)
    } catch {
      throw InputProblems(diagnostics: [Diagnostic(error, path: file.path, line: 1)])
    }
  }
}

extension String {
  /// Whether it is written as a path, or with an ending.
  fileprivate var looksLikeAFile: Bool {
    utf8.contains(UInt8(ascii: "/")) || utf8.contains(UInt8(ascii: "."))
  }
}

extension Catalogue {
  /// All variants of a name, or the one of a `NAME@VARIANT`.
  fileprivate func machines(named reference: String) -> [Machine] {
    machines.filter { $0.name.utf8.elementsEqual(reference.utf8) || $0.title.utf8.elementsEqual(reference.utf8) }
  }
}
