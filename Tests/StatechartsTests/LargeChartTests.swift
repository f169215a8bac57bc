import Testing

@testable import Statecharts

/// Charts that do not fit a machine word.
struct LargeChartTests {
  /// A ring of states in each of some regions.
  private func ring(regions: Int, states: Int) -> Simulation {
    let all = (0..<regions).map { region in
      ChartDefinition.State(
        "r\(region)",
        children: (0..<states).map { state in
          ChartDefinition.State("r\(region)s\(state)").on(
            "next r\(region).next", to: "r\(region)s\((state + 1) % states)")
        })
    }
    return Simulation([
      ChartDefinition.State("on", .parallel, children: [ChartDefinition.State("back", .deepHistory)] + all).on(
        "off", to: "off"),
      ChartDefinition.State("off").on("on", to: "back"),
    ])
  }

  @Test("all of 40 regions move at one event, across the words of the configuration")
  func together() {
    var simulation = ring(regions: 40, states: 5)
    simulation.send("next")
    simulation.send("r7.next")
    let leaves = simulation.states.filter { $0.contains("s") }
    #expect(leaves == (0..<40).map { "r\($0)s\($0 == 7 ? 2 : 1)" })
  }

  @Test("deep history restores all of them")
  func history() {
    var simulation = ring(regions: 40, states: 5)
    for event: Name in ["r3.next", "r39.next", "off"] { simulation.send(event) }
    #expect(simulation.states == ["off"])
    simulation.send("on")
    let moved = simulation.states.filter { $0.hasSuffix("s1") }
    #expect(moved == ["r3s1", "r39s1"])
  }

  @Test("2,000 states with an event of their own each")
  func sparse() {
    let count = 2_000
    var simulation = Simulation(
      (0..<count).map { ChartDefinition.State("s\($0)").on("e\($0)", to: "s\(($0 + 1_001) % count)") })
    for event: Name in ["e0", "e1001", "e2"] { simulation.send(event) }
    #expect(simulation.states == ["s1003"])
  }

  @Test("a set of states is what its members are, in every word")
  func sets() {
    let members = [0, 1, 63, 64, 65, 127, 128, 300]
    var set = StateSet(members)
    #expect(set.states == members)
    #expect(set.last == 300)
    #expect(set.members(from: 1, to: 128).states == [1, 63, 64, 65, 127])
    #expect(set.members(from: 64, to: 65).states == [64])
    #expect(set.members(from: 301, to: 400).isEmpty)
    #expect(set.next(from: 129) == 300)
    #expect(set.next(from: 301) == nil)
    set.subtract(StateSet([0, 300]))
    set.remove(64)
    #expect(set.states == [1, 63, 65, 127, 128])
    #expect(set.last == 128)
    #expect(set.isDisjoint(with: StateSet([0, 2, 129])))
    #expect(!set.isDisjoint(with: StateSet([127])))
    set.formUnion(StateSet([500]))
    #expect(set.contains(500) && !set.contains(499) && !set.contains(5_000))
  }
}
