import Console
import Exploration
import Files
import Traces
import Transcripts
import ViewModels

/// Drives the cases of transcripts and adds up what they take of their machines, whether their blocks hold or not.
struct TranscriptCoverage {
  private let tool: Tool
  private let budget: CommandBudget
  /// Only cases of this machine; nil for all.
  private let machine: Machine?
  /// The coverages of the machines that were driven, by title.
  private var coverages: [(title: String, coverage: Coverage)] = []
  private(set) var caseCount = 0
  private(set) var fileCount = 0
  /// The gravest answer of what could not be driven.
  private(set) var exitCode = ExitCode.agreed

  /// - Parameter machine: Cases of other machines are left out; nil to take all.
  init(_ tool: Tool, _ budget: CommandBudget, of machine: Machine? = nil) {
    self.tool = tool
    self.budget = budget
    self.machine = machine
  }

  /// The machines that were driven, in the order of the catalogue.
  var machines: [(machine: Machine, coverage: Coverage)] {
    tool.catalogue.machines.compactMap { machine in
      coverages.first { $0.title.utf8.elementsEqual(machine.title.utf8) }.map { (machine, $0.coverage) }
    }
  }

  /// Takes a file, the case at a line of it, or every transcript of a folder. What cannot be driven is told.
  mutating func add(_ argument: String) {
    let (path, line) = CaseSelection.split(argument)
    do {
      let files = try TranscriptFiles(path)
      if files.isFolder { try CaseSelection.requireNone(line, of: "a folder", in: path) }
      for file in files.paths { add(file, CaseSelection(line: line)) }
    } catch {
      refuse(error)
    }
  }

  private mutating func add(_ path: String, _ selection: CaseSelection) {
    do {
      let file = try TranscriptFile.read(path)
      let cases = try file.cases(selection)
      let count = caseCount
      for transcriptCase in cases where transcriptCase.skipReason == nil { try drive(transcriptCase, of: file) }
      if caseCount > count { fileCount += 1 }
    } catch {
      refuse(error)
    }
  }

  private mutating func drive(_ transcriptCase: TranscriptCase, of file: TranscriptFile) throws {
    let player = ScriptPlayer(catalogue: tool.catalogue, budget: budget)
    let run = Script.run(transcriptCase, of: file)
    guard let own = try player.startingMachine(of: run, in: file.path) else { return }
    if let machine, !own.title.utf8.elementsEqual(machine.title.utf8) { return }
    caseCount += 1
    var session = try player.session(of: run, in: file.path, isTranscript: true)
    // What a case did before a command that cannot run counts.
    defer { measure(session, own) }
    try player.play(run.commands, in: file.path, on: &session)
  }

  private mutating func measure(_ session: Session, _ machine: Machine) {
    let known = coverages.firstIndex { $0.title.utf8.elementsEqual(machine.title.utf8) }
    if known == nil { coverages.append((machine.title, Coverage(of: machine))) }
    session.measure(into: &coverages[known ?? coverages.count - 1].coverage)
  }

  private mutating func refuse(_ error: any Error) {
    let diagnostics = Diagnostic.all(of: error)
    for diagnostic in diagnostics { tool.streams.report(diagnostic) }
    exitCode = exitCode.combined(with: ExitCode.gravest(diagnostics.map(\.exitCode)))
  }
}
