import Testing

@testable import Statecharts

struct RefusalTests {
  private func login(_ answer: Outcome = .ok) -> Simulation {
    Simulation(
      [
        ChartDefinition.State("idle").on("login", to: "validating").on("boost", to: "idle", when: .field("ok")),
        ChartDefinition.State("validating").always(to: "executing"),
        ChartDefinition.State("executing").invoke("authenticate").on("authenticate.ok", to: "succeeded").on(
          "authenticate.fail", to: "failed"),
        ChartDefinition.State("succeeded"), ChartDefinition.State("failed").on("dismissed", to: "idle"),
      ], services: [ServiceDefinition("authenticate", delay: 1000) { _ in (answer, .null) }])
  }

  @Test("no transition: the reason names the state")
  func noTransition() {
    var simulation = login()
    _ = simulation.effects()
    simulation.send("dismissed")
    #expect(simulation.effects() == ["refused dismissed: no transition in idle"])
  }

  @Test("a guard that does not hold is named")
  func guardName() {
    var simulation = login()
    _ = simulation.effects()
    simulation.send("boost")
    #expect(simulation.effects() == ["refused boost: 'ok' does not hold (ok false)"])
  }

  @Test("what would start the request that is under way is refused as already executing; other events are not")
  func alreadyExecuting() {
    var simulation = login()
    simulation.send("login")
    _ = simulation.effects()
    simulation.send("login")
    simulation.send("dismissed")
    #expect(
      simulation.effects() == ["refused login: already executing", "refused dismissed: no transition in executing"])
  }

  @Test("the reason names the state of every region")
  func regions() {
    var simulation = Simulation(
      [
        ChartDefinition.State("a", children: [ChartDefinition.State("a1")]),
        ChartDefinition.State("b", children: [ChartDefinition.State("b1")]),
      ],
      isParallel: true)
    _ = simulation.effects()
    simulation.send("go")
    #expect(simulation.effects() == ["refused go: no transition in a1, b1"])
  }

  @Test("an event that arose inside is dropped without a word")
  func inside() {
    var simulation = Simulation([ChartDefinition.State("a")])
    _ = simulation.effects()
    simulation.act { turn, me in turn.raise("go", for: me) }
    #expect(simulation.effects() == [])
  }

  @Test("an instance without a chart says so")
  func withoutChart() {
    var simulation = Simulation(Program(templates: [.slots("page")]))
    simulation.send("go")
    #expect(simulation.effects() == ["refused go: 'page' has no chart"])
  }
}
