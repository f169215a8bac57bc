import Console
import Exploration
import Transcripts
import ViewModels

/// Drives the cases of transcripts and adds up what they take of their machines.
struct TranscriptCoverage {
  private let tool: Tool
  private var cases: TranscriptCases
  /// Each machine once, in the order in which they were met.
  private var coverages: [(machine: Machine, coverage: Coverage)] = []

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
  var rows: [CoverageRow] {
    tool.catalogue.machines.compactMap { machine in
      coverages.first { $0.machine.isSame(as: machine) }.map { CoverageRow(machine, $0.coverage) }
    }
  }

  /// Takes the transcripts that arguments name, as far as their cases are meant. What cannot be driven is told. Each case
  /// runs again to be measured.
  mutating func add(_ named: NamedTranscripts, _ selection: CaseSelection = CaseSelection()) {
    var coverages = coverages
    cases.drive(named, selection) { driven in
      guard let machine = driven.session.machine else { return }
      let known = coverages.firstIndex { $0.machine.isSame(as: machine) }
      if known == nil { coverages.append((machine, Coverage(of: machine))) }
      driven.session.measure(into: &coverages[known ?? coverages.count - 1].coverage)
    }
    self.coverages = coverages
  }
}

extension Machine {
  fileprivate func isSame(as other: Machine) -> Bool { title == other.title }
}

extension CoverageRow {
  /// Whether less was taken than so many in the hundred of all that counts.
  func isBelow(_ percent: Int) -> Bool {
    let count = coverage.count()
    return count.taken * 100 < percent * count.all
  }
}
