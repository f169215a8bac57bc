import Testing

@testable import Statecharts

/// The kernel against the reference interpreter: every action of every microstep, and the configuration after each
/// stimulus.
struct ReferenceTests {
  /// What differs, in words; `nil` when both agree or the charts never come to rest.
  private static func difference(_ system: SpecSystem, _ script: [SpecStimulus], _ features: inout [String: Int])
    -> String?
  {
    let world = ReferenceWorld(system)
    if world.isEndless { return nil }
    var simulation = Simulation(system.program)
    for step in [nil] + script.map(Optional.some) {
      if let step {
        world.perform(step)
        if world.isEndless { return nil }
        simulation.perform(step)
      }
      let expected = world.trace() + ["= \(world.states.joined(separator: " "))\(world.isFinished ? " finished" : "")"]
      let isFinished = simulation.kernel.snapshot.instances.charts[0].isFinished
      let found = simulation.trace() + ["= \(simulation.states.joined(separator: " "))\(isFinished ? " finished" : "")"]
      let waiting = simulation.kernel.snapshot.workCount
      if expected != found || simulation.kernel.snapshot.fault != nil || waiting != world.waiting {
        return "at \(step.map { "\($0)" } ?? "the start")\nreference: \(expected.joined(separator: ", "))\n"
          + "kernel:    \(found.joined(separator: ", ")) \(simulation.kernel.snapshot.fault ?? "")\n"
          + "waiting:   \(world.waiting), \(waiting)"
      }
    }
    features.merge(world.features) { $0 + $1 }
    return nil
  }

  private static let needed = [
    "In(state)", "after", "after cancelled", "autoforward", "cancel", "deep history restored", "descriptor *",
    "descriptor .*", "descriptor prefix", "done data", "done.invoke", "done.state of a parallel state",
    "error.communication", "error.execution", "event from an invoked chart", "eventless", "finalize", "finished",
    "guard does not hold", "guard holds", "history content", "history default", "initial content", "internal",
    "invocation cancelled", "invoke", "pre-empted by a deeper transition", "pre-empted by an earlier transition",
    "raise",
    "self", "send", "send with delay", "several descriptors", "several targets", "several transitions at once",
    "shallow history restored", "targetless",
  ]

  @Test(
    "1000 charts with random events and delays are run as the Recommendation's pseudo-code runs them",
    arguments: 0..<2)
  func agrees(part: Int) {
    var features: [String: Int] = [:]
    for seed in part * 1_000..<(part + 1) * 1_000 {
      var generator = SpecGenerator(seed: UInt64(seed))
      let system = generator.system()
      let script = generator.script()
      guard Self.difference(system, script, &features) != nil else { continue }
      var ignored: [String: Int] = [:]
      let (small, short) = SpecShrinker { Self.difference($0, $1, &ignored) != nil }.shrink(system, script)
      Issue.record(
        "seed \(seed)\n\(small.text)\nscript: \(short)\n\(Self.difference(small, short, &ignored) ?? "")")
      return
    }
    for feature in Self.needed {
      #expect(features[feature, default: 0] >= 1, "\(feature): \(features[feature, default: 0])")
    }
  }

  @Test("a printed chart reads back as itself")
  func notation() {
    for seed in 0..<200 {
      var generator = SpecGenerator(seed: UInt64(seed))
      let system = generator.system()
      #expect(SpecParser.system(system.text) == system, "\(system.text)")
    }
  }
}
