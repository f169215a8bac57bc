import Statecharts
import ViewModels

/// What leads to a state: it is made by driving it, step by step, as long as time is left.
extension Search {
  /// Returns the commands that lead to a state, and the state; nil when no time is left.
  func way(to state: Int) -> (script: [DrivenStimulus], snapshot: Snapshot)? {
    drive(table.moves(to: state))
  }

  /// Where a state stands whose moves are made.
  func snapshot(of state: WaitingState) -> Snapshot {
    var stepper = Stepper(machine, from: prepared)
    var wayBack = WayBack()
    return wayBack.snapshot(of: state, by: &stepper, finder)
  }

  /// Returns the commands of a way from the first state, as they are spelled on it; nil when no time is left.
  func script(of way: [Move.Number]) -> [DrivenStimulus]? { drive(way)?.script }

  private func drive(_ way: [Move.Number]) -> (script: [DrivenStimulus], snapshot: Snapshot)? {
    var script = options.preparation.map { DrivenStimulus($0) }
    let end = follow(way) { driven, _ in script.append(driven) }
    return end.map { (script, $0) }
  }

  /// Makes the steps of a way from the first state, and visits each with what was driven and where that led.
  ///
  /// - Returns: Where the way ends; nil when no time is left.
  private func follow(_ way: [Move.Number], _ visit: (DrivenStimulus, borrowing Stepper) -> Void) -> Snapshot? {
    var stepper = Stepper(machine, from: prepared)
    stepper.isRecording = false
    for number in way {
      if options.isOver() { return nil }
      visit(stepper.make(number, finder), stepper)
    }
    return stepper.snapshot
  }

  /// Returns where the way to the state that was found last stands after each of so many equal pieces: nothing when the way
  /// is shorter, nil when no time is left.
  func snapshotsOnTheWay(pieces: Int) -> [Snapshot]? {
    let numbers = table.moves(to: table.count - 1)
    guard numbers.count >= pieces else { return [] }
    let stops = (1...pieces).map { numbers.count * $0 / pieces }
    var (done, result): (Int, [Snapshot]) = (0, [])
    let end = follow(numbers) { _, stepper in
      done += 1
      if stops.contains(done) { result.append(stepper.snapshot) }
    }
    return end.map { _ in result }
  }
}
