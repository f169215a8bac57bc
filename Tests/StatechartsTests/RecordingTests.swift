import Testing

@testable import Statecharts

/// Effects recorded as numbers against those recorded as they are told.
struct RecordingTests {
  @Test("on 300 generated systems both forms of a recording tell the same effects")
  func agrees() {
    var (told, parallel) = (0, 0)
    for seed in 0..<300 {
      var generator = SpecGenerator(seed: UInt64(seed))
      let system = generator.system()
      let script = generator.script()
      if Self.isEndless(system, script) { continue }
      // Who watches turns wants them told at once.
      let watched = system.program(watchedBy: [Monitor("watched", remembering: .null) { _, _ in true }])
      #expect(watched.remembersTurns && !system.program.remembersTurns)
      var numbered = Simulation(system.program)
      var spelled = Simulation(watched)
      for step in [nil] + script.map(Optional.some) {
        if let step {
          numbered.perform(step)
          spelled.perform(step)
        }
        let effects = numbered.effects()
        #expect(effects == spelled.effects(), "seed \(seed)")
        told += effects.count { $0.hasPrefix("root: ") }
        parallel += effects.count { $0.hasPrefix("root: ") && $0.contains("(") }
      }
    }
    #expect(told > 1_000)
    #expect(parallel > 300)
  }

  private static func isEndless(_ system: SpecSystem, _ script: [SpecStimulus]) -> Bool {
    let world = ReferenceWorld(system)
    script.forEach(world.perform)
    return world.isEndless
  }

  @Test("a region moves as it is told beside others, and one without a state yet moves from nothing")
  func regions() {
    let states = ["a", "b"].map { name in
      ChartDefinition.State(
        name,
        children: [
          ChartDefinition.State("\(name)1").on("go", to: "\(name)2"),
          ChartDefinition.State(
            "\(name)2", .parallel, children: ["x", "y"].map { ChartDefinition.State("\(name)\($0)") }
          ).on("go", to: "\(name)1"),
        ])
    }
    var simulation = Simulation(states, isParallel: true)
    #expect(simulation.effects() == ["a:  -> a1", "b:  -> b1"])
    simulation.send("go")
    simulation.send("go")
    #expect(
      simulation.effects() == [
        "a: a1 -> a2(ax, ay)", "b: b1 -> b2(bx, by)", "a: a2(ax, ay) -> a1", "b: b2(bx, by) -> b1",
      ])
  }
}
