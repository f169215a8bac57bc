import Statecharts
import ViewModels

/// Runs a recorded script repeatedly, each time with one change: a fault of a request, another instant, or another
/// order of answers. The result depends only on the machine, the script and the bound.
package struct Sweep: Sendable {
  /// Called before each script; a bound ends the sweep.
  package typealias Watch = (SweepReport) -> SearchBound?

  private let machine: Machine
  private let recorded: RecordedScript
  private let finder: MoveFinder
  private let mostRuns: Int
  package private(set) var report = SweepReport()

  /// - Parameter runs: The most scripts to run.
  package init(_ machine: Machine, _ script: [DrivenStimulus], runs: Int) {
    self.machine = machine
    mostRuns = runs
    finder = MoveFinder(machine, MoveDomain())
    recorded = RecordedScript(machine, script, finder)
    report.recorded = recorded.run.findings
    report.requests = recorded.requests.map { request in
      SweepReport.Request(
        name: request.name, command: request.command.map { $0 + 1 },
        cells: Array(repeating: .untried, count: ServiceFault.allCases.count))
    }
    report.instants = recorded.instants.map { instant in
      SweepReport.Instant(
        command: instant.command + 1, offset: instant.offset, work: instant.work,
        cells: Array(repeating: .untried, count: TimerEdge.allCases.count))
    }
  }

  package mutating func run(_ watch: Watch = { _ in nil }) {
    for (index, request) in recorded.requests.enumerated() {
      for (column, fault) in ServiceFault.allCases.enumerated() {
        report.requests[index].cells[column] = cell(
          recorded.with(fault, of: request), .fault(fault, request: index), watch)
      }
    }
    for (index, instant) in recorded.instants.enumerated() {
      for (column, edge) in TimerEdge.allCases.enumerated() {
        report.instants[index].cells[column] = cell(
          recorded.with(edge, of: instant), .edge(edge, instant: index), watch)
      }
    }
    tryOrders(watch)
  }

  private mutating func cell(
    _ script: ChangedScript, _ change: SweepReport.Change, _ watch: Watch
  ) -> SweepReport.Cell {
    switch script {
    case .recorded: return .recorded
    case .impossible: return .impossible
    case .changed(let script):
      guard report.mayGoOn(watch, mostRuns) else { return .untried }
      var run = ScriptRun(machine)
      run.drive(script)
      run.awaitAnswers()
      run.judgeEnd(finder)
      report.runs += 1
      return report.add(run, by: change)
    }
  }

  private mutating func tryOrders(_ watch: Watch) {
    let orders = CompletionOrders(recorded)
    report.overlapping = orders.overlapping.count
    var report = report
    let mostRuns = mostRuns
    // Typing the answers may itself cause findings; those of the recorded order do not count.
    var known: [Finding]?
    orders.forEach { run, answered in
      guard report.mayGoOn(watch, mostRuns) else { return false }
      if known == nil { known = run.findings }
      report.runs += 1
      report.orders += 1
      if report.add(run, by: .order(answered), besides: known ?? []) != .green { report.redOrders += 1 }
      return true
    }
    self.report = report
  }
}

extension SweepReport {
  fileprivate mutating func mayGoOn(_ watch: Sweep.Watch, _ mostRuns: Int) -> Bool {
    bound = bound ?? watch(self) ?? (runs >= mostRuns ? .runs(mostRuns) : nil)
    return bound == nil
  }
}
