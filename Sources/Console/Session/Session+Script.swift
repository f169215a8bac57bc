import Exploration
import Statecharts
import ViewModels

/// The commands of a case, as a search makes them.
package struct CaseScript: Sendable {
  /// Why the commands behind these are left out.
  package enum Cut: Sendable {
    /// The app is restarted: its clock begins anew, by which a sweep counts.
    case restart
    /// The case has a seed or begins with a snapshot: it is not the opened machine where the script begins.
    case start

    /// What is said of it.
    package var told: String {
      switch self {
      case .restart: "not swept: what comes from 'restart' on"
      case .start: "not swept: a case with a seed, or one that begins with a snapshot"
      }
    }
  }

  package private(set) var commands: [DrivenStimulus] = []
  /// Nil when all are there.
  package private(set) var cut: Cut?

  fileprivate mutating func add(_ command: DrivenStimulus) { commands.append(command) }
  fileprivate mutating func end(_ cut: Cut) { self.cut = cut }
}

extension Session {
  /// The commands that lead to where the case stands; none while no machine is open. They run again: linear in them.
  package var script: CaseScript { run?.script ?? CaseScript() }
}

extension CaseRun {
  fileprivate var script: CaseScript {
    var script = CaseScript()
    guard origin == nil, seed ?? 0 == 0 else {
      script.end(.start)
      return script
    }
    var reached = StandingMachine(machine, at: tree.start)
    for node in tree.path(to: tree.position) {
      let act = act(of: tree.command(of: node), at: reached)
      guard act.stimulus != .restart else {
        script.end(.restart)
        break
      }
      script.add(DrivenStimulus(act.stimulus, isHeld: act.isHeld))
      reached.step { run in
        run.begin(act.resolved, isHeld: act.isHeld)
        while run.runPiece(TurnAllowance()) == .paused {}
        _ = run.takeTurns()
      }
    }
    return script
  }
}
