import Testing

@testable import Statecharts

struct HistoryTests {
  private func player(_ kind: ChartDefinition.State.Kind) -> Simulation {
    Simulation([
      ChartDefinition.State(
        "on",
        children: [
          ChartDefinition.State("back", kind).otherwise("slow", say: "default"),
          ChartDefinition.State(
            "slow", children: [ChartDefinition.State("s1").on("deeper", to: "s2"), ChartDefinition.State("s2")]
          ).on(
            "faster", to: "fast"),
          ChartDefinition.State(
            "fast", children: [ChartDefinition.State("f1").on("deeper", to: "f2"), ChartDefinition.State("f2")]),
        ]
      ).on("off", to: "off"),
      ChartDefinition.State("off").on("resume", to: "back").on("start", to: "on"),
    ])
  }

  @Test("without a memory a history state enters its default and runs its action")
  func empty() {
    var simulation = Simulation([
      ChartDefinition.State("off").on("resume", to: "back"),
      ChartDefinition.State(
        "on",
        children: [
          ChartDefinition.State("back", .deepHistory).otherwise("b", say: "default"), ChartDefinition.State("a"),
          ChartDefinition.State("b"),
        ]
      ).told,
    ])
    simulation.send("resume")
    #expect(simulation.states == ["on", "b"])
    #expect(simulation.said() == ["+on", "default", "+b"])
  }

  @Test("shallow history remembers the child, and enters it by default")
  func shallow() {
    var simulation = player(.shallowHistory)
    for event: Name in ["faster", "deeper", "off", "resume"] { simulation.send(event) }
    #expect(simulation.states == ["on", "fast", "f1"])
  }

  @Test("deep history remembers the whole configuration below")
  func deep() {
    var simulation = player(.deepHistory)
    for event: Name in ["faster", "deeper", "off", "resume"] { simulation.send(event) }
    #expect(simulation.states == ["on", "fast", "f2"])
    for event: Name in ["off", "start"] { simulation.send(event) }
    #expect(simulation.states == ["on", "slow", "s1"])
  }

  @Test("deep history of a parallel state remembers every region")
  func parallel() {
    let region = { (name: Name) in
      ChartDefinition.State(
        name, children: [ChartDefinition.State("\(name)1").on(name, to: "\(name)2"), ChartDefinition.State("\(name)2")])
    }
    var simulation = Simulation([
      ChartDefinition.State(
        "p", .parallel, children: [ChartDefinition.State("back", .deepHistory), region("a"), region("b")]
      ).on(
        "off", to: "off"),
      ChartDefinition.State("off").on("resume", to: "back"),
    ])
    for event: Name in ["b", "off", "resume"] { simulation.send(event) }
    #expect(simulation.states == ["p", "a", "a1", "b", "b2"])
  }
}
