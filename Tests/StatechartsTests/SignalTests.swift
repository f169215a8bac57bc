import Testing

@testable import Statecharts

/// The operators, as SEEDS B.3 has them.
struct SignalTests {
  /// A root with two fields, a child and two subjects, and one wiring whose events are said.
  private func probe(_ plan: @escaping @Sendable (InstanceID) -> SignalPlan) -> Simulation {
    Simulation(
      Program(
        templates: [
          .slots("root", [Slot("x"), Slot("y"), .hidden("child")], subjects: ["a", "b", "log"]),
          .slots("leaf", [Slot("total")]),
        ],
        wirings: [WiringDefinition("probe") { Link(plan($0[0].target!), to: .say()) }],
        handlers: [.say]))
  }

  private let a = 3
  private let b = 4

  @Test("S1: values sends what is there at subscription, not at creation")
  func currentValue() {
    var simulation = probe { .values($0, port: 0) }
    simulation.set("x", "foo")
    simulation.set("x", "bar")
    simulation.start()
    #expect(simulation.said() == ["next \"bar\""])
  }

  @Test("S2: nothing comes after dispose")
  func disposed() {
    var simulation = probe { .values($0, port: 0) }
    simulation.set("x", 0)
    var subscription: InstanceID?
    simulation.act { turn, me in
      subscription = turn.start("probe", [.reference(me)])
      turn.set(me, "x", 1)
      turn.dispose(subscription!)
      turn.set(me, "x", 2)
    }
    #expect(simulation.said() == ["next 0", "next 1"])
  }

  @Test("changes begins with the first change and passes equal values on")
  func changes() {
    var simulation = probe { .changes($0, port: 0) }
    simulation.set("x", 1)
    simulation.start()
    simulation.set("x", 1)
    simulation.set("x", 2)
    #expect(simulation.said() == ["next 1", "next 2"])
  }

  @Test("map and filter work on values and pass completion on")
  func mapAndFilter() {
    var simulation = probe { me in
      .subject(me, port: 3).filter { ($0.number ?? 0) > 1 }.map { .int(($0.number ?? 0) * 10) }
    }
    simulation.start()
    for value in 1...3 { simulation.output("a", .int(value)) }
    simulation.complete("a")
    #expect(simulation.said() == ["next 20", "next 30", "completed"])
  }

  @Test("S7, S8, S9: distinct drops what equals the last that it sent; the first passes, nil too")
  func distinct() {
    func sent(_ values: [Value]) -> [String] {
      var simulation = probe { .subject($0, port: 3).distinct() }
      simulation.start()
      for value in values { simulation.output("a", value) }
      return simulation.said()
    }
    #expect(sent([1, 2, 2, 1, 1]) == ["next 1", "next 2", "next 1"])
    #expect(sent([1, .null, .null, .null, 1]) == ["next 1", "next nil", "next 1"])
    #expect(sent([.null, .null, 1]) == ["next nil", "next 1"])
    #expect(sent([.double(.nan), .double(.nan), 0.0, .double(-0.0)]) == ["next nan", "next 0.0", "next -0.0"])
    #expect(sent(["e\u{301}", "\u{e9}"]).count == 2)
  }

  @Test("distinct remembers for each subscription")
  func distinctPerSubscription() {
    var simulation = probe { .values($0, port: 0).distinct() }
    simulation.start()
    simulation.start()
    #expect(simulation.said() == ["next nil", "next nil"])
  }

  @Test("S10: combineLatest waits for every input; then one tuple for each value")
  func combineLatest() {
    var simulation = probe { .combineLatest([.subject($0, port: 3), .subject($0, port: 4)]) }
    simulation.start()
    for (subject, value): (Name, Int) in [("a", 1), ("b", 2), ("a", 3), ("b", 4)] {
      simulation.output(subject, .int(value))
    }
    #expect(simulation.said() == ["next [1, 2]", "next [3, 2]", "next [3, 4]"])
  }

  @Test("S12: combineLatest of nil, nil and nil sends once, all nil")
  func combineLatestOfNils() {
    var simulation = probe {
      .combineLatest([.subject($0, port: 3), .subject($0, port: 4), .values($0, port: 0)])
    }
    simulation.start()
    simulation.output("a", .null)
    #expect(simulation.said() == [])
    simulation.output("b", .null)
    #expect(simulation.said() == ["next [nil, nil, nil]"])
  }

  @Test("S13: combineLatest completes when all have, errors when one does, and at once when it is empty")
  func combineLatestEnds() {
    let plan: @Sendable (InstanceID) -> SignalPlan = {
      .combineLatest([.subject($0, port: 3), .subject($0, port: 4)])
    }
    var completing = probe(plan)
    completing.start()
    completing.complete("a")
    #expect(completing.said() == [])
    completing.complete("b")
    #expect(completing.said() == ["completed"])
    var failing = probe(plan)
    failing.start()
    failing.fail("a", "E")
    failing.output("b", 1)
    #expect(failing.said() == ["error \"E\""])
    var empty = probe { _ in .combineLatest([]) }
    empty.start()
    #expect(empty.said() == ["completed"])
  }

  @Test("S14: take(until:) completes at the trigger's value, and hears nothing after it")
  func takeUntil() {
    var simulation = probe { .subject($0, port: 3).take(until: .subject($0, port: 4)) }
    simulation.start()
    simulation.output("a", 1)
    simulation.output("a", 2)
    simulation.output("b", .null)
    simulation.output("a", 3)
    #expect(simulation.said() == ["next 1", "next 2", "completed"])
    #expect(simulation.kernel.snapshot.instanceCount == 1)
  }

