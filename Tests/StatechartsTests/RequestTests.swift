import Testing

@testable import Statecharts

/// Services that states invoke.
struct RequestTests {
  /// A chart that asks while it is busy.
  static func asker() -> Simulation {
    Simulation(
      [
        Chart.State("idle").on("go", to: "busy"),
        Chart.State("busy").invoke("fetch").on("fetch.ok", to: "idle", say: "ok").on(
          "fetch.fail", to: "idle", say: "fail"
        )
        .on("fetch.error", to: "idle", say: "error").on("stop", to: "idle").on("again", to: "busy"),
      ],
      services: [ServiceDefinition("fetch", delay: 1000) { _ in (.ok, "defined") }])
  }

  private func run(_ behaviour: ServiceBehaviour, until moment: Int = 5000) -> [String] {
    var simulation = Self.asker()
    simulation.act { turn, _ in turn.setBehaviour(of: "fetch", behaviour) }
    _ = simulation.lines()
    simulation.send("go")
    simulation.advance(to: moment)
    return simulation.lines().filter { !$0.contains("root") }
  }

  @Test("a service answers as it is defined, after its delay")
  func defined() {
    #expect(run(ServiceBehaviour()) == ["0 ask fetch nil", "1000 reply fetch ok \"defined\"", "1000 ok"])
  }

  @Test("a behaviour changes the outcome, the value and the delay")
  func behaviour() {
    #expect(
      run(ServiceBehaviour(delay: 10, answer: .outcome(.fail, "no"))) == [
        "0 ask fetch nil", "10 reply fetch fail \"no\"", "10 fail",
      ])
    #expect(run(ServiceBehaviour(answer: .outcome(.ok, nil)))[1] == "1000 reply fetch ok \"defined\"")
    #expect(run(ServiceBehaviour(answer: .outcome(.error, nil)))[1] == "1000 reply fetch error \"error\"")
    #expect(run(ServiceBehaviour(answer: .never)) == ["0 ask fetch nil"])
  }

  @Test("the second answer of two is late and tells nobody")
  func twice() {
    #expect(
      run(ServiceBehaviour(answer: .twice(.ok, 1))) == [
        "0 ask fetch nil", "1000 reply fetch ok 1", "1000 ok", "1000 late fetch ok 1",
      ])
  }

  @Test("a manual request waits for a typed reply, and a typed reply drops the automatic answer")
  func replies() {
    for behaviour in [ServiceBehaviour(answer: .manual), ServiceBehaviour()] {
      var simulation = Self.asker()
      simulation.act { turn, _ in turn.setBehaviour(of: "fetch", behaviour) }
      simulation.send("go")
      simulation.advance(to: 500)
      _ = simulation.lines()
      let request = simulation.kernel.snapshot.openRequests[0].id
      simulation.act { turn, _ in turn.reply(to: request, .fail, "typed") }
      simulation.advance(to: 5000)
      #expect(simulation.lines() == ["500 reply fetch fail \"typed\"", "500 root: busy -> idle", "500 fail"])
      #expect(simulation.kernel.snapshot.instanceCount == 1)
    }
  }

  @Test("what holds once is followed by what held before it")
  func once() {
    var simulation = Self.asker()
    simulation.act { turn, _ in
      turn.setBehaviour(of: "fetch", ServiceBehaviour(answer: .outcome(.fail, nil)))
      turn.setBehaviour(of: "fetch", ServiceBehaviour(answer: .outcome(.error, nil), isOnce: true))
    }
    for _ in 0..<3 {
      simulation.send("go")
      simulation.advance(to: simulation.kernel.snapshot.time + 1000)
    }
    #expect(simulation.said() == ["error", "fail", "fail"])
    simulation.act { turn, _ in turn.setBehaviour(of: "fetch", ServiceBehaviour()) }
    simulation.send("go")
    simulation.advance(to: 9000)
    #expect(simulation.said() == ["ok"])
  }

  @Test("several that hold once form a queue, one for each request")
  func onceQueue() {
    var simulation = Self.asker()
    simulation.act { turn, _ in
      turn.setBehaviour(of: "fetch", ServiceBehaviour(answer: .outcome(.fail, nil), isOnce: true))
      turn.setBehaviour(of: "fetch", ServiceBehaviour(answer: .outcome(.error, nil), isOnce: true))
      turn.setBehaviour(of: "fetch", ServiceBehaviour(delay: 1, isOnce: true))
    }
    for _ in 0..<4 {
      simulation.send("go")
      simulation.advance(to: simulation.kernel.snapshot.time + 1000)
    }
    #expect(simulation.said() == ["fail", "error", "ok", "ok"])
  }

  @Test("leaving the state cancels its request and drops the answer")
  func cancelled() {
    var simulation = Self.asker()
    simulation.send("go")
    simulation.advance(to: 300)
    _ = simulation.lines()
    simulation.send("stop")
    simulation.advance(to: 5000)
    #expect(simulation.lines() == ["300 cancel fetch", "300 root: busy -> idle"])
    #expect(simulation.kernel.snapshot.workCount == 0)
    #expect(simulation.kernel.snapshot.instanceCount == 1)
  }

  @Test("entering the state again cancels and asks again, under the ordinal that became free")
  func again() {
    var simulation = Self.asker()
    simulation.send("go")
    _ = simulation.lines()
    simulation.advance(to: 300)
    simulation.send("again")
    simulation.advance(to: 5000)
    #expect(
      simulation.lines() == [
        "300 cancel fetch", "300 root: busy -> busy", "300 ask fetch nil", "1300 reply fetch ok \"defined\"",
        "1300 root: busy -> idle", "1300 ok",
      ])
  }

  @Test("requests of one service are told apart by the lowest ordinal that is free")
  func ordinals() {
    let region = { (name: String) in
      Chart.State(
        name,
        children: [
          Chart.State("idle").on(name, to: "busy"), Chart.State("busy").invoke("fetch").on("stop.\(name)", to: "idle"),
        ])
    }
    var simulation = Simulation(
      [region("a"), region("b"), region("c")], isParallel: true,
      services: [ServiceDefinition("fetch", delay: 1000) { _ in (.ok, .null) }])
    for event in ["a", "b", "stop.a", "c", "a"] { simulation.send(event) }
    #expect(
      simulation.effects().filter { $0.contains("fetch") } == [
        "ask fetch nil", "ask fetch'2 nil", "cancel fetch", "ask fetch nil", "ask fetch'3 nil",
      ])
    #expect(simulation.kernel.snapshot.requests.map(\.name) == ["fetch", "fetch'2", "fetch'3"])
  }

  @Test("a state that is left in the macrostep that entered it asks nothing")
  func notStaying() {
    var simulation = Simulation(
      [Chart.State("idle").on("go", to: "busy"), Chart.State("busy").invoke("fetch").always(to: "idle")],
      services: [ServiceDefinition("fetch", delay: 1000) { _ in (.ok, .null) }])
    simulation.send("go")
    #expect(!simulation.effects().contains { $0.contains("fetch") })
  }
}
