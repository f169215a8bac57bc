import Testing

@testable import Statecharts

/// The queues of a turn.
struct QueueTests {
  @Test("what is sent comes behind all that is raised, and in a turn of its own when it is delayed by nothing")
  func order() {
    var simulation = Simulation([
      ChartDefinition.State("a").on("one", say: "one").on("two", say: "two").on("three", say: "three").on(
        "four", say: "four")
    ])
    _ = simulation.lines()
    simulation.act { turn, me in
      turn.send("four", to: me, after: 0)
      turn.send("three", to: me)
      turn.raise("one", for: me)
      turn.raise("two", for: me)
    }
    #expect(simulation.kernel.turns.map(\.effects.count) == [3, 1])
    #expect(simulation.said() == ["one", "two", "three", "four"])
  }

  @Test("an event sent under an id is cancelled by it, and shown and fired under it; others go by their name")
  func ids() {
    var simulation = Simulation([ChartDefinition.State("a").on("ping", say: "ping").on("pong", say: "pong")])
    _ = simulation.said()
    simulation.act { turn, me in
      turn.send("ping", to: me, after: 100, id: "first")
      turn.send("ping", to: me, after: 200, id: "second")
      turn.send("pong", to: me, after: 300)
      turn.cancel("ping", to: me)
      turn.cancel("first", to: me)
    }
    #expect(simulation.kernel.snapshot.work.map(\.name) == ["second", "pong"])
    simulation.kernel.runWork(at: 1)
    simulation.advance(to: 300)
    #expect(simulation.said() == ["pong", "ping"])
  }

  @Test("an event for an instance that is gone is error.communication for a sender that takes it, else refused")
  func nobody() {
    let lost: Code = { turn, _, _ in turn.send("lost", to: InstanceID(7)) }
    var state = ChartDefinition.State("a")
    state.transitions = [ChartDefinition.Transition(.event("go"), actions: [lost])]
    var simulation = Simulation([state])
    _ = simulation.effects()
    simulation.send("go")
    #expect(simulation.effects() == ["refused lost: the instance is gone"])
    state.transitions.append(
      ChartDefinition.Transition(
        .event("error.communication"), actions: [{ turn, _, value in turn.say("error", value) }]))
    simulation = Simulation([state])
    _ = simulation.effects()
    simulation.send("go")
    #expect(simulation.effects() == ["error \"'lost' was sent to an instance without a running chart\""])
  }

  @Test("a fault that no active state took and that nobody takes later ends the turn after all")
  func lateFault() {
    var simulation = Simulation([
      ChartDefinition.State("a").on("go", to: "b"),
      ChartDefinition.State("b").entry { turn, _, _ in turn.fault("broken") },
      ChartDefinition.State("c").on("error", to: "c"),
    ])
    simulation.send("go")
    #expect(simulation.kernel.snapshot.fault == "broken")
    #expect(simulation.states == ["b"])
  }
}
