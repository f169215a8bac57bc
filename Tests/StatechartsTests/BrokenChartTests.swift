import SeededRandom
import Testing

@testable import Statecharts

/// Charts of every shape, right and wrong: what cannot run is found, and nothing traps.
struct BrokenChartTests {
  private static let names: [Name] = ["a", "b", "c", "a", "b", "c", "a", "b", "c", "missing"]

  private func makeState(_ depth: Int, _ random: inout SplitMix64) -> ChartDefinition.State {
    let count = depth > 2 ? 0 : Int.random(in: -2...3, using: &random)
    let children = count > 0 ? (0..<count).map { _ in makeState(depth + 1, &random) } : []
    let kinds: [ChartDefinition.State.Kind] = [.atomic, .compound, .parallel, .final, .shallowHistory, .deepHistory]
    let usual: ChartDefinition.State.Kind? =
      Int.random(in: 0..<12, using: &random) == 0 ? kinds.randomElement(using: &random) : nil
    var state = ChartDefinition.State(Self.names.randomElement(using: &random)!, usual, children: children)
    if Int.random(in: 0..<6, using: &random) == 0 { state.initial = [Self.names.randomElement(using: &random)!] }
    for _ in 0..<Int.random(in: 0...1, using: &random) {
      let triggers: [ChartDefinition.Trigger] = [.event("x"), .event("y"), .after(10), .always]
      state.transitions.append(
        ChartDefinition.Transition(
          triggers.randomElement(using: &random)!,
          to: (0..<Int.random(in: 0...2, using: &random)).map { _ in Self.names.randomElement(using: &random)! }))
    }
    return state
  }

  @Test("a chart with errors faults when it is opened, one without runs; neither traps")
  func neverTraps() {
    var (broken, sound) = (0, 0)
    for seed in 0..<600 {
      var random = SplitMix64(seed: seed)
      let states = (0..<Int.random(in: 1...3, using: &random)).map { _ in makeState(0, &random) }
      let chart = ChartDefinition(isParallel: Bool.random(using: &random), states)
      let hasErrors = chart.findings.contains { $0.severity == .error }
      var simulation = Simulation(states, isParallel: chart.isParallel, limits: .few)
      let fault = simulation.kernel.snapshot.fault
      #expect((fault?.hasPrefix("the chart of 'root' cannot run: ") ?? false) == hasErrors, "seed \(seed)")
      if hasErrors { broken += 1 } else { sound += 1 }
      for event: Name in ["x", "y", "x"] { simulation.send(event) }
      simulation.advance(to: 100)
    }
    #expect(broken > 100 && sound > 100)
  }

  @Test("opening a chart with errors says where, why and what to do")
  func opening() {
    let simulation = Simulation([ChartDefinition.State("a").on("go", to: "b").on("x", to: "c")])
    #expect(
      simulation.kernel.snapshot.fault
        == "the chart of 'root' cannot run: a, on 'go': the chart has no state 'b'; name an existing state (and 1 more)"
    )
  }
}

extension Limits {
  fileprivate static let few: Limits = {
    var limits = Limits()
    limits.microsteps = 20
    return limits
  }()
}