  @Test("take(until:) completes at the trigger's completion and ignores its error")
  func takeUntilEnds() {
    var completing = probe { .subject($0, port: 3).take(until: .subject($0, port: 4)) }
    completing.start()
    completing.complete("b")
    completing.output("a", 1)
    #expect(completing.said() == ["completed"])
    var failing = probe { .subject($0, port: 3).take(until: .subject($0, port: 4)) }
    failing.start()
    failing.fail("b", "E")
    failing.output("a", 1)
    #expect(failing.said() == ["next 1"])
  }

  @Test("S15: a trigger that fires at subscription lets nothing through")
  func takeUntilAtOnce() {
    var simulation = probe { _ in .just("u").take(until: .empty) }
    simulation.start()
    #expect(simulation.said() == ["completed"])
  }

  @Test("just, fail, empty and never")
  func sources() {
    func said(_ plan: SignalPlan) -> [String] {
      var simulation = probe { _ in plan }
      simulation.start()
      return simulation.said()
    }
    #expect(said(.just(1)) == ["next 1", "completed"])
    #expect(said(.fail("E")) == ["error \"E\""])
    #expect(said(.empty) == ["completed"])
    #expect(said(.never) == [])
  }

  @Test("catch subscribes to the replacement at the error, and swallows it")
  func catchError() {
    var simulation = probe { .subject($0, port: 3).catch(.subject($0, port: 4)) }
    simulation.start()
    simulation.output("a", 1)
    simulation.output("b", 2)
    simulation.fail("a", "E")
    simulation.output("b", 3)
    simulation.output("a", 4)
    simulation.fail("b", "F")
    #expect(simulation.said() == ["next 1", "next 3", "error \"F\""])
  }

  @Test("S25: a subject sends to who listens now")
  func hotSubject() {
    var simulation = probe { .subject($0, port: 3) }
    simulation.start()
    simulation.output("a", 1)
    simulation.start()
    simulation.output("a", 2)
    #expect(simulation.said() == ["next 1", "next 2", "next 2"])
  }

  @Test("S26: a subject that completed has no end of its own")
  func completedSubject() {
    var simulation = probe { .subject($0, port: 3) }
    simulation.start()
    simulation.complete("a")
    simulation.start()
    simulation.output("a", 3)
    #expect(simulation.said() == ["completed", "next 3"])
  }

  @Test("a subject sends to the listeners that it had when it began")
  func listenersAtTheStart() {
    var simulation = Simulation(
      Program(
        templates: [.slots("root", subjects: ["a", "log"])],
        wirings: [
          WiringDefinition("first") {
            Link(
              .subject($0[0].target!, port: 0),
              to: .handlers(next: HandlerValue("join", $0), error: nil, completed: nil))
          },
          WiringDefinition("second") { Link(.subject($0[0].target!, port: 0), to: .say("second")) },
        ],
        handlers: [.say, HandlerDefinition("join") { turn, captures, _ in turn.start("second", captures) }]))
    simulation.act { turn, me in turn.start("first", [.reference(me)]) }
    simulation.output("a", 1)
    #expect(simulation.said() == [])
    simulation.output("a", 2)
    #expect(simulation.said() == ["second next 2"])
  }

  @Test("a listener that was disposed by one before it hears nothing")
  func disposedInDelivery() {
    var simulation = Simulation(
      Program(
        templates: [.slots("root", [.hidden("later")], subjects: ["a", "log"])],
        wirings: [
          WiringDefinition("first") {
            Link(
              .subject($0[0].target!, port: 1), to: .handlers(next: HandlerValue("cut", $0), error: nil, completed: nil)
            )
          },
          WiringDefinition("second") { Link(.subject($0[0].target!, port: 1), to: .say("second")) },
        ],
        handlers: [
          .say,
          HandlerDefinition("cut") { turn, captures, _ in turn.dispose(turn.read(captures[0].target!, port: 0).target!)
          },
        ]))
    simulation.act { turn, me in
      turn.start("first", [.reference(me)])
      turn.set(me, port: 0, to: .reference(turn.start("second", [.reference(me)])!))
    }
    simulation.output("a", 1)
    #expect(simulation.said() == [])
  }

  @Test("a wiring may stand for another wiring")
  func nestedWiring() {
    var simulation = Simulation(
      Program(
        templates: [.slots("root", subjects: ["log"])],
        wirings: [
          WiringDefinition("inner") { _ in Link(.just(1), to: .say("ignored")) },
          WiringDefinition("outer") { _ in Link(.signal(.wiring("inner", [])).map { _ in 2 }, to: .say()) },
        ],
        handlers: [.say]))
    simulation.act { turn, _ in turn.start("outer", []) }
    #expect(simulation.said() == ["next 2", "completed"])
  }
}

extension Simulation {
  mutating func start(_ wiring: Name = "probe") {
    act("start") { turn, me in turn.start(wiring, [.reference(me)]) }
  }
  mutating func output(_ subject: Name, _ value: Value) {
    act("output") { turn, me in turn.send(value, by: me, subject) }
  }
  mutating func complete(_ subject: Name) {
    act("complete") { turn, me in turn.complete(me, port: turn.port(subject, of: me) ?? -1) }
  }
  mutating func fail(_ subject: Name, _ error: Value) {
    act("fail") { turn, me in turn.fail(me, port: turn.port(subject, of: me) ?? -1, error) }
  }
}
