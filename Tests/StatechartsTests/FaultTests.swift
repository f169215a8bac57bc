import Testing

@testable import Statecharts

/// Faults end the turn, and nothing runs afterwards.
struct FaultTests {
  private func machine() -> Simulation {
    var number = Slot("number", 0)
    number.accepts = { $0.number != nil }
    return Simulation(
      Program(
        templates: [
          .slots(
            "root", [number, Slot("sum", from: ["number"]) { $0[0] }], subjects: ["log"],
            chart: ChartDefinition([
              ChartDefinition.State("a").on("go", to: "b"), ChartDefinition.State("b").invoke("nowhere"),
            ]))
        ],
        wirings: [WiringDefinition("nested") { _ in Link(.signal(.wiring("missing", [])), to: .say()) }],
        handlers: [.say]))
  }

  private func crash(_ body: (borrowing TurnContext, InstanceID) -> Void) -> [String] {
    var simulation = machine()
    _ = simulation.effects()
    simulation.act(body: body)
    return simulation.effects()
  }

  @Test("what the definition does not declare is a fault that names it")
  func undeclared() {
    #expect(
      crash { turn, _ in turn.start("missing", []) } == ["crash: wiring 'missing' is not declared in the definition"])
    #expect(
      crash { turn, _ in turn.start("nested", []) } == ["crash: wiring 'missing' is not declared in the definition"])
    #expect(
      crash { turn, _ in _ = turn.make("missing", at: "") } == [
        "crash: template 'missing' is not declared in the definition"
      ])
    #expect(
      crash { turn, _ in turn.post(HandlerValue("missing")) } == [
        "crash: handler 'missing' is not declared in the definition"
      ])
    var simulation = machine()
    simulation.send("go")
    #expect(simulation.effects().last == "crash: service 'nowhere' is not declared in the definition")
  }

  @Test("a field takes only its type, and only when it is stored")
  func types() {
    #expect(crash { turn, me in turn.set(me, "number", "one") } == ["crash: field 'number' cannot hold this value"])
    #expect(crash { turn, me in turn.set(me, "sum", 1) } == ["crash: field 'sum' cannot be set"])
    #expect(crash { turn, me in turn.set(me, port: 9, to: 1) } == ["crash: field 'port 9' cannot be set"])
    #expect(
      crash { turn, _ in turn.set(InstanceID(9), port: 0, to: 1) } == [
        "crash: a field of an instance that is gone was set"
      ])
  }

  @Test("a timer needs an interval")
  func timer() {
    #expect(
      crash { turn, _ in turn.every(0, .say("tick")) } == ["crash: timer 'say' needs an interval of at least 1 ms"])
  }

  @Test("after a fault the rest of the turn does nothing")
  func rest() {
    var simulation = machine()
    _ = simulation.effects()
    simulation.act { turn, me in
      turn.set(me, "number", 1)
      turn.fault("enough")
      turn.fault("too late")
      turn.set(me, "number", 2)
      turn.say("after")
      turn.send("go", to: me)
      turn.post(.say("posted"))
      turn.every(1, .say("timer"))
      turn.store("key", 1)
      turn.start("nested", [])
      turn.set(turn.make("root", at: "other"), "number", 3)
      let command = turn.makeCommand(HandlerValue("nested"))
      turn.subscribe(turn.execute(command), .say())
      turn.reply(to: InstanceID(0), .ok, .null)
      turn.setBehaviour(of: "nowhere", ServiceBehaviour(answer: .never))
    }
    #expect(simulation.effects() == ["number = 1", "sum = 1", "crash: enough"])
    #expect(simulation.read("number") == 1)
    #expect(simulation.states == ["a"])
    #expect(simulation.kernel.snapshot.workCount == 0)
    #expect(simulation.kernel.snapshot.instanceCount == 1)
    #expect(simulation.kernel.snapshot.store.isEmpty)
    #expect(simulation.kernel.snapshot.fault == "enough")
  }

  @Test("a crashed snapshot runs nothing more")
  func crashed() {
    var simulation = machine()
    simulation.hold { turn, _ in
      turn.post(.say("posted"))
      turn.fault("enough")
    }
    _ = simulation.effects()
    let bytes = simulation.kernel.snapshot.value(simulation.kernel.program)
    simulation.act { turn, me in turn.set(me, "number", 2) }
    simulation.send("go")
    simulation.advance(to: 1000)
    simulation.kernel.runWork(at: 0)
    #expect(simulation.effects() == [])
    #expect(simulation.kernel.snapshot.value(simulation.kernel.program) == bytes)
  }
}

extension Simulation {
  fileprivate mutating func act(body: (borrowing TurnContext, InstanceID) -> Void) { act("act", body) }
}
