import Statecharts
import Traces
import ViewModels

extension Session {
  /// What tells where the case stands from where it stood before, the clock left out, as a transcript holds it; empty where
  /// nothing that follows tells the two apart.
  func changes(since start: Session) -> [String] {
    guard let run, let before = start.snapshot else { return [] }
    var keys = KeyMaker(run.machine.program)
    guard keys.key(of: run.snapshot) != keys.key(of: before) else { return [] }
    let turn = Turn(
      time: run.time, cause: Cause(.user, "loop"),
      effects: run.machine.moves(from: before, to: run.snapshot)
        + run.machine.fields(of: run.snapshot).sets(since: run.machine.fields(of: before)))
    let lines = run.lines(of: [turn], since: run.time)
    return lines.isEmpty ? ["what waits, or what no field shows, differs"] : lines
  }
}

extension Machine {
  fileprivate func moves(from before: Snapshot, to after: Snapshot) -> [Effect] {
    let old = regions(of: before)
    return regions(of: after).compactMap { region, state in
      guard let known = old.first(where: { Name($0.region) == region }), known.state != state else {
        return nil
      }
      return .moved(region: Name(region), from: known.state, to: state)
    }
  }
}
