import Console
import Exploration
import Traces
import ViewModels

/// What is printed of a search.
struct ExplorationText {
  let machine: Machine
  let report: SearchReport

  init(_ machine: Machine, _ report: SearchReport) {
    self.machine = machine
    self.report = report
  }

  var lines: [String] {
    zip(report.findings, report.counts).flatMap { text(of: $0, count: $1) + [""] } + closing
  }

  private func text(of finding: Exploration.Finding, count: Int) -> [String] {
    let cause = finding.cause.isEmpty ? "" : " (\(finding.cause.escapedForDisplay))"
    let times = count == 1 ? "" : ", \(count) times"
    let script = finding.script.map { driven in
      "  "
        + (machine.line(for: driven.stimulus, isHeld: driven.isHeld) ?? "# a command that holds a secret without a name")
    }
    return ["\(title(of: finding))\(cause)\(times):", "  open \(machine.title)"] + script
  }

  private func title(of finding: Exploration.Finding) -> String {
    let name = finding.name.escapedForDisplay
    return switch finding.kind {
    case .broken: "broken \"\(name)\""
    case .crash: "crash: \(name)"
    case .limit: "limit \(name)"
    case .alert: "no way out of the alert '\(name)'"
    case .trap: "nothing can be done on the page \(name)"
    case .unrest: "time alone goes round for ever: \(name)"
    }
  }

  /// What was searched, and how far.
  private var closing: [String] {
    let found = report.findings.isEmpty ? "nothing found" : report.findings.count.counted("finding")
    let seen = "\(report.states.counted("state")), \(report.steps.counted("step"))"
    let chance = "a state was missed by chance with at most \(report.collisionBound.asPowerOfTen)"
    if report.steps == 0, report.isComplete {
      return [
        "  \(machine.title): \(found), but nothing could be tried: the first page has no control that can be used with a sample; "
          + "'--past-the-screen' calls inputs and assigns fields"
      ]
    }
    guard let bound = report.bound else {
      return ["  \(machine.title): \(found); complete: all \(seen), \(depth(report.completeDepth)) deep; \(chance)"]
    }
    let rest = "\(report.frontier.counted("state")) not followed"
    return [
      "  \(machine.title): \(found); \(text(of: bound)): \(seen), \(rest); everything was seen within "
        + "\(depth(report.completeDepth)); \(chance)"
    ]
  }

  private func depth(_ count: Int) -> String { count.counted("command") }

  private func text(of bound: SearchBound) -> String {
    switch bound {
    case .depth(let depth): "stopped by --depth \(depth)"
    case .states(let states): "stopped by --states \(states)"
    case .interrupted: "interrupted"
    }
  }
}

extension Double {
  /// The power of ten that a small number is not above: `1e-28`; `0` for nothing.
  fileprivate var asPowerOfTen: String {
    guard self > 0 else { return "0" }
    var (power, exponent) = (self, 0)
    while power <= 0.1 { (power, exponent) = (power * 10, exponent - 1) }
    return exponent == 0 ? "1" : "1e\(exponent)"
  }
}
