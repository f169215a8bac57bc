import Statecharts
import ViewModels

/// What leads to a state: it is made by driving it, step by step, as long as time is left.
extension Search {
  /// Returns the commands that lead to a state, and the state; nil when no time is left.
  func way(to state: Int) -> (script: [DrivenStimulus], snapshot: Snapshot)? {
    drive(table.drives(to: state))
  }

  /// Returns the commands of a way from the first state, as they are spelled on it; nil when no time is left.
  func script(of way: [Drive]) -> [DrivenStimulus]? { drive(way)?.script }

  private func drive(_ way: [Drive]) -> (script: [DrivenStimulus], snapshot: Snapshot)? {
    var stepper = Stepper(machine, from: prepared)
    stepper.isRecording = false
    var script = options.preparation.map { DrivenStimulus($0) }
    for drive in way {
      if options.isOver() { return nil }
      let move = stepper.moves(finder)[drive.move]
      stepper.step(move, isHeld: drive.isHeld)
      script.append(DrivenStimulus(move.stimulus, isHeld: drive.isHeld))
    }
    return (script, stepper.snapshot)
  }

  /// Returns where the way to the state that was found last stands after each of so many equal pieces: nothing when the way
  /// is shorter, nil when no time is left.
  func snapshotsOnTheWay(pieces: Int) -> [Snapshot]? {
    let drives = table.drives(to: table.count - 1)
    guard drives.count >= pieces else { return [] }
    let stops = (1...pieces).map { drives.count * $0 / pieces }
    var stepper = Stepper(machine, from: prepared)
    stepper.isRecording = false
    var result: [Snapshot] = []
    for (index, drive) in drives.enumerated() {
      if options.isOver() { return nil }
      stepper.step(stepper.moves(finder)[drive.move], isHeld: drive.isHeld)
      if stops.contains(index + 1) { result.append(stepper.snapshot) }
    }
    return result
  }
}
