import Testing

@testable import Statecharts

struct HistoryTests {
  private func player(_ kind: Chart.State.Kind) -> Simulation {
    Simulation([
      Chart.State(
        "on",
        children: [
          Chart.State("back", kind).otherwise("slow", say: "default"),
          Chart.State("slow", children: [Chart.State("s1").on("deeper", to: "s2"), Chart.State("s2")]).on(
            "faster", to: "fast"),
          Chart.State("fast", children: [Chart.State("f1").on("deeper", to: "f2"), Chart.State("f2")]),
        ]
      ).on("off", to: "off"),
      Chart.State("off").on("resume", to: "back").on("start", to: "on"),
    ])
  }

  @Test("without a memory a history state enters its default and runs its action")
  func empty() {
    var simulation = Simulation([
      Chart.State("off").on("resume", to: "back"),
      Chart.State(
        "on",
        children: [
          Chart.State("back", .deepHistory).otherwise("b", say: "default"), Chart.State("a"), Chart.State("b"),
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
    for event in ["faster", "deeper", "off", "resume"] { simulation.send(event) }
    #expect(simulation.states == ["on", "fast", "f1"])
  }

  @Test("deep history remembers the whole configuration below")
  func deep() {
    var simulation = player(.deepHistory)
    for event in ["faster", "deeper", "off", "resume"] { simulation.send(event) }
    #expect(simulation.states == ["on", "fast", "f2"])
    for event in ["off", "start"] { simulation.send(event) }
    #expect(simulation.states == ["on", "slow", "s1"])
  }

  @Test("deep history of a parallel state remembers every region")
  func parallel() {
    let region = { (name: String) in
      Chart.State(name, children: [Chart.State("\(name)1").on(name, to: "\(name)2"), Chart.State("\(name)2")])
    }
    var simulation = Simulation([
      Chart.State("p", .parallel, children: [Chart.State("back", .deepHistory), region("a"), region("b")]).on(
        "off", to: "off"),
      Chart.State("off").on("resume", to: "back"),
    ])
    for event in ["b", "off", "resume"] { simulation.send(event) }
    #expect(simulation.states == ["p", "a", "a1", "b", "b2"])
  }
}
