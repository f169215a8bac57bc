import Differences
import Exploration
import Traces
import ViewModels

/// The report of a mutation test.
package struct MutationText {
  private let report: MutationReport
  private let printer = DifferencePrinter(names: NamedValues())

  package init(_ report: MutationReport) {
    self.report = report
  }

  package var lines: [String] { transcripts + table + survivors + [closing] }

  private var transcripts: [String] {
    report.transcripts.enumerated().map { "\($0 + 1)  \($1.escapedForDisplay)" } + [""]
  }

  private var table: [String] {
    guard !report.rows.isEmpty else { return [] }
    let head = ["place", "mutant", "killed by"]
    let body = report.rows.map { row in
      [row.name.place.escapedForDisplay, row.name.change.escapedForDisplay, text(of: row.fate)]
    }
    return TextTable([head] + body).lines + [""]
  }

  private func text(of fate: MutationReport.Fate) -> String {
    switch fate {
    case .killed(let places): return places.map { "\($0 + 1)" }.joined(separator: " ")
    case .untried: return "?"
    case .survived(let search):
      return switch search.verdict {
      case .differs: "- survives"
      case .equal:
        "equal: no difference in \(search.pairs.counted("pair")) of states"
          + (UntriedText.text(ofRows: search.rowsLeftOut).map { "; \($0)" } ?? ", and there are no more")
      case .undecided(let bound):
        "- survives: no difference in \(search.pairs.counted("pair")) of states; \(bound.told)"
      }
    }
  }

  /// Scripts for mutants that no transcript detects.
  private var survivors: [String] {
    report.survivors.flatMap { row -> [String] in
      guard case .survived(let search) = row.fate, case .differs(let script, let difference) = search.verdict else {
        return []
      }
      let commands = report.machine.lines(of: script).orUnspelled
      return ["survives: \(row.name.place), \(row.name.change)".escapedForDisplay]
        + ([
          "# a \(report.machine.title), b the mutant: \(printer.what(difference.lead))", "open \(report.machine.title)",
        ]
        + commands).map { "  \($0)" } + [""]
    }
  }

  private var closing: String {
    let score = report.percent.map { " (\($0)%)" } ?? ""
    let all = report.killed + report.survivors.count
    let rest =
      [(report.equal, "equal"), (report.untried, "untried")].filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
    let bound = report.bound.map { "; \($0.told)" } ?? ""
    let driven =
      "\(report.cases.counted("case")) in \(report.transcripts.count.counted("transcript"))"
    return
      "\(report.machine.title): \(driven) killed \(report.killed) of \(all.counted("mutant"))\(score)\(rest)\(bound)"
  }
}

/// The report of random walks.
package struct FuzzText {
  private let machine: Machine
  private let report: FuzzReport
  private let seed: UInt64
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
    let untried =
      isEmpty || !report.found.isEmpty ? [] : UntriedText(report.untried, isComplete: false, hasJSON: opens).lines
    return ExplorationText.lines(of: report.found.map(found), machine, spelling, opens: opens) + [closing]
      + untried.map { "  \($0)" }
  }

  private var isEmpty: Bool { report.commands == 0 && report.bound == nil }

  private func found(_ found: FuzzReport.Found) -> ExplorationText.Found {
    let end = found.isSmallest ? "" : ", and not fully shortened"
    let remark = "shrunk from \(found.walked.counted("command"))\(end)"
    let isShrunk = found.walked > found.finding.script.count || !found.isSmallest
    return ExplorationText.Found(finding: found.finding, count: found.count, remark: isShrunk ? remark : nil)
  }

  private var closing: String {
    let found = report.found.isEmpty ? "nothing found" : report.found.count.counted("finding")
    if isEmpty {
      return "  \(machine.title): \(found), but nothing could be tried: \(ExplorationText.untried)"
    }
    let bound = report.bound.map { "\($0.told): " } ?? ""
    let walked = "\(bound)seed \(seed), \(report.walks.counted("walk")), \(report.commands.counted("command"))"
    let (taken, all) = (report.transitions.taken, report.transitions.all)
    return "  \(machine.title): \(found); \(walked); \(taken) of \(all.counted("transition")) taken"
  }
}
