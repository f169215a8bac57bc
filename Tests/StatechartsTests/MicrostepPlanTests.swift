import SeededRandom
import Testing

@testable import Statecharts

/// The short forms of a microstep's plan against the general one.
struct MicrostepPlanTests {
  @Test("on random walks over 1000 generated charts the short forms of a plan are the general one")
  func agrees() {
    var random = SplitMix64(seed: 7)
    var (short, recalled, simple) = (0, 0, 0)
    for seed in 0..<1_000 {
      var generator = SpecGenerator(seed: UInt64(seed))
      let program = generator.system().program
      let chart = program.chart(0)
      var active = chart.table.initialEntry.states
      var history: [HistoryValue] = []
      for _ in 0..<30 {
        let enabled = Self.someTransitions(of: chart, active, history, &random)
        if enabled.isEmpty { continue }
        let plan = chart.plan(enabled, active, history)
        if let found = chart.wordPlan(enabled, active.first, history) {
          short += 1
          recalled += (0..<enabled.count).count { chart.steps.rows[Int(enabled[$0])].recalls >= 0 }
          let word = MicrostepPlan(found)
          #expect(word.exits == plan.exits && word.entry.states == plan.entry.states, "seed \(seed)")
          #expect(word.entry.defaults == plan.entry.defaults && plan.entry.historyDefaults.isEmpty, "seed \(seed)")
        }
        if let found = chart.simplePlan(enabled) {
          simple += 1
          #expect(StateSet(first: found.exits & active.first) == plan.exits, "seed \(seed)")
          #expect(StateSet(first: found.entries) == plan.entry.states, "seed \(seed)")
        }
        chart.remember(plan.exits, active, &history)
        active.subtract(plan.exits)
        active.formUnion(plan.entry.states)
      }
    }
    #expect(short > 10_000)
    #expect(recalled > 50)
    #expect(simple > 1_000)
  }

  @Test("on random walks over generated charts without regions the short form of a selection is the general one")
  func selection() {
    var random = SplitMix64(seed: 11)
    var (charts, enabled, refused) = (0, 0, 0)
    for seed in 0..<1_000 {
      var generator = SpecGenerator(seed: UInt64(seed))
      let program = generator.system().program
      let chart = program.chart(0)
      guard chart.steps.isSequential else { continue }
      charts += 1
      var kernel = Kernel(program, Snapshot())
      let root = kernel.make(program.templates[0].name, at: "")
      var history: [HistoryValue] = []
      for _ in 0..<10 {
        let active = kernel.snapshot.instances.charts[root.index].active
        for event in program.events.names {
          let column = chart.table.column(of: event)
          let short = kernel.selectTransition(of: root, chart, column, .null)
          kernel.selectTransitions(of: root, chart, column, .null)
          let general = (0..<kernel.enabled.count).map { kernel.enabled[$0] }
          #expect(general == (short < 0 ? [] : [short]), "seed \(seed), \(event)")
          if short < 0 { refused += 1 } else { enabled += 1 }
        }
        let moving = Self.someTransitions(of: chart, active, history, &random)
        let plan = chart.plan(moving, active, history)
        chart.remember(plan.exits, active, &history)
        kernel.snapshot.instances.charts[root.index].active.subtract(plan.exits)
        kernel.snapshot.instances.charts[root.index].active.formUnion(plan.entry.states)
      }
    }
    #expect(charts > 100 && enabled > 1_000 && refused > 1_000, "\(charts) charts, \(enabled) and \(refused)")
  }

  /// For each active atomic state one of the transitions of it and the states around, without conflicts.
  private static func someTransitions(
    of chart: RunningChart, _ active: StateSet, _ history: [HistoryValue], _ random: inout SplitMix64
  ) -> TransitionList {
    var chosen = TransitionList()
    for leaf in active where chart.table.isAtomic(leaf) {
      var candidates: [Int] = []
      var state: Int? = leaf
      while let around = state {
        candidates += chart.table.states[around].transitions
        state = chart.table.states[around].parent
      }
      guard let transition = candidates.randomElement(using: &random) else { continue }
      if !chosen.contains(Int32(transition)) { chosen.append(Int32(transition)) }
    }
    return chart.removeConflictingTransitions(chosen, history)
  }
}
