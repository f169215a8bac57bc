import Console
import Files
import Traces
import Transcripts
import ViewModels

/// Drives the cases of transcripts, whether their blocks hold or not.
struct TranscriptCases {
  /// A case that was driven.
  struct Case {
    let path: String
    let line: Int
    let title: String
    let machine: Machine
    /// Where it ended, or came to when a command could not run.
    let session: Session
  }

  private let tool: Tool
  private let budget: CommandBudget
  /// Only cases of this machine; nil for all.
  private let machine: Machine?
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

  /// Drives a file, the case at a line of it, or every transcript of a folder. What cannot be driven is told.
  mutating func drive(_ argument: String, visit: (Case) -> Void) {
    let (path, line) = CaseSelection.split(argument)
    do {
      let files = try TranscriptFiles(path)
      if files.isFolder { try CaseSelection.requireNone(line, of: "a folder", in: path) }
      for file in files.paths { drive(file, CaseSelection(line: line), visit) }
    } catch {
      refuse(error)
    }
  }

  private mutating func drive(_ path: String, _ selection: CaseSelection, _ visit: (Case) -> Void) {
    do {
      let file = try TranscriptFile.read(path)
      let cases = try file.cases(selection)
      let count = caseCount
      for transcriptCase in cases where transcriptCase.skipReason == nil { try drive(transcriptCase, of: file, visit) }
      if caseCount > count { fileCount += 1 }
    } catch {
      refuse(error)
    }
  }

  private mutating func drive(
    _ transcriptCase: TranscriptCase, of file: TranscriptFile, _ visit: (Case) -> Void
  ) throws {
    let player = ScriptPlayer(catalogue: tool.catalogue, budget: budget)
    let run = Script.run(transcriptCase, of: file)
    guard let own = try player.startingMachine(of: run, in: file.path) else { return }
    if let machine, !own.title.utf8.elementsEqual(machine.title.utf8) { return }
    caseCount += 1
    var session = try player.session(of: run, in: file.path, isTranscript: true)
    let played = Result { try player.play(run.commands, in: file.path, on: &session) }
    // What a case did before a command that cannot run counts.
    visit(
      Case(
        path: file.path, line: transcriptCase.line, title: transcriptCase.title, machine: own, session: session))
    try played.get()
  }

  private mutating func refuse(_ error: any Error) {
    let diagnostics = Diagnostic.all(of: error)
    for diagnostic in diagnostics { tool.streams.report(diagnostic) }
    exitCode = exitCode.combined(with: ExitCode.gravest(diagnostics.map(\.exitCode)))
  }
}
