import SeededRandom

@testable import Statecharts

extension WalkedMachine {
  /// One random thing that may happen next: an act, held or not, a piece of work out of turn, or time.
  func choice(_ random: inout SplitMix64) -> (inout Simulation) -> Void {
    let action = Int.random(in: 0..<8, using: &random)
    let stimulus = stimuli.randomElement(using: &random)!
    let number = Int.random(in: 0..<4, using: &random)
    return { simulation in
      switch action {
      case 0: simulation.hold("held", stimulus)
      case 1: simulation.kernel.runWork(at: number)
      case 2: simulation.advance(to: simulation.kernel.snapshot.time + [0, 1, 300, 1000][number])
      default: simulation.act("act", stimulus)
      }
    }
  }
}
