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
  /// How many cases the selection left out.
  private(set) var leftOutCount = 0
  /// The gravest answer of what could not be driven.
  private(set) var exitCode = ExitCode.agreed

  /// - Parameter machine: Cases of other machines are left out; nil to take all.
  init(_ tool: Tool, _ budget: CommandBudget, of machine: Machine? = nil) {
    self.tool = tool
    self.budget = budget
    self.machine = machine
  }

  /// Drives the transcripts that arguments name, as far as their cases are meant. What cannot be driven is told.
  ///
  /// - Parameter isOver: Asked before each file and each case: whether no more is to be driven.
  mutating func drive(
    _ named: NamedTranscripts, _ selection: CaseSelection, until isOver: () -> Bool = { false }, visit: (Case) -> Void
  ) {
    for entry in named.entries where !isOver() {
      switch entry {
      case .refused(let file): refuse(InputProblems(diagnostics: file.problems))
      case .transcript(let transcript): drive(transcript, selection, until: isOver, visit)
      }
    }
  }

  private mutating func drive(
    _ named: NamedTranscript, _ selection: CaseSelection, until isOver: () -> Bool, _ visit: (Case) -> Void
  ) {
    do {
      let file = try TranscriptFile.read(named.path)
      let selected = try file.cases(selection, of: named)
      let count = caseCount
      leftOutCount += selected.namedCount - selected.cases.count
      for transcriptCase in selected.cases where transcriptCase.skipReason == nil && !isOver() {
        try drive(transcriptCase, of: file, visit)
      }
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
    if let machine, own.title != machine.title { return }
    caseCount += 1
    var session = try player.session(of: run, in: file.path, isTranscript: true)
    let played = Result { try player.play(run.commands, in: file.path, on: &session) }
    // What a case did before a command that cannot run counts.
    visit(
      Case(
        path: file.path, line: transcriptCase.line, title: transcriptCase.title, machine: own, session: session))
    try played.get()
  }

  /// `2 cases in 1 file`; `2 cases of 14 in 1 file` where a selection left some out.
  var total: String { CaseTotal(cases: caseCount, files: fileCount, casesLeftOut: leftOutCount).text }

  /// Why nothing was driven: what kept it from being, or that no case is selected.
  func nothing() throws(Diagnostic) -> Transcripts.ExitCode {
    guard exitCode == .agreed else { return exitCode }
    throw .noneSelected(of: leftOutCount)
  }

  private mutating func refuse(_ error: any Error) {
    exitCode = exitCode.combined(with: tool.streams.report(Diagnostic.all(of: error)))
  }
}
