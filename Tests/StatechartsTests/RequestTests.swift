import Testing

@testable import Statecharts

/// Services that states invoke.
struct RequestTests {
  /// A chart that asks while it is busy.
  static func asker() -> Simulation {
    Simulation(
      [
        ChartDefinition.State("idle").on("go", to: "busy"),
        ChartDefinition.State("busy").invoke("fetch").on("fetch.ok", to: "idle", say: "ok").on(
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

  @Test("two regions that ask one service hear their own answers only; one that asks nobody hears all")
  func regions() {
    func asking(_ name: Name) -> ChartDefinition.State {
      ChartDefinition.State(
        name,
        children: [
          ChartDefinition.State("\(name)Busy").invoke("fetch").on("fetch.ok", to: "\(name)Done", say: "\(name) ok"),
          ChartDefinition.State("\(name)Done").on("fetch.ok", say: "\(name) again"),
        ])
    }
    var simulation = Simulation(
      [
        asking("a"), asking("b"),
        ChartDefinition.State("c", children: [ChartDefinition.State("idle").on("fetch.ok", say: "c hears")]),
      ],
      isParallel: true, services: [ServiceDefinition("fetch", delay: 1000) { _ in (.ok, .null) }])
    _ = simulation.said()
    let second = simulation.kernel.snapshot.requests[1].id
    simulation.act { turn, _ in turn.reply(to: second, .ok, .null) }
    #expect(simulation.said() == ["b ok", "c hears"])
    #expect(simulation.states.contains("aBusy") && simulation.states.contains("bDone"))
    simulation.advance(to: 1_000)
    #expect(simulation.said() == ["a ok", "c hears"])
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

  @Test("what is set from now on comes behind what holds once")
  func onceStays() {
    var simulation = Self.asker()
    simulation.act { turn, _ in
      turn.setBehaviour(of: "fetch", ServiceBehaviour(answer: .never))
      turn.setBehaviour(of: "fetch", ServiceBehaviour(answer: .outcome(.error, nil), isOnce: true))
      turn.setBehaviour(of: "fetch", ServiceBehaviour(answer: .outcome(.fail, nil)))
    }
    for _ in 0..<3 {
      simulation.send("go")
      simulation.advance(to: simulation.kernel.snapshot.time + 1000)
    }
    #expect(simulation.said() == ["error", "fail", "fail"])
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
    let region = { (name: Name) in
      ChartDefinition.State(
        name,
        children: [
          ChartDefinition.State("idle").on(name, to: "busy"),
          ChartDefinition.State("busy").invoke("fetch").on("stop.\(name)", to: "idle"),
        ])
    }
    var simulation = Simulation(
      [region("a"), region("b"), region("c")], isParallel: true,
      services: [ServiceDefinition("fetch", delay: 1000) { _ in (.ok, .null) }])
    for event: Name in ["a", "b", "stop.a", "c", "a"] { simulation.send(event) }
    #expect(
      simulation.effects().filter { $0.contains("fetch") } == [
        "ask fetch nil", "ask fetch'2 nil", "cancel fetch", "ask fetch nil", "ask fetch'3 nil",
      ])
    #expect(simulation.kernel.snapshot.requests.map(\.name) == ["fetch", "fetch'2", "fetch'3"])
  }

  @Test("a state that is left in the macrostep that entered it asks nothing")
  func notStaying() {
    var simulation = Simulation(
      [
        ChartDefinition.State("idle").on("go", to: "busy"),
        ChartDefinition.State("busy").invoke("fetch").always(to: "idle"),
      ],
      services: [ServiceDefinition("fetch", delay: 1000) { _ in (.ok, .null) }])
    simulation.send("go")
    #expect(!simulation.effects().contains { $0.contains("fetch") })
  }

  /// A chart that asks while it is busy and can be stopped, and whose service gives up after a time.
  private func run(_ behaviour: ServiceBehaviour, stopAt moment: Int, timeout: Int? = nil) -> [String] {
    var simulation = Simulation(
      [
        ChartDefinition.State("idle").on("go", to: "busy"),
        ChartDefinition.State("busy").invoke("fetch").on("fetch.ok", to: "idle", say: "ok").on(
          "fetch.error", to: "idle", say: "error"
        ).on("stop", to: "idle"),
      ],
      services: [
        ServiceDefinition("fetch", delay: 1000, timeout: timeout.map { ($0, "gave up") }) { _ in (.ok, "defined") }
      ])
    simulation.act { turn, _ in turn.setBehaviour(of: "fetch", behaviour) }
    _ = simulation.lines()
    simulation.send("go")
    simulation.advance(to: moment)
    simulation.send("stop")
    simulation.advance(to: 5000)
    #expect(simulation.kernel.snapshot.instanceCount == 1)
    return simulation.lines().filter { !$0.contains("root") && !$0.contains("refused") }
  }

  @Test("an answer after a cancel comes from a service that answers late, and tells nobody")
  func late() {
    #expect(
      run(ServiceBehaviour(isLate: true), stopAt: 300) == [
        "0 ask fetch nil", "300 cancel fetch", "1000 late fetch ok \"defined\"",
      ])
    #expect(run(ServiceBehaviour(answer: .never, isLate: true), stopAt: 300).last == "300 cancel fetch")
    #expect(
      run(ServiceBehaviour(answer: .twice(.error, "E"), isLate: true), stopAt: 300).suffix(2) == [
        "1000 late fetch error \"E\"", "1000 late fetch error \"E\"",
      ])
    #expect(
      run(ServiceBehaviour(isLate: true), stopAt: 1000) == [
        "0 ask fetch nil", "1000 reply fetch ok \"defined\"", "1000 ok",
      ])
  }

  @Test("an answer after the time-out comes from a service that answers late, and tells nobody")
  func afterTimeout() {
    let lines = ["0 ask fetch nil", "700 reply fetch error \"gave up\"", "700 error"]
    #expect(run(ServiceBehaviour(), stopAt: 2000, timeout: 700) == lines)
    #expect(
      run(ServiceBehaviour(isLate: true), stopAt: 2000, timeout: 700) == lines + ["1000 late fetch ok \"defined\""])
  }

