import Console
import Files
import Traces
import Transcripts
import ViewModels

/// Plays the cases of transcripts, even if their expectations do not hold.
struct TranscriptCases {
  struct Case {
    let path: String
    let line: Int
    let title: String
    let machine: Machine
    /// The state after the last command that could run.
    let session: Session
  }

  private let tool: Tool
  private let budget: CommandBudget
  private let machine: Machine?
  private(set) var caseCount = 0
  private(set) var fileCount = 0
  private(set) var leftOutCount = 0
  private(set) var exitCode = ExitCode.agreed

  init(_ tool: Tool, _ budget: CommandBudget, of machine: Machine? = nil) {
    self.tool = tool
    self.budget = budget
    self.machine = machine
  }

  /// Reports cases that cannot be played.
  ///
  /// - Parameter isOver: Called before each file and case; true stops.
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
    let played = Result { try player.play(run.commands, on: &session) }
    // What a case did before a command that cannot run counts.
    visit(
      Case(
        path: file.path, line: transcriptCase.line, title: transcriptCase.title, machine: own, session: session))
    try played.get()
  }

  var total: String { CaseTotal(cases: caseCount, files: fileCount, casesLeftOut: leftOutCount).text }

  /// Throws if no case was selected.
  func nothing() throws(Diagnostic) -> Transcripts.ExitCode {
    guard exitCode == .agreed else { return exitCode }
    throw .noneSelected(of: leftOutCount)
  }

  private mutating func refuse(_ error: any Error) {
    exitCode = exitCode.combined(with: tool.streams.report(Diagnostic.all(of: error)))
  }
}
