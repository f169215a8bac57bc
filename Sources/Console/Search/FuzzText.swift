import Exploration
import Traces
import ViewModels

/// What is printed of random walks.
package struct FuzzText {
  private let machine: Machine
  private let report: FuzzReport
  private let seed: UInt64
  /// Whether scripts begin by opening the machine.
  private let opens: Bool
  private let spelling: StimulusLines

  package init(_ machine: Machine, _ report: FuzzReport, seed: UInt64, opens: Bool = true) {
    self.machine = machine
    spelling = StimulusLines(machine)
    self.report = report
    self.seed = seed
    self.opens = opens
  }

  package var lines: [String] {
    report.found.flatMap { lines(of: $0) + [""] } + [closing]
  }

  private func lines(of found: FuzzReport.Found) -> [String] {
    let end = found.isSmallest ? "" : ", and not yet as small as it can be"
    let remark = "shrunk from \(found.walked.counted("command"))\(end)"
    let isShrunk = found.walked > found.finding.script.count || !found.isSmallest
    return ExplorationText.lines(
      of: found.finding, count: found.count, machine, spelling, opens: opens, remark: isShrunk ? remark : nil)
  }

  private var closing: String {
    let found = report.found.isEmpty ? "nothing found" : report.found.count.counted("finding")
    if report.commands == 0, report.bound == nil {
      return "  \(machine.title): \(found), but nothing could be tried: \(ExplorationText.untried)"
    }
    let bound = report.bound.map { "\($0.told): " } ?? ""
    let walked = "\(bound)seed \(seed), \(report.walks.counted("walk")), \(report.commands.counted("command"))"
    let (taken, all) = (report.transitions.taken, report.transitions.all)
    return "  \(machine.title): \(found); \(walked); \(taken) of \(all.counted("transition")) taken"
  }
}
