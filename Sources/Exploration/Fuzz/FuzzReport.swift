import Statecharts
import ViewModels

/// How far a fuzzer goes, and which of all its runs it is.
package struct FuzzExtent: Sendable {
  /// One seed gives one run, command by command.
  package var seed: UInt64 = 0
  /// How many walks are made.
  package var walks = 100
  /// The most commands of a walk.
  package var steps = 100

  package init() {}
}

/// What random walks saw.
package struct FuzzReport: Sendable {
  package struct Found: Sendable {
    /// With the smallest script that was come by.
    package let finding: Finding
    /// How many commands the walk had made.
    package let walked: Int
    /// Whether no command of the script can be left out; not so when a bound came first.
    package let isSmallest: Bool
    /// How often its cause was met.
    package internal(set) var count = 1
  }

  /// One for each cause, in the order in which they were met.
  package internal(set) var found: [Found] = []
  package internal(set) var walks = 0
  /// Commands of all walks.
  package internal(set) var commands = 0
  /// How many transitions were taken, of those that a run can take.
  package internal(set) var transitions = Coverage.Count()
  /// What was not tried, reached or tested so far.
  package internal(set) var untried = Untried()
  /// What ended it before all walks were made.
  package internal(set) var bound: SearchBound?
}

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
