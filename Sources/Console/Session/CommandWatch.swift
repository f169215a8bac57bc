import Exploration

/// How a driver sees a command that runs, and stops it. The console itself knows no signal and no clock.
package struct CommandWatch: Sendable {
  /// Whether the command shall stop as soon as it can. Asked often, so it must be cheap.
  package var isInterrupted: @Sendable () -> Bool
  /// Whether a command that was to stop has looked long enough for what it can tell: then it tells what it has.
  package var isOver: @Sendable () -> Bool
  /// Told now and then how far the command is.
  package var progress: @Sendable (CommandProgress) -> Void

  /// - Parameter isOver: Where it is nil, a command looks for nothing more once it is to stop.
  package init(
    isInterrupted: @escaping @Sendable () -> Bool = { false }, isOver: (@Sendable () -> Bool)? = nil,
    progress: @escaping @Sendable (CommandProgress) -> Void
  ) {
    self.isInterrupted = isInterrupted
    self.isOver = isOver ?? isInterrupted
    self.progress = progress
  }
}

/// How far a command is that runs.
package enum CommandProgress: Sendable, CustomStringConvertible {
  /// How many turns ran, and where the virtual clock stands, in milliseconds.
  case turns(Int, time: Int)
  /// What a search saw.
  case search(SearchReport)
  /// What a comparison saw.
  case comparison(ComparisonReport)
  /// What walks at random saw.
  case walks(FuzzReport)
  /// How many scripts were driven, and how many findings there are.
  case scripts(Int, findings: Int)
  /// How many mutants of so many were tried, and how many survived.
  case mutants(Int, of: Int, survivors: Int)

  /// `at 1234s, 56789 turns`; `41 states, 168 steps, 8 commands deep, 1 finding`
  package var description: String {
    switch self {
    case .turns(let count, let time):
      "at \(VirtualDuration(milliseconds: time).readable), \(count.counted("turn"))"
    case .search(let report):
      "\(report.states.counted("state")), \(report.steps.counted("step")), \(report.completeDepth.counted("command")) deep, "
        + report.findings.count.counted("finding")
    case .comparison(let report):
      "\(report.pairs.counted("pair")) of states, \(report.steps.counted("step")), "
        + "\(report.completeDepth.counted("command")) deep, \(report.differences.count.counted("difference"))"
    case .walks(let report):
      "\(report.walks.counted("walk")), \(report.commands.counted("command")), "
        + report.found.count.counted("finding")
    case .mutants(let count, let all, let survivors):
      "\(count) of \(all.counted("mutant")), \(survivors.counted("survivor"))"
    case .scripts(let scripts, let findings): "\(scripts.counted("script")), \(findings.counted("finding"))"
    }
  }

  /// How many steps were made, where that tells how fast it is.
  package var steps: Int? {
    switch self {
    case .turns, .walks, .scripts, .mutants: nil
    case .search(let report): report.steps
    case .comparison(let report): report.steps
    }
  }
}
