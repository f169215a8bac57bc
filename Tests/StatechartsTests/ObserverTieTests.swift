import Testing

@testable import Statecharts

/// What the trace says of observers that are told in reverse.
struct ObserverTieTests {
  private func simulation() -> Simulation {
    var simulation = Simulation(
      Program(
        templates: [
          .slots(
            "root", [Slot("x", 0, observers: [{ turn, _, _ in turn.say("own") }]), Slot("y", 0), .hidden("z", 0)],
            subjects: ["log"])
        ],
        wirings: [
          WiringDefinition("watch") { Link(.changes($0[0].target!, port: 0), to: .say("watch")) }
        ],
        handlers: [.say, HandlerDefinition("hear") { turn, _, _ in turn.say("hear") }]))
    simulation.act { turn, me in
      turn.start("watch", [.reference(me)])
      turn.start("watch", [.reference(me)])
      turn.observe(["x"], of: me, .new, by: me, HandlerValue("hear"))
      turn.bindBothWays((me, 1), (me, 0))
      turn.observe(["z"], of: me, .new, by: me, HandlerValue("hear"))
      turn.observe(["z"], of: me, .new, by: me, HandlerValue("hear"))
    }
    _ = simulation.effects()
    return simulation
  }

  @Test("in order of registration there is no tie")
  func registered() {
    var simulation = simulation()
    simulation.set("x", 1)
    #expect(!simulation.effects().contains { $0.hasPrefix("tie") })
  }

  @Test(
    "in reverse each change that several hear says who came first, and before whom; what traces leave out says nothing")
  func reversed() {
    var simulation = simulation()
    simulation.kernel.snapshot.reversesObservers = true
    simulation.set("x", 1)
    let effects = simulation.effects()
    #expect(
      effects.filter { $0.hasPrefix("tie") } == [
        "tie observer two-way binding of x over observer hear of x, observer watch'2 of x, observer watch of x, "
          + "observer Observe of x"
      ])
    #expect(effects.last == "own")
    simulation.set("z", 1)
    #expect(!simulation.effects().contains { $0.hasPrefix("tie") })
  }
}
