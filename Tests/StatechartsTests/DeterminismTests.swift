import Testing

@testable import Statecharts

/// Stepping is a pure function, and what a normal form leaves out makes no difference.
struct DeterminismTests {
  /// What happened, with times relative to the beginning.
  private func trace(_ simulation: inout Simulation, from time: Int) -> [Turn] {
    defer { simulation.kernel.forgetTurns() }
    return simulation.kernel.turns.map { Turn(time: $0.time - time, cause: $0.cause, effects: $0.effects) }
  }

  @Test("the normal form commutes with stepping", arguments: WalkedMachine.all)
  func normalFormCommutes(machine: WalkedMachine) {
    for seed in 0..<8 {
      var random = SplitMix64(state: UInt64(seed))
      var simulation = machine.opened()
      let program = simulation.kernel.program
      for step in 0..<40 {
        simulation.kernel.forgetTurns()
        var normal = Simulation(program, from: simulation.kernel.snapshot.normalised(program))
        let start = simulation.kernel.snapshot.time
        let act = machine.choice(&random)
        act(&simulation)
        act(&normal)
        let place = "seed \(seed) step \(step)"
        #expect(trace(&simulation, from: start) == trace(&normal, from: 0), "\(place)")
        let bytes = simulation.kernel.snapshot.canonicalBytes(program)
        guard bytes == normal.kernel.snapshot.canonicalBytes(program) else {
          Issue.record(
            "\(place)\n\(simulation.kernel.snapshot.normalised(program).value(program).line)\n\(normal.kernel.snapshot.normalised(program).value(program).line)"
          )
          return
        }
      }
      #expect(simulation.kernel.snapshot.fault == nil)
      let normal = simulation.kernel.snapshot.normalised(program)
      #expect(normal.canonicalBytes(program) == simulation.kernel.snapshot.canonicalBytes(program))
      #expect(normal.normalised(program).value(program) == normal.value(program))
    }
  }

  @Test("the same cause on the same snapshot gives the same turns and the same snapshot", arguments: WalkedMachine.all)
  func pure(machine: WalkedMachine) {
    var random = SplitMix64(state: 7)
    var simulation = machine.opened()
    let program = simulation.kernel.program
    for _ in 0..<60 {
      let act = machine.choice(&random)
      var again = Simulation(program, from: simulation.kernel.snapshot)
      var unrecorded = again.copy
      unrecorded.kernel.isRecording = false
      let before = simulation.kernel.snapshot
      let beforeValue = before.value(program)
      simulation.kernel.forgetTurns()
      act(&simulation)
      #expect(before.value(program) == beforeValue)
      act(&again)
      act(&unrecorded)
      #expect(again.kernel.turns == simulation.kernel.turns)
      #expect(again.kernel.snapshot.value(program) == simulation.kernel.snapshot.value(program))
      #expect(unrecorded.kernel.snapshot.value(program) == simulation.kernel.snapshot.value(program))
      #expect(unrecorded.kernel.turns.isEmpty)
    }
  }

  @Test("copies do not influence each other")
  func copies() {
    var simulation = CellReuseTests.home(isCut: true)
    simulation.advance(to: 1500)
    var copy = simulation.copy
    copy.advance(to: 4000)
    let rows = simulation.read("rows").items.compactMap(\.target)
    #expect(simulation.kernel.snapshot.time == 1500)
    #expect(rows.map { simulation.kernel.read($0, port: 0) } == ["10", "22"])
    #expect(rows.map { copy.kernel.read($0, port: 0) } == ["12", "24"])
  }

  @Test("garbage that is still in the table makes no difference to the normal form")
  func gaps() {
    var simulation = LifetimeTests.page()
    let program = simulation.kernel.program
    simulation.act { turn, me in turn.makeRows(2, of: me) }
    let first = simulation.kernel.snapshot.canonicalBytes(program)
    simulation.act { turn, me in turn.makeRows(2, of: me) }
    #expect(simulation.read("rows") == [.reference(InstanceID(3)), .reference(InstanceID(4))])
    #expect(simulation.kernel.snapshot.canonicalBytes(program) == first)
  }
}
