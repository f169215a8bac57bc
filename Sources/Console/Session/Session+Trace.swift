import Statecharts
import Traces
import ViewModels

extension Session {
  /// What happened on the current path, from the start of the case; nil when nothing is open.
  ///
  /// The path runs again: linear in it. Time goes on when the machine is opened again, and begins at 0 where a snapshot was
  /// opened. The header holds the state after the opening, so the opening's own turns keep only what else they did.
  public var trace: Trace? { checkedTrace?.trace }

  /// The same with where folding it does not give what the machine is: nowhere, or the trace is not to be trusted.
  public var checkedTrace: (trace: Trace, mismatches: [TraceMismatch])? { checkedTrace(.free) }

  func checkedTrace<Stop>(_ pace: Pace<Stop>) throws(Stop) -> (trace: Trace, mismatches: [TraceMismatch])? {
    guard let run else { return nil }
    let start = run.tree.start
    var trace = CaseTrace(run.machine, title: run.title, from: start)
    trace.addOpening(run.opening.compactMap(\.withoutInitialState))
    var opened = run.origin == nil ? 0 : -start.time
    var step: [Turn] = []
    try run.replay(pace) { command, turns, snapshot in
      if let turns { return step += turns }
      guard let snapshot else { return }
      opened += command.before - command.start
      trace.add(step.map { $0.delayed(by: opened) }, snapshot)
      step = []
    }
    trace.end(at: opened + run.snapshot.time, run.snapshot)
    return (trace.trace, trace.mismatches(run.snapshot))
  }
}

extension Turn {
  /// The turn on a clock that ran on while the machine was opened again.
  fileprivate func delayed(by milliseconds: Int) -> Turn {
    var turn = self
    turn.time = time.addingReportingOverflow(milliseconds).partialValue
    return turn
  }

  fileprivate var withoutInitialState: Turn? {
    var turn = self
    turn.effects = effects.filter { effect in
      switch effect {
      case .set, .moved: false
      default: true
      }
    }
    return turn.effects.isEmpty ? nil : turn
  }
}
