import Testing

@testable import Statecharts

/// Services that an instance answers, which has a state.
struct ServiceInstanceTests {
  /// A root that asks in three regions, and an instance that keeps the requests until it is told to answer.
  static func opened(timeout: Int? = nil) -> Simulation {
    let region = { (name: Name, service: Name) in
      ChartDefinition.State(
        name,
        children: [
          ChartDefinition.State("idle\(name)").on(name, to: "busy\(name)"),
          ChartDefinition.State("busy\(name)").invoke(service).on("\(service).ok", to: "idle\(name)", say: "\(name) ok")
            .on(
              "\(service).error", to: "idle\(name)", say: "\(name) error"
            ).on("stop\(name)", to: "idle\(name)"),
        ])
    }
    let keep: Code = { turn, me, asked in turn.set(me, "asked", .list(turn.read(me, "asked").items + [asked])) }
    let drop: Code = { turn, me, dropped in
      turn.say("dropped")
      turn.set(me, "asked", .list(turn.read(me, "asked").items.filter { $0 != dropped }))
    }
    let program = Program(
      templates: [
        .slots(
          "root", [.hidden("cache")], subjects: ["log"],
          chart: ChartDefinition(isParallel: true, [region("a", "photo"), region("b", "info")])),
        .slots(
          "cache", [.hidden("asked", []), .hidden("answered", [])],
          hears: ["photo.asked": keep, "photo.dropped": drop, "info.asked": keep, "info.dropped": drop]),
      ],
      services: ["photo", "info"].map { name in
        ServiceDefinition(name, delay: 100, timeout: timeout.map { ($0, "gave up") }) { _ in (.ok, .null) }
          .answered(by: "cache")
      })
    var simulation = Simulation(program)
    simulation.act { turn, me in turn.set(me, "cache", .reference(turn.make("cache", at: "cache"))) }
    _ = simulation.lines()
    return simulation
  }

  private func said(_ simulation: inout Simulation) -> [String] {
    simulation.lines().filter { !$0.contains(": ") }
  }

