import Exploration
import Traces
import ViewModels

/// The report of a sweep over a recorded script.
package struct SweepText {
  private let machine: Machine
  private let report: SweepReport
  /// The printed numbers of the findings.
  private let numbers: [Int]

  package init(_ machine: Machine, _ report: SweepReport, numbers: [Int]) {
    self.machine = machine
    self.report = report
    self.numbers = numbers
  }

  /// What the unchanged script finds, then the tables.
  package var lines: [String] {
    report.recorded.map { "as recorded: \(ExplorationText.title(of: $0))\(ExplorationText.cause(of: $0))" }
      + [faults, edges].filter { $0.count > 1 }.flatMap { TextTable($0).lines } + orders
  }

  private var faults: [[String]] {
    let head = ["request", "by command"] + ServiceFault.allCases.map(\.rawValue)
    return [head]
      + report.requests.map { request in
        [request.name, request.command.map { "\($0)" } ?? "open"] + request.cells.map(text)
      }
  }

  private var edges: [[String]] {
    let head = ["due", "in command", "t-1ms", "t held", "t", "t+1ms"]
    return [head]
      + report.instants.map { instant in
        let work = instant.work.prefix(Self.mostWork).joined(separator: ", ")
        let more = instant.work.count > Self.mostWork ? ", …" : ""
        let time = "\(instant.command) +\(VirtualDuration(milliseconds: instant.offset))"
        return [work + more, time] + instant.cells.map(text)
      }
  }

  private static let mostWork = 2

  private var orders: [String] {
    guard report.overlapping > 0 else { return [] }
    let red = report.redOrders == 0 ? "green" : "\(report.redOrders) red"
    return ["\(report.overlapping) requests overlap others: \(report.orders.counted("order")), \(red)"]
  }

  private func text(_ cell: SweepReport.Cell) -> String {
    switch cell {
    case .recorded: "="
    case .impossible: "-"
    case .untried: "?"
    case .green: "green"
    case .red(let findings): "red " + findings.map { String(numbers[$0]) }.joined(separator: ",")
    }
  }

  /// The summary line of a sweep.
  package static func summary(runs: Int, findings: Int) -> String {
    let found = findings == 0 ? "nothing found" : findings.counted("finding")
    return "\(runs.counted("script")), \(found)" + (runs == 0 ? "" : "; not tried: commands that were not recorded")
  }

  package func lines(ofFinding index: Int) -> [String] {
    let finding = report.findings[index].finding
    let script = machine.lines(of: finding.script).orUnspelled
    return ["\(numbers[index])  \(ExplorationText.title(of: finding))\(ExplorationText.cause(of: finding)):"]
      + (["# \(change(ofFinding: index))", "open \(machine.title)"] + script).map { "  \($0)" }
  }

  package func change(ofFinding index: Int) -> String {
    switch report.findings[index].change {
    case .order(let names): "answered in this order: \(names.joined(separator: ", ").escapedForDisplay)"
    case .fault(let fault, let index): text(of: fault, report.requests[index])
    case .edge(let edge, let index):
      "command \(report.instants[index].command) continues \(edge.told) \(report.instants[index].work.first ?? "") is due"
        .escapedForDisplay
    }
  }

  private func text(of fault: ServiceFault, _ request: SweepReport.Request) -> String {
    let name = "\(request.name) of command \(request.command ?? 0)".escapedForDisplay
    return switch fault {
    case .fail: "\(name) fails"
    case .error: "\(name) errs"
    case .never: "\(name) is never answered"
    case .late: "\(name) is answered late"
    case .twice: "\(name) is answered twice"
    }
  }
}

extension TimerEdge {
  fileprivate var told: String {
    switch self {
    case .before: "1ms before"
    case .held: "before the work runs, when"
    case .at: "when"
    case .after: "1ms after"
    }
  }
}
