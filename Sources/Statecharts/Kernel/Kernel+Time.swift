extension Kernel {
  /// Runs the work that is due, until none is.
  public mutating func drain() {
    advance(to: snapshot.time)
  }

  /// Lets time pass up to a moment and runs what becomes due on the way. Ends early when the model faults.
  ///
  /// - Parameter isHeld: Whether work that is due at that very moment is left waiting.
  public mutating func advance(to moment: Int, isHeld: Bool = false) {
    _ = advance(to: moment, isHeld: isHeld, pausing: TurnAllowance())
  }

  /// Lets time pass as far as an allowance of turns goes.
  ///
  /// A pause comes between two instants only, when nothing is due any more at the time that the clock shows: the snapshot
  /// is then what a shorter advance would have led to. Asking again goes on.
  ///
  /// What waits when an instant begins is given, however much it is; the limit of its turns counts what that leads to.
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

/// How long the kernel runs before it looks up.
package struct TurnAllowance: Sendable {
  /// It asks whether it shall stop once in so many turns and one: a power of two less one.
  static let turnsBetweenLooks = 3
  /// How many turns more an instant may take to end once it shall stop.
  static let turnsToEndInstant = 64

  /// How many turns run before a pause; it comes when the instant under way has ended.
  package var turns: Int
  /// Whether a pause comes behind each instant in which something ran.
  package var pausesAtInstants = false
  /// Whether to stop as soon as possible, asked from within a run.
  package var isCancelled: (@Sendable () -> Bool)?

  package init(turns: Int = .max, isCancelled: (@Sendable () -> Bool)? = nil) {
    self.turns = turns
    self.isCancelled = isCancelled
  }
}

/// How a run of due work ended.
package enum RunEnd: Hashable, Sendable {
  /// Everything ran, or the model faulted.
  case finished
  /// More is due later. Nothing is due now.
  case paused
  /// It was stopped in an instant that did not end: what was reached is nothing that a command leads to.
  case cut
}
