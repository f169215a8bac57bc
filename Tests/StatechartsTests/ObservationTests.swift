import Testing

@testable import Statecharts

/// Fields and who is told of their changes (SEEDS A.4, as far as there are options).
struct ObservationTests {
  private func model(_ slots: [Slot]) -> Simulation {
    Simulation(
      Program(
        templates: [.slots("root", slots, subjects: ["log"])],
        wirings: [
          WiringDefinition("new") { Link(.changes($0[0].target!, port: 0), to: .say("new")) },
          WiringDefinition("initial") { Link(.values($0[0].target!, port: 0), to: .say("initial")) },
          WiringDefinition("second") { Link(.changes($0[0].target!, port: 1), to: .say("second")) },
        ],
        handlers: [.say]))
  }

  @Test("K1: an observer of new values hears each set, and nothing at registration")
  func newValues() {
    var simulation = model([.hidden("x")])
    simulation.start("new")
    simulation.set("x", "1111")
    simulation.set("x", "2222")
    #expect(simulation.said() == ["new next \"1111\"", "new next \"2222\""])
  }

  @Test("K2: an observer that asks for the initial value gets nil")
  func initial() {
    var simulation = model([.hidden("x")])
    simulation.start("initial")
    #expect(simulation.said() == ["initial next nil"])
  }

  @Test("K8: equal sets notify")
  func equal() {
    var simulation = model([.hidden("x", "a")])
    simulation.start("new")
    simulation.set("x", "a")
    #expect(simulation.said() == ["new next \"a\""])
  }

  @Test("K-R11: who subscribes twice is told twice")
  func twice() {
    var simulation = model([.hidden("x")])
    simulation.start("new")
    simulation.start("new")
    simulation.set("x", 1)
    #expect(simulation.said() == ["new next 1", "new next 1"])
  }

  @Test("K-R13: an inner set reaches every observer before the outer one goes on, which then reads the newest value")
  func nested() {
    var simulation = model([
      .hidden("x", observers: [{ turn, me, value in if value == 1 { turn.set(me, "x", 2) } }])
    ])
    simulation.start("new")
    simulation.set("x", 1)
    #expect(simulation.said() == ["new next 2", "new next 2"])
  }

  @Test("K-R14: a computed field without declared sources tells nobody")
  func silent() {
    var computed = Slot("sum", from: []) { .int(($0[0].number ?? 0) + 1) }
    computed.kind = .computed
    var simulation = model([.hidden("x"), computed])
    simulation.start("second")
    simulation.set("x", 1)
    #expect(simulation.said() == [])
    #expect(simulation.read("sum") == 2)
  }

  @Test("a computed field with declared sources passes their changes on, behind the field's own observers")
  func derived() {
    var simulation = model([
      Slot("x", 0), Slot("double", from: ["x"]) { .int(($0[0].number ?? 0) * 2) },
      Slot("text", from: ["double"]) { .string("\(($0[0].number ?? 0) * 2)") },
    ])
    simulation.start("second")
    simulation.start("new")
    simulation.set("x", 4)
    #expect(simulation.effects() == ["x = 4", "double = 8", "text = \"8\"", "new next 4", "second next 8"])
  }

  @Test("a setter runs behind the store and before the observers")
  func setter() {
    var simulation = model([
      Slot(
        "x", setter: { turn, _, value in turn.say("setter", value) },
        observers: [{ turn, _, value in turn.say("observer", value) }])
    ])
    simulation.start("new")
    simulation.set("x", 1)
    #expect(simulation.effects() == ["x = 1", "setter 1", "observer 1", "new next 1"])
  }

  @Test("a subscription made in a setter does not hear the change that made it")
  func startedInSetter() {
    var simulation = model([.hidden("x", setter: { turn, me, _ in turn.start("new", [.reference(me)]) })])
    simulation.set("x", 1)
    #expect(simulation.said() == [])
    simulation.set("x", 2)
    #expect(simulation.said() == ["new next 2"])
  }

  @Test("a secret field leaves no value in a trace")
  func secret() {
    var slot = Slot("password")
    slot.isSecret = true
    var simulation = model([slot])
    simulation.set("password", "tiger")
    #expect(simulation.effects() == ["password = <secret>"])
  }

  @Test("a model that is read while it is set is not disturbed")
  func readWhileSet() {
    var simulation = model([.hidden("x", 1)])
    var seen: [Value] = []
    simulation.act { turn, me in
      let model = turn.model(of: me, as: [Value].self)
      turn.set(me, "x", 2)
      seen = model ?? []
    }
    #expect(seen == [1])
    #expect(simulation.read("x") == 2)
  }
}
