import Testing

@testable import Statecharts

/// Charts that finish, and what final states hand on.
struct FinalStateTests {
  @Test("a final state's data comes with done.state of its parent, and a parallel state's carries none")
  func data() {
    var end = ChartDefinition.State("end", .final)
    end.doneData = { turn, me in turn.read(me, "ok") }
    var parent = ChartDefinition.State("p", children: [ChartDefinition.State("a").on("go", to: "end"), end])
    parent.transitions = [
      ChartDefinition.Transition(
        .event("done.state.p"), to: ["z"], actions: [{ turn, _, value in turn.say("data", value) }])
    ]
    var simulation = Simulation([parent, ChartDefinition.State("z")])
    _ = simulation.said()
    simulation.send("go")
    #expect(simulation.said() == ["data false"])
  }

  @Test("a chart that finishes runs the exit actions of what is active, keeps its configuration and drops its events")
  func finishing() {
    var simulation = Simulation(
      [
        ChartDefinition.State("a").on("end", to: "z").entry { turn, me, _ in turn.send("late", to: me, after: 10) },
        ChartDefinition.State("z", .final).entry { turn, me, _ in turn.raise("end", for: me) },
      ].map(\.told))
    _ = simulation.said()
    simulation.send("end")
    #expect(simulation.effects().filter { !$0.hasPrefix("refused") } == ["-a", "root: a -> z", "+z", "-z"])
    #expect(simulation.states == ["z"])
    #expect(simulation.kernel.snapshot.machineEntry(simulation.root, simulation.kernel.program)?.isFinished == true)
    #expect(simulation.kernel.snapshot.workCount == 0)
  }

  @Test("a chart may finish as soon as it starts")
  func atOnce() {
    var simulation = Simulation([ChartDefinition.State("z", .final).told])
    #expect(simulation.said() == ["+z", "-z"])
    simulation.send("go")
    #expect(simulation.effects() == ["refused go: the chart has finished"])
  }

  @Test("parallel top regions finish the chart when all are in final states")
  func regions() {
    let region = { (name: Name) in
      ChartDefinition.State(
        name,
        children: [
          ChartDefinition.State("\(name)1").on(name, to: "\(name)End"), ChartDefinition.State("\(name)End", .final),
        ])
    }
    var simulation = Simulation([region("a"), region("b")], isParallel: true)
    simulation.send("a")
    #expect(simulation.kernel.snapshot.machineEntry(simulation.root, simulation.kernel.program)?.isFinished == false)
    simulation.send("b")
    #expect(simulation.kernel.snapshot.machineEntry(simulation.root, simulation.kernel.program)?.isFinished == true)
    #expect(simulation.states == ["a", "aEnd", "b", "bEnd"])
  }
}
