extension Kernel {
  /// Runs due work until none is left.
  public mutating func drain() {
    advance(to: snapshot.time)
  }

  /// Advances virtual time and runs due work. Stops when the model faults.
  ///
  /// - Parameter isHeld: Whether work due exactly then stays waiting.
  public mutating func advance(to moment: Int, isHeld: Bool = false) {
    _ = advance(to: moment, isHeld: isHeld, pausing: TurnAllowance())
  }

  /// Advances virtual time until an allowance of turns is used.
  ///
  /// It pauses only between instants, so the snapshot is that of a shorter advance. Another call continues.
  ///
  /// Work that waits at the start of an instant does not count against the instant's limit of turns.
  package mutating func advance(to moment: Int, isHeld: Bool = false, pausing allowance: TurnAllowance) -> RunEnd {
    let last = isHeld ? moment - 1 : moment
    var turnsAtInstant = 1 - snapshot.agenda.count
    var turns = 0
    var turnsBeforePause = allowance.turns
    var turnsBeforeCut = Int.max
    var names: [String] = []
    while snapshot.fault == nil, let due = snapshot.agenda.nextDue(upTo: last) {
      if due > snapshot.time {
        if turns >= turnsBeforePause || allowance.pausesAtInstants && turns > 0 { return .paused }
        turnsAtInstant = 1 - snapshot.agenda.count
      } else {
        turnsAtInstant &+= 1
      }
      turns &+= 1
      if turns & TurnAllowance.turnsBetweenLooks == 0, allowance.isCancelled?() ?? false {
        if turns > turnsBeforeCut { return .cut }
        turnsBeforePause = 0
        turnsBeforeCut = min(turnsBeforeCut, turns &+ TurnAllowance.turnsToEndInstant)
      }
      let turnsLeft = min(
        program.limits.turnsPerInstant &- max(0, turnsAtInstant), program.limits.turnsPerStep &- turns)
      if turnsLeft < Kernel.cycleWindow {
        if turnsLeft < 0 {
          runsTooLong(names, atInstant: turnsAtInstant > program.limits.turnsPerInstant)
          return .finished
        }
        if let next = snapshot.agenda.first { names.append(next.name.text) }
      }
      runFirst()
    }
    if snapshot.fault == nil, moment > snapshot.time {
      if allowance.pausesAtInstants, turns > 0 { return .paused }
      snapshot.time = moment
    }
    return .finished
  }

  private mutating func runsTooLong(_ names: [String], atInstant: Bool) {
    guard let next = snapshot.agenda.first else { return }
    let cycle = Kernel.cycle(in: names)
    run(cause(of: next)) { kernel in
      let limits = kernel.program.limits
      if atInstant {
        kernel.reach("turnsPerInstant", limits.turnsPerInstant, cycle)
      } else {
        kernel.reach("turnsPerStep", limits.turnsPerStep, cycle)
      }
    }
  }
}

/// Limits a run between pauses.
package struct TurnAllowance: Sendable {
  /// A mask: cancellation is checked every fourth turn.
  static let turnsBetweenLooks = 3
  static let turnsToEndInstant = 64

  /// Turns until a pause at the end of an instant.
  package var turns: Int
  /// Whether to pause after each instant with turns.
  package var pausesAtInstants = false
  package var isCancelled: (@Sendable () -> Bool)?

  package init(turns: Int = .max, isCancelled: (@Sendable () -> Bool)? = nil) {
    self.turns = turns
    self.isCancelled = isCancelled
  }
}

package enum RunEnd: Hashable, Sendable {
  /// All work ran, or the model faulted.
  case finished
  /// Work is due later; none is due now.
  case paused
  /// Cancelled within an instant; no command reaches this snapshot.
  case cut
}
