import Console
import Exploration
import Transcripts
import ViewModels

/// Drives the cases of transcripts and adds up what they take of their machines.
struct TranscriptCoverage {
  private let tool: Tool
  private var cases: TranscriptCases
  private var coverages = MachineCoverages()

  /// - Parameter machine: Cases of other machines are left out; nil to take all.
  init(_ tool: Tool, _ budget: CommandBudget, of machine: Machine? = nil) {
    self.tool = tool
    cases = TranscriptCases(tool, budget, of: machine)
  }

  var caseCount: Int { cases.caseCount }
  var fileCount: Int { cases.fileCount }
  /// `2 cases in 1 file`
  var total: String { cases.total }
  /// The gravest answer of what could not be driven.
  var exitCode: Transcripts.ExitCode { cases.exitCode }

  /// Why nothing was driven: what kept it from being, or that no case is selected.
  func nothing() throws(Diagnostic) -> Transcripts.ExitCode { try cases.nothing() }

  /// The machines that were driven, in the order of the catalogue.
  var rows: [CoverageRow] { coverages.rows(in: tool.catalogue) }

  /// Takes the transcripts that arguments name, as far as their cases are meant. What cannot be driven is told.
  mutating func add(_ named: NamedTranscripts, _ selection: CaseSelection = CaseSelection()) {
    var coverages = coverages
    cases.drive(named, selection) { coverages.add($0.session) }
    self.coverages = coverages
  }
}
