import Testing

@testable import Statecharts

/// What the kernel tallies against what the reference interpreter says of each microstep.
struct TallyTests {
  /// What was said of the charts: the states that were entered, and the transitions that were taken, by
  /// `state#position`.
  private struct Said {
    var states: Set<String> = []
    var transitions: Set<String> = []

    mutating func add(_ lines: [String], _ labels: Set<String>) {
      for line in lines {
        if line.hasPrefix("+") { states.insert(String(line.dropFirst())) }
        let label = line.prefix { $0 != "(" }
        if labels.contains(String(label)) { transitions.insert(String(label)) }
      }
    }
  }

  /// The same as the tally has it. History states stand for nothing that is said.
  private static func tallied(_ tally: RunTally, _ program: Program) -> Said {
    var said = Said()
    for (index, template) in program.templates.enumerated() {
      guard let chart = template.chart?.description else { continue }
      for (state, row) in chart.states.enumerated().dropFirst() where !row.isHistory {
        if tally.wasActive(state, of: index) { said.states.insert(row.name.text) }
        for (position, transition) in row.transitions.enumerated() where tally.wasTaken(transition, of: index) {
          said.transitions.insert("\(row.name)#\(position)")
        }
      }
    }
    return said
  }

  private static func labels(_ program: Program) -> Set<String> {
    Set(
      program.templates.compactMap(\.chart?.description).flatMap { chart in
        chart.states.filter { !$0.isHistory }.flatMap { row in row.transitions.indices.map { "\(row.name)#\($0)" } }
      })
  }

  @Test("600 charts with random events and delays: what was entered and taken is what was tallied", arguments: 0..<2)
  func agrees(part: Int) {
    var counts = (compared: 0, transitions: 0)
    for seed in part * 300..<(part + 1) * 300 {
      var generator = SpecGenerator(seed: UInt64(seed))
      let (system, script) = (generator.system(), generator.script())
      let world = ReferenceWorld(system)
      if world.isEndless { continue }
      let program = system.program
      var simulation = Simulation(program, isTallying: true)
      var plain = Simulation(program)
      var said = Said()
      said.add(world.trace(), Self.labels(program))
      for step in script {
        world.perform(step)
        if world.isEndless { break }
        simulation.perform(step)
        plain.perform(step)
        said.add(world.trace(), Self.labels(program))
      }
      if world.isEndless { continue }
      let tallied = Self.tallied(simulation.kernel.takeTally(), program)
      #expect(tallied.states == said.states, "seed \(seed)\n\(system.text)\n\(script)")
      #expect(tallied.transitions == said.transitions, "seed \(seed)\n\(system.text)\n\(script)")
      #expect(simulation.trace() == plain.trace(), "seed \(seed)")
      counts.compared += 1
      counts.transitions += said.transitions.count
    }
    #expect(counts.compared > 150 && counts.transitions > 300, "\(counts)")
  }

  @Test("a history state's default counts when nothing was remembered, and not when something was")
  func historyDefault() {
    var off = ChartDefinition.State("off")
    off.transitions = [ChartDefinition.Transition(.event("on"), to: ["h"])]
    var history = ChartDefinition.State("h", .shallowHistory)
    history.transitions = [ChartDefinition.Transition(.always, to: ["slow"])]
    var run = ChartDefinition.State("run", children: [history, ChartDefinition.State("slow")])
    run.transitions = [ChartDefinition.Transition(.event("off"), to: ["off"])]
    let program = Program(templates: [Template("root", chart: ChartDefinition([off, run]))])
    var simulation = Simulation(program, isTallying: true)
    #expect(
      program.templates[0].chart?.description.transitions.map(\.trigger) == [.event("on"), .event("off"), .always])
    simulation.send("on")
    #expect(simulation.kernel.takeTally().wasTaken(2, of: 0))
    simulation.send("off")
    simulation.send("on")
    let tally = simulation.kernel.takeTally()
    #expect(!tally.wasTaken(2, of: 0) && tally.wasTaken(0, of: 0) && tally.wasTaken(1, of: 0))
  }

  @Test("a delay that came due counts, be it that its guard did not hold; one that was left does not")
  func delays() {
    var waiting = ChartDefinition.State("waiting")
    waiting.transitions = [
      ChartDefinition.Transition(
        .after(10), to: ["waiting"], when: ChartDefinition.Guard("never") { _, _, _ in false }),
      ChartDefinition.Transition(.after(20), to: ["done"]), ChartDefinition.Transition(.after(30), to: ["done"]),
    ]
    let program = Program(
      templates: [Template("root", chart: ChartDefinition([waiting, ChartDefinition.State("done")]))])
    var simulation = Simulation(program, isTallying: true)
    simulation.advance(to: 100)
    let tally = simulation.kernel.takeTally()
    #expect((0...2).map { tally.cameDue($0, of: 0) } == [true, true, false])
    #expect((0...2).map { tally.wasTaken($0, of: 0) } == [false, true, false])
    #expect(tally.timersOfCode.isEmpty)
  }

  @Test("an event that code sends later counts as started, and as due when it came")
  func delayedEvents() {
    let program = Program(templates: [Template("root", chart: ChartDefinition([ChartDefinition.State("on")]))])
    var simulation = Simulation(program, isTallying: true)
    simulation.act { turn, me in
      turn.send("soon", to: me, after: 10)
      turn.send("late", .int(1), to: me, after: 1_000)
    }
    simulation.advance(to: 100)
    let timers = simulation.kernel.takeTally().timersOfCode
    #expect(timers.map(\.name) == ["late", "soon"] && timers.map(\.cameDue) == [false, true])
  }
}
