import Testing

@testable import Statecharts

/// Regions that are active together.
struct ParallelTests {
  private func pair(_ name: Name, _ event: Name) -> ChartDefinition.State {
    ChartDefinition.State(
      name,
      children: [
        ChartDefinition.State("\(name)1").on(event, to: "\(name)2"),
        ChartDefinition.State("\(name)2").on(event, to: "\(name)1"),
      ])
  }

  @Test("regions are entered in document order and left in reverse")
  func order() {
    var simulation = Simulation([
      ChartDefinition.State("p", .parallel, children: [pair("a", "go"), pair("b", "go")]).on("leave", to: "q").told,
      ChartDefinition.State("q").told,
    ])
    #expect(simulation.effects() == ["root:  -> p(a.a1, b.b1)", "+p", "+a", "+a1", "+b", "+b1"])
    simulation.send("leave")
    #expect(simulation.effects() == ["-b1", "-b", "-a1", "-a", "-p", "root: p(a.a1, b.b1) -> q", "+q"])
  }

  @Test("one event moves every region that takes it, in one microstep")
  func together() {
    var simulation = Simulation([pair("a", "go").told, pair("b", "go").told], isParallel: true)
    _ = simulation.effects()
    simulation.send("go")
    #expect(simulation.effects() == ["-b1", "-a1", "a: a1 -> a2", "b: b1 -> b2", "+a2", "+b2"])
  }

  @Test("of two transitions in conflict the one in the earlier region wins")
  func conflict() {
    var simulation = Simulation([
      ChartDefinition.State(
        "p", .parallel,
        children: [
          ChartDefinition.State("a", children: [ChartDefinition.State("a1").on("go", to: "x")]),
          ChartDefinition.State("b", children: [ChartDefinition.State("b1").on("go", to: "y")]),
        ]),
      ChartDefinition.State("x"), ChartDefinition.State("y"),
    ])
    simulation.send("go")
    #expect(simulation.states == ["x"])
  }

  @Test("a transition from deeper inside pre-empts one from around it")
  func preemption() {
    // a1 has no transition of its own, so the one of p is found for it first; b1's comes from deeper and wins.
    var simulation = Simulation([
      ChartDefinition.State(
        "p", .parallel,
        children: [
          ChartDefinition.State("a", children: [ChartDefinition.State("a1")]),
          ChartDefinition.State(
            "b", children: [ChartDefinition.State("b1").on("go", to: "b2"), ChartDefinition.State("b2")]),
        ]
      ).on("go", to: "x"),
      ChartDefinition.State("x"),
    ])
    simulation.send("go")
    #expect(simulation.states == ["p", "a", "a1", "b", "b2"])
    simulation.send("go")
    #expect(simulation.states == ["x"])
  }

  @Test("a transition into another top region leaves all and enters all again")
  func acrossRegions() {
    var simulation = Simulation(
      [
        ChartDefinition.State("a", children: [ChartDefinition.State("a1").on("go", to: "b2")]),
        ChartDefinition.State("b", children: [ChartDefinition.State("b1"), ChartDefinition.State("b2")]),
        ChartDefinition.State("c", children: [ChartDefinition.State("c1")]),
      ], isParallel: true)
    simulation.send("go")
    #expect(simulation.states == ["a", "a1", "b", "b2", "c", "c1"])
  }

  @Test("several targets enter several regions, the others by default")
  func targets() {
    var simulation = Simulation([
      ChartDefinition.State("start").on("go", to: "a2", "b2"),
      ChartDefinition.State("p", .parallel, children: [pair("a", "x"), pair("b", "x"), pair("c", "x")]),
    ])
    simulation.send("go")
    #expect(simulation.states == ["p", "a", "a2", "b", "b2", "c", "c1"])
  }

  @Test("a compound state is done when its final state is entered, a parallel one when all its regions are")
  func done() {
    let region = { (name: Name) in
      ChartDefinition.State(
        name,
        children: [
          ChartDefinition.State("\(name)1").on(name, to: "\(name)End"), ChartDefinition.State("\(name)End", .final),
        ])
    }
    var simulation = Simulation([
      ChartDefinition.State("p", .parallel, children: [region("a"), region("b")])
        .on("done.state.a", say: "a is done").on("done.state.b", say: "b is done").on(
          "done.state.p", to: "q", say: "all"),
      ChartDefinition.State("q"),
    ])
    simulation.send("b")
    #expect(simulation.said() == ["b is done"])
    simulation.send("a")
    #expect(simulation.said() == ["a is done", "all"])
    #expect(simulation.states == ["q"])
  }

  @Test("a chart whose top state is final has finished and takes nothing more")
  func finished() {
    var simulation = Simulation([
      ChartDefinition.State("a").on("end", to: "z").on("go", to: "a"), ChartDefinition.State("z", .final),
    ])
    simulation.send("end")
    _ = simulation.effects()
    simulation.send("go")
    #expect(simulation.effects() == ["refused go: the chart has finished"])
  }
}
