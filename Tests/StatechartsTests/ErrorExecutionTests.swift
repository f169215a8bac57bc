import Testing

@testable import Statecharts

/// A machine that takes `error.execution` goes on after a fault of its code.
struct ErrorExecutionTests {
  private func machine(handles descriptor: String, limits: Limits = Limits()) -> Simulation {
    let log: Code = { turn, me, value in turn.send(value, by: me, port: 0) }
    let fault: Code = { turn, me, _ in
      turn.send("before", by: me, port: 0)
      turn.fault("no such row")
      turn.send("after", by: me, port: 0)
    }
    var working = ChartDefinition.State("working")
    working.transitions = [
      ChartDefinition.Transition(.event("go"), actions: [fault, fault]),
      ChartDefinition.Transition(.event(descriptor), to: ["broken"], actions: [log]),
    ]
    return Simulation(
      Program(
        templates: [
          Template("root", subjects: ["log"], chart: ChartDefinition([working, ChartDefinition.State("broken")]))
        ], limits: limits
      ))
  }

  @Test("the event carries the reason, and the code's rest does nothing", arguments: ["error.execution", "error", "*"])
  func handled(descriptor: String) {
    var simulation = machine(handles: descriptor)
    _ = simulation.effects()
    simulation.send("go")
    #expect(simulation.states == ["broken"])
    #expect(simulation.kernel.snapshot.fault == nil)
    #expect(simulation.kernel.turns.last?.effects.count { $0 == .output(subject: "log", value: "before") } == 2)
    #expect(simulation.kernel.turns.last?.effects.contains(.output(subject: "log", value: "after")) == false)
    #expect(simulation.kernel.turns.last?.effects.contains(.output(subject: "log", value: "no such row")) == true)
  }

  @Test("a machine that does not take it crashes")
  func unhandled() {
    var simulation = machine(handles: "other")
    _ = simulation.effects()
    simulation.send("go")
    #expect(simulation.kernel.snapshot.fault == "no such row")
    #expect(simulation.kernel.turns.last?.effects.last == .crashed("no such row"))
  }

  @Test("a handler that faults itself ends at the limit of microsteps")
  func loops() {
    let fault: Code = { turn, _, _ in turn.fault("again") }
    var state = ChartDefinition.State("a")
    state.transitions = [
      ChartDefinition.Transition(.event("error.execution"), actions: [fault]),
      ChartDefinition.Transition(.event("go"), actions: [fault]),
    ]
    var limits = Limits()
    limits.microsteps = 10
    var simulation = Simulation(Program(templates: [Template("root", chart: ChartDefinition([state]))], limits: limits))
    simulation.send("go")
    #expect(simulation.kernel.snapshot.fault == "limit microsteps of 10 reached")
  }
}
