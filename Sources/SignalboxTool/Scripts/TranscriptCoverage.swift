import Console
import Exploration
import Transcripts
import ViewModels

/// Adds up the coverage of transcripts per machine.
struct TranscriptCoverage {
  private let tool: Tool
  private(set) var cases: TranscriptCases
  private var coverages: [(machine: Machine, coverage: Coverage)] = []

  init(_ tool: Tool, _ budget: CommandBudget, of machine: Machine? = nil) {
    self.tool = tool
    cases = TranscriptCases(tool, budget, of: machine)
  }

  /// In the catalogue's order, then machines of files in the order of their first case.
  var rows: [CoverageRow] {
    let titles = tool.catalogue.machines.map(\.title)
    let known = titles.compactMap { title in coverages.first { $0.machine.title == title } }
    let others = coverages.filter { !titles.contains($0.machine.title) }
    return (known + others).map { CoverageRow($0.machine, $0.coverage) }
  }

  /// Reports cases that cannot be played. Each case runs a second time for the measurement.
  mutating func add(_ named: NamedTranscripts, _ selection: CaseSelection = CaseSelection()) {
    var coverages = coverages
    cases.drive(named, selection) { driven in
      guard let machine = driven.session.machine else { return }
      let known = coverages.firstIndex { $0.machine.title == machine.title }
      if known == nil { coverages.append((machine, Coverage(of: machine))) }
      driven.session.measure(into: &coverages[known ?? coverages.count - 1].coverage)
    }
    self.coverages = coverages
  }
}

extension CoverageRow {
  func isBelow(_ percent: Int) -> Bool {
    let count = coverage.count()
    return count.taken * 100 < percent * count.all
  }
}
