import Console
import Exploration
import Transcripts
import ViewModels

/// Adds up the coverage of transcripts per machine.
struct TranscriptCoverage {
  private let tool: Tool
  private var cases: TranscriptCases
  private var coverages: [(machine: Machine, coverage: Coverage)] = []

  init(_ tool: Tool, _ budget: CommandBudget, of machine: Machine? = nil) {
    self.tool = tool
    cases = TranscriptCases(tool, budget, of: machine)
  }

  var caseCount: Int { cases.caseCount }
  var fileCount: Int { cases.fileCount }
  var total: String { cases.total }
  var exitCode: Transcripts.ExitCode { cases.exitCode }

  func nothing() throws(Diagnostic) -> Transcripts.ExitCode { try cases.nothing() }

  var rows: [CoverageRow] {
    tool.catalogue.machines.compactMap { machine in
      coverages.first { $0.machine.isSame(as: machine) }.map { CoverageRow(machine, $0.coverage) }
    }
  }

  /// Reports cases that cannot be played. Each case runs a second time for the measurement.
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
  func isBelow(_ percent: Int) -> Bool {
    let count = coverage.count()
    return count.taken * 100 < percent * count.all
  }
}
