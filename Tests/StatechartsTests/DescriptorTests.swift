import Testing

@testable import Statecharts

/// What an event is meant by.
struct DescriptorTests {
  private func taken(_ descriptors: Name, _ event: Name) -> Bool {
    var simulation = Simulation([ChartDefinition.State("a").on(descriptors, to: "b"), ChartDefinition.State("b")])
    simulation.send(event)
    return simulation.states == ["b"]
  }

  @Test(
    "by its name, by a prefix of its tokens, by a star, and by one of several descriptors",
    arguments: [
      ("a.b", "a.b"), ("a", "a.b.c"), ("a.*", "a.b"), ("a.*", "a"), ("a.", "a.b"), ("*", "a"), ("x a.b", "a.b.c"),
      ("*", ".b"), ("a.b.*", "a.b.c.d"),
    ])
  func meant(descriptors: String, event: String) { #expect(taken(Name(descriptors), Name(event))) }

  @Test(
    "not by part of a token, a longer name, another spelling or a star inside",
    arguments: [("a", "ab"), ("a.b.c", "a.b"), ("a.b", "a"), ("\u{E9}", "e\u{301}"), ("a.*.c", "a.b.c"), ("b", "a.b")])
  func notMeant(descriptors: String, event: String) { #expect(!taken(Name(descriptors), Name(event))) }

  @Test("an event that the program does not know is refused under its own name, and matched by what prefixes it")
  func unknownToTheProgram() {
    var simulation = Simulation([ChartDefinition.State("a").on("known", to: "a")])
    _ = simulation.effects()
    simulation.send("known.but.longer")
    simulation.send("unknown.x")
    #expect(simulation.effects() == ["root: a -> a", "refused unknown.x: no transition in a"])
  }

  @Test("names have numbers that events can be sent by")
  func numbers() throws {
    var simulation = Simulation([ChartDefinition.State("a").on("go", to: "b"), ChartDefinition.State("b")])
    let go = try #require(simulation.kernel.program.event(named: "go"))
    simulation.act { turn, me in turn.send(go, to: me) }
    #expect(simulation.states == ["b"])
    #expect(simulation.kernel.program.event(named: "nothing") == nil)
  }
}
