import Testing

@testable import Statecharts

/// Selection and order of transitions in a hierarchy.
struct TransitionTests {
  @Test("entry goes down and exit goes up")
  func order() {
    var simulation = Simulation([
      ChartDefinition.State("a", children: [ChartDefinition.State("a1", children: [ChartDefinition.State("a11")])]).on(
        "go", to: "b", say: "go"
      ).told,
      ChartDefinition.State("b", children: [ChartDefinition.State("b1")]).told,
    ])
    #expect(simulation.effects() == ["root:  -> a.a1.a11", "+a", "+a1", "+a11"])
    simulation.send("go")
    #expect(simulation.effects() == ["-a11", "-a1", "-a", "root: a.a1.a11 -> b.b1", "go", "+b", "+b1"])
    #expect(simulation.states == ["b", "b1"])
  }

  @Test("the innermost state takes an event before those around it, the first in document order before others")
  func innermost() {
    var simulation = Simulation([
      ChartDefinition.State("a", children: [ChartDefinition.State("a1").on("go", to: "inner").on("go", to: "outer")])
        .on("go", to: "outer"),
      ChartDefinition.State("inner"), ChartDefinition.State("outer"),
    ])
    simulation.send("go")
    #expect(simulation.states == ["inner"])
  }

  @Test("a guard that does not hold leaves the event to the next transition, then to the state around")
  func guards() {
    var simulation = Simulation([
      ChartDefinition.State("a", children: [ChartDefinition.State("a1").on("go", to: "inner", when: .field("ok"))]).on(
        "go", to: "outer"),
      ChartDefinition.State("inner"), ChartDefinition.State("outer"),
    ])
    simulation.send("go")
    #expect(simulation.states == ["outer"])
  }

  @Test("a target is the nearest state of that name")
  func nearestName() {
    var simulation = Simulation([
      ChartDefinition.State(
        "left",
        children: [
          ChartDefinition.State("idle").on("go", to: "busy"), ChartDefinition.State("busy").on("stop", to: "idle"),
        ]
      )
      .on("over", to: "right"),
      ChartDefinition.State(
        "right", children: [ChartDefinition.State("idle").on("go", to: "busy"), ChartDefinition.State("busy")]),
    ])
    for event: Name in ["go", "stop", "over", "go"] { simulation.send(event) }
    #expect(simulation.states == ["right", "busy"])
  }

  @Test("a target is written by the end of its path, and a sibling wins over states of its name that are deeper")
  func paths() {
    var simulation = Simulation([
      ChartDefinition.State("idle").on("end", to: "ended.paused").on("go", to: "paused"),
      ChartDefinition.State("ended", children: [ChartDefinition.State("over"), ChartDefinition.State("paused")])
        .on("back", to: "idle"),
      ChartDefinition.State("paused"),
    ])
    simulation.send("end")
    #expect(simulation.states == ["ended", "paused"])
    for event: Name in ["back", "go"] { simulation.send(event) }
    #expect(simulation.states == ["paused"])
  }

  @Test("a targetless transition acts and leaves nothing")
  func targetless() {
    var simulation = Simulation([ChartDefinition.State("a").on("poke", say: "poked").told])
    _ = simulation.effects()
    simulation.send("poke")
    #expect(simulation.effects() == ["poked"])
  }

  @Test("an external transition to a descendant leaves its source, an internal one does not")
  func internalAndExternal() {
    func effects(_ event: String) -> [String] {
      var simulation = Simulation([
        ChartDefinition.State("a", children: [ChartDefinition.State("a1"), ChartDefinition.State("a2")]).on(
          "external", to: "a2"
        )
        .onInternal("internal", to: "a2").told
      ])
      _ = simulation.effects()
      simulation.send(Name(event))
      return simulation.effects()
    }
    #expect(effects("external") == ["-a1", "-a", "root: a.a1 -> a.a2", "+a", "+a2"])
    #expect(effects("internal") == ["-a1", "root: a.a1 -> a.a2", "+a2"])
  }

  @Test("a transition to its own source leaves it and enters it again")
  func selfTransition() {
    var simulation = Simulation([ChartDefinition.State("a").on("again", to: "a").told])
    _ = simulation.effects()
    simulation.send("again")
    #expect(simulation.effects() == ["-a", "root: a -> a", "+a"])
  }

  @Test("eventless transitions are taken before the next event, as soon as a field lets them")
  func eventless() {
    var simulation = Simulation([
      ChartDefinition.State("a").on("go", to: "b"),
      ChartDefinition.State("b").always(to: "c", when: .field("ok")).on("next", to: "d")
        .entry { turn, me, _ in turn.raise("next", for: me) },
      ChartDefinition.State("c").on("next", to: "e"), ChartDefinition.State("d"), ChartDefinition.State("e"),
    ])
    simulation.set("ok", true)
    simulation.send("go")
    #expect(
      simulation.effects().filter { $0.hasPrefix("root") }.dropFirst() == [
        "root: a -> b", "root: b -> c", "root: c -> e",
      ])
    var waiting = Simulation([
      ChartDefinition.State("a").always(to: "b", when: .field("ok")), ChartDefinition.State("b"),
    ])
    #expect(waiting.states == ["a"])
    waiting.set("ok", true)
    #expect(waiting.states == ["b"])
  }

  @Test("events that arise in a turn wait until its code is done, in the order in which they arose")
  func internalEvents() {
    var simulation = Simulation([
      ChartDefinition.State("a").on("go", to: "b", say: "go")
        .exit { turn, me, _ in turn.raise("first", for: me) }.told,
      ChartDefinition.State("b").on("first", say: "first").on("second", say: "second")
        .entry { turn, me, _ in turn.raise("second", for: me) }.told,
    ])
    _ = simulation.effects()
    simulation.send("go")
    #expect(simulation.effects() == ["-a", "root: a -> b", "go", "+b", "first", "second"])
  }

  @Test(
    "an event is meant by itself, by its first parts and by a star",
    arguments: ["done.state.x", "done.state", "done", "*"])
  func descriptors(descriptor: String) {
    #expect(EventDescriptor.matches(descriptor, "done.state.x"))
    #expect(!EventDescriptor.matches("don", "done.state.x"))
    #expect(!EventDescriptor.matches("done.state.x.y", "done.state.x"))
  }

  @Test("an initial state may lie deeper than one level")
  func deepInitial() {
    let simulation = Simulation([
      ChartDefinition.State(
        "a",
        children: [
          ChartDefinition.State("a1"),
          ChartDefinition.State("a2", children: [ChartDefinition.State("a21"), ChartDefinition.State("a22")]),
        ]
      )
      .initial("a22")
    ])
    #expect(simulation.states == ["a", "a2", "a22"])
  }
}