  @Test("a request that was cancelled is answered late by hand, and holds its name until then")
  func lateByHand() {
    var simulation = Self.asker()
    simulation.act { turn, _ in turn.setBehaviour(of: "fetch", ServiceBehaviour(answer: .manual, isLate: true)) }
    simulation.send("go")
    simulation.send("again")
    #expect(simulation.kernel.snapshot.requests.map(\.name) == ["fetch", "fetch'2"])
    #expect(simulation.kernel.snapshot.requests.map(\.isEnded) == [true, false])
    _ = simulation.lines()
    let requests = simulation.kernel.snapshot.requests
    simulation.act { turn, _ in turn.reply(to: requests[0].id, .ok, "old") }
    simulation.act { turn, _ in turn.reply(to: requests[1].id, .ok, "new") }
    #expect(
      simulation.lines() == [
        "0 late fetch ok \"old\"", "0 reply fetch'2 ok \"new\"", "0 root: busy -> idle", "0 ok",
      ])
    #expect(simulation.kernel.snapshot.requests.isEmpty && simulation.kernel.snapshot.instanceCount == 1)
  }

  @Test("no two answers that wait have one name, though a service answers twice and has two requests")
  func names() {
    let region = { (name: Name) in
      ChartDefinition.State(
        name,
        children: [
          ChartDefinition.State("i\(name)").on(name, to: "b\(name)"), ChartDefinition.State("b\(name)").invoke("fetch"),
        ])
    }
    var simulation = Simulation(
      [region("a"), region("b")], isParallel: true,
      services: [ServiceDefinition("fetch", delay: 10) { _ in (.ok, .null) }])
    simulation.act { turn, _ in turn.setBehaviour(of: "fetch", ServiceBehaviour(answer: .twice(.ok, nil))) }
    simulation.send("a")
    simulation.send("b")
    #expect(
      simulation.kernel.snapshot.work.map(\.name) == [
        "reply fetch", "reply fetch'3", "reply fetch'2", "reply fetch'2'2",
      ])
  }

  @Test("a definition answers at a time of its own, twice, late or never")
  func definedOutcomes() {
    let answers: [(ServiceAnswer, [String])] = [
      (ServiceAnswer(nil), []),
      (.with(.ok, 1, after: 50), ["50 reply fetch ok 1"]),
      (.with(.fail, "no", isTwice: true), ["200 reply fetch fail \"no\"", "200 late fetch fail \"no\""]),
    ]
    for (answer, expected) in answers {
      var simulation = Simulation(
        [
          ChartDefinition.State("idle").on("go", to: "busy"),
          ChartDefinition.State("busy").invoke("fetch").on("fetch.ok", to: "idle").on("fetch.fail", to: "idle"),
        ], services: [ServiceDefinition("fetch", delay: 200, answering: { _ in answer })])
      simulation.send("go")
      simulation.advance(to: 1000)
      #expect(simulation.lines().filter { $0.contains("fetch") }.dropFirst() == expected[...])
    }
  }
}

extension ServiceAnswer {
  static func with(
    _ outcome: Outcome, _ value: Value, after delay: Int? = nil, isTwice: Bool = false, isLate: Bool = false
  ) -> ServiceAnswer {
    var answer = ServiceAnswer(outcome, value)
    answer.delay = delay
    answer.isTwice = isTwice
    answer.isLate = isLate
    return answer
  }
}
