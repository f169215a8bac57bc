import Statecharts
import ViewModels

/// Holds the states of a walk to what no turn tells of: the laws that were given with it, a way to go on, and a way out of the
/// alert.
struct StateJudge: Sendable {
  let finder: MoveFinder
  let laws: [StateLaw]

  /// Returns what is wrong where a stepper stands, which stands there again afterwards.
  ///
  /// - Parameter moves: What the outside can do there.
  func findings(_ stepper: inout Stepper, _ moves: [Move]) -> [Finding] {
    let machine = finder.machine
    let snapshot = stepper.snapshot
    var found = laws.filter { !$0.holds(snapshot) }.map { Finding(kind: .broken, name: $0.name, cause: "") }
    found += Finding.findings(in: snapshot, of: machine, moves)
    if !snapshot.isDue, let alert = machine.alert(of: snapshot), !hasExit(alert, &stepper, moves) {
      found.append(Finding(kind: .alert, name: alert.title, cause: machine.told(snapshot)))
    }
    return found
  }

  private func hasExit(_ alert: AlertState, _ stepper: inout Stepper, _ moves: [Move]) -> Bool {
    let (start, isRecording) = (stepper.snapshot, stepper.isRecording)
    defer { (stepper.snapshot, stepper.isRecording) = (start, isRecording) }
    stepper.isRecording = false
    var keys = KeyMaker(finder.machine.program)
    for move in moves {
      guard case .dismiss = move.stimulus else { continue }
      stepper.snapshot = start
      stepper.step(move)
      if stepper.leaves(alert, finder.machine, &keys) { return true }
    }
    return false
  }
}