  @Test("a request reaches the instance in the turn that made it; its answer is a turn of its own, after its delay")
  func answers() {
    var simulation = Self.opened()
    simulation.send("a")
    simulation.send("b")
    #expect(said(&simulation) == ["0 ask photo nil", "0 ask info nil"])
    #expect(simulation.kernel.snapshot.requests.map(\.isWithInstance) == [true, true])
    simulation.answerAll(.with(.ok, 1))
    simulation.advance(to: 100)
    #expect(
      said(&simulation) == ["100 reply photo ok 1", "100 a ok", "100 reply info ok 1", "100 b ok"])
    #expect(simulation.kernel.snapshot.requests.isEmpty)
  }

  @Test("it answers at once, or several times: the first answer ends the request, further ones are late")
  func several() {
    var simulation = Self.opened()
    simulation.send("a")
    simulation.answerAll(.with(.ok, 1, after: 0))
    #expect(said(&simulation) == ["0 ask photo nil", "0 reply photo ok 1", "0 a ok"])
    simulation.answerAll(.with(.ok, 2, after: 30))
    simulation.advance(to: 100)
    #expect(said(&simulation) == ["30 late photo ok 2"])
  }

  @Test("a request that is cancelled is dropped there, and an answer to it comes only when it is late")
  func cancelled() {
    for isLate in [false, true] {
      var simulation = Self.opened()
      simulation.send("a")
      simulation.keepAnswering()
      simulation.send("stopa")
      simulation.answerKept(.with(.ok, 1, isLate: isLate))
      simulation.advance(to: 100)
      #expect(
        said(&simulation) == ["0 ask photo nil", "0 cancel photo", "0 dropped"]
          + (isLate ? ["100 late photo ok 1"] : []))
    }
  }

  @Test("a typed reply answers in its place, and the instance is told")
  func byHand() {
    var simulation = Self.opened()
    simulation.send("a")
    let request = simulation.kernel.snapshot.requests[0].id
    simulation.act { turn, _ in turn.reply(to: request, .error, "typed") }
    #expect(said(&simulation) == ["0 ask photo nil", "0 reply photo error \"typed\"", "0 dropped", "0 a error"])
  }

  @Test("a setting takes its place; a time alone is the time of its answers")
  func settings() {
    var simulation = Self.opened()
    simulation.act { turn, _ in
      turn.setBehaviour(of: "photo", ServiceBehaviour(delay: 20, answer: .outcome(.error, "set"), isOnce: true))
      turn.setBehaviour(of: "photo", ServiceBehaviour(delay: 700, isOnce: true))
    }
    simulation.send("a")
    simulation.advance(to: 20)
    simulation.send("a")
    simulation.answerAll(.with(.ok, 1, after: 5))
    simulation.advance(to: 1000)
    #expect(
      said(&simulation) == [
        "0 ask photo nil", "20 reply photo error \"set\"", "20 a error", "20 ask photo nil", "720 reply photo ok 1",
        "720 a ok",
      ])
  }

  @Test("the time-out ends what the instance does not answer in time")
  func timeout() {
    var simulation = Self.opened(timeout: 300)
    simulation.send("a")
    simulation.advance(to: 299)
    simulation.answerAll(.with(.ok, 1))
    simulation.advance(to: 1000)
    #expect(
      said(&simulation) == ["0 ask photo nil", "300 reply photo error \"gave up\"", "300 dropped", "300 a error"])
    simulation.send("a")
    simulation.answerAll(.with(.ok, 2))
    simulation.advance(to: 3000)
    #expect(said(&simulation) == ["1000 ask photo nil", "1100 reply photo ok 2", "1100 a ok"])
    simulation.send("a")
    simulation.answerAll(.with(.ok, 3, after: 500, isLate: true))
    simulation.advance(to: 9000)
    #expect(
      said(&simulation) == [
        "3000 ask photo nil", "3300 reply photo error \"gave up\"", "3300 dropped", "3300 a error",
        "3500 late photo ok 3",
      ])
  }

  @Test("a service whose instance was not made, or does not listen, is found")
  func findings() {
    let service = ServiceDefinition("photo", delay: 0) { _ in (.ok, .null) }
    let asker = Template.slots("root", chart: ChartDefinition([ChartDefinition.State("busy").invoke("photo")]))
    let codes = { (services: [ServiceDefinition], templates: [Template]) in
      Program(templates: templates, services: services).findings.filter { $0.code == "unanswered-service" }.map(\.cause)
    }
    #expect(codes([service], [asker]) == [])
    #expect(codes([service.answered(by: "cache")], [asker]) == ["it is answered by 'cache', which is not a template"])
    #expect(
      codes([service.answered(by: "cache")], [asker, .slots("cache")]) == [
        "it is answered by 'cache', which does not handle its requests"
      ])
    var simulation = Simulation(
      Program(templates: [asker], services: [service.answered(by: "cache")]))
    #expect(simulation.lines().contains { $0.contains("answered by 'cache', which was not made") })
  }
}

extension Simulation {
  /// Answers everything that the instance holds or has answered.
  mutating func answerAll(_ answer: ServiceAnswer) {
    act("answer") { turn, me in turn.answerAll(me, answer) }
  }

  /// Lets the instance remember what it holds, whatever becomes of it.
  fileprivate mutating func keepAnswering() {
    act { turn, me in
      let cache = turn.read(me, "cache").target!
      turn.set(cache, "answered", turn.read(cache, "asked"))
    }
  }

  fileprivate mutating func answerKept(_ answer: ServiceAnswer) { answerAll(answer) }
}

extension TurnContext {
  func answerAll(_ me: InstanceID, _ answer: ServiceAnswer) {
    guard let cache = read(me, "cache").target else { return }
    let asked = read(cache, "asked").items
    let answered = read(cache, "answered").items
    set(cache, "asked", [])
    set(cache, "answered", .list(asked))
    for request in asked.isEmpty ? answered : asked { self.answer(request.items[0].target!, answer) }
  }
}
