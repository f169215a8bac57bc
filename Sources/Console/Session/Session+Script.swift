import Exploration
import Statecharts
import ViewModels

/// The commands of a case, as a search makes them.
package struct CaseScript: Sendable {
  package private(set) var commands: [DrivenStimulus] = []
  /// Why there are none of a case that has some; nil when all are there.
  package private(set) var omission: String?

  fileprivate init(_ commands: [DrivenStimulus] = [], omission: String? = nil) {
    self.commands = commands
    self.omission = omission
  }
}

extension Session {
  /// The commands that lead to where the case stands; none while no machine is open. They run again: linear in them.
  package var script: CaseScript { run?.script ?? CaseScript() }
}

extension CaseRun {
  fileprivate var script: CaseScript {
    guard seed ?? 0 == 0 else {
      return CaseScript(omission: "not swept: a case with a seed")
    }
    var commands: [DrivenStimulus] = []
    var reached = StandingMachine(machine, at: tree.start)
    for node in tree.path(to: tree.position) {
      let command = command(of: tree.command(of: node), at: reached)
      commands.append(DrivenStimulus(command.stimulus, isHeld: command.isHeld))
      reached.step { stepper in _ = stepper.step(command.stimulus, isHeld: command.isHeld) }
    }
    return CaseScript(commands)
  }
}
