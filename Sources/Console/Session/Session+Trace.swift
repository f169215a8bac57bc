import Statecharts
import Traces
import ViewModels

extension Session {
  /// What happened on the current path, from the start of the case; nil when nothing is open.
  ///
  /// The path runs again: linear in it. Time goes on when the machine is opened again, and begins at 0 where a snapshot was
  /// opened. The header holds the state after the opening, so the opening's own turns keep only what else they did.
  public var trace: Trace? {
    guard let run else { return nil }
    let start = run.tree.start
    var trace = Trace(
      header: Trace.Header(
        machine: run.machine.title, definition: run.machine.definitionHash, title: run.title,
        phase: run.machine.phase(of: start), fields: run.machine.tracedFields(of: start)))
    trace.turns = run.opening.compactMap(\.withoutInitialState)
    var opened = run.origin == nil ? 0 : -start.time
    var isNew = true
    run.replay { command, turns in
      if isNew { opened += command.before - command.start }
      trace.turns += (turns ?? []).map { $0.delayed(by: opened) }
      isNew = turns == nil
    }
    trace.end = Trace.End(phase: run.machine.phase(of: run.snapshot), time: opened + run.snapshot.time)
    return trace
  }
}

extension Machine {
  fileprivate func phase(of snapshot: Snapshot) -> [RegionState] {
    regions(of: snapshot).map { RegionState($0.region, $0.state) }
  }

  fileprivate func tracedFields(of snapshot: Snapshot) -> [Member] {
    fields(of: snapshot).filter { !$0.isInternal }.map { Member($0.path, $0.value) }
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
