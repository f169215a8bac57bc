import Statecharts
import SwiftYardsticks
import ViewModels

/// W9 and W11: what a search does with every snapshot that it reaches: take its key, and step a copy of it.
enum KeyRun {
  /// Nanoseconds for one key after a step: for a step with its key, less those for the step.
  static func onEngine(_ keys: Int, of machine: Machine) -> Double {
    steps(keys, of: machine, takingKeys: true) - steps(keys, of: machine, takingKeys: false)
  }

  /// Nanoseconds for one step, with the key of where it led or without.
  static func steps(_ steps: Int, of machine: Machine, takingKeys: Bool) -> Double {
    var maker = KeyMaker(machine.program)
    return drive(steps, machine) { stepper, stimulus in
      check(stepper.step(stimulus))
      if takingKeys { check(stepper.key(by: &maker)) }
    }
  }

  /// Nanoseconds for one key of the page by hand, by the standard library's hash.
  static func byHand(_ keys: Int) -> Double {
    var states: [LoginPageByHand.State] = []
    PageRun.drive(LoginPageByHand(say: nil), 12) { states.append($0.state) }
    return duration(keys * 10) { keys in
      for index in 0..<keys { check(states[index % states.count].hashValue) }
    }
  }

  /// Nanoseconds for one step, on a snapshot that nobody else holds or on a copy while the original is kept.
  static func steps(_ steps: Int, onCopies isCopying: Bool) -> Double {
    drive(steps, PageRun.machine) { stepper, stimulus in
      if isCopying {
        let original = stepper.snapshot
        check(stepper.step(stimulus))
        check(original.time)
      } else {
        check(stepper.step(stimulus))
      }
    }
  }

  /// Nanoseconds for one of so many visits with the stimuli of the page, by one stepper that records nothing.
  private static func drive(
    _ steps: Int, _ machine: Machine, _ visit: (inout Stepper, ViewModels.Stimulus) -> Void
  ) -> Double {
    var stepper = Stepper(machine, from: machine.open().snapshot)
    stepper.isRecording = false
    return duration(steps) { steps in
      for step in 0..<steps { visit(&stepper, PageRun.stimuli[step / 6 % 2][step % 6]) }
    }
  }
}
