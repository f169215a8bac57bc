import Statecharts
import ViewModels

package struct FuzzExtent: Sendable {
  package var seed: UInt64 = 0
  package var walks = 100
  package var steps = 100

  package init() {}
}

package struct FuzzReport: Sendable {
  package struct Found: Sendable {
    /// With the smallest script found.
    package let finding: Finding
    package let walked: Int
    /// False if a bound ended the shrinking.
    package let isSmallest: Bool
    package internal(set) var count = 1
  }

  /// One per cause, in the order met.
  package internal(set) var found: [Found] = []
  package internal(set) var walks = 0
  package internal(set) var commands = 0
  /// The taken transitions, of those that a run can take.
  package internal(set) var transitions = Coverage.Count()
  package internal(set) var untried = Untried()
  package internal(set) var bound: SearchBound?
}

/// Checks states for laws, traps, hangs and alerts without an exit.
struct StateJudge: Sendable {
  let finder: MoveFinder
  let laws: [StateLaw]

  /// Restores the stepper's state.
  ///
  /// - Parameter moves: The possible moves.
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
