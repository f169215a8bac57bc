import Testing

@testable import Statecharts

/// The operators of SEEDS B.2 beyond those of `SignalTests`.
struct OperatorTests {
  @Test("delay: values and completion come later, each at its own time")
  func delay() {
    var simulation = Simulation.probe { .a($0).delay(300) }
    simulation.start()
    simulation.output("a", 1)
    simulation.advance(to: 100)
    simulation.output("a", 2)
    simulation.complete("a")
    simulation.advance(to: 1000)
    #expect(
      simulation.lines().filter { !$0.contains("!") } == ["300 next 1", "400 next 2", "400 completed"])
    #expect(simulation.kernel.snapshot.instanceCount == 1)
  }

  @Test("delay: an error comes at once, overtakes what waits, and drops it")
  func delayedError() {
    var simulation = Simulation.probe { .a($0).delay(300) }
    simulation.start()
    simulation.output("a", 1)
    simulation.fail("a", "E")
    #expect(simulation.kernel.snapshot.workCount == 0)
    simulation.advance(to: 1000)
    #expect(simulation.said() == ["error \"E\""])
  }

  @Test("delay: dispose drops what waits")
  func delayDisposed() {
    var simulation = Simulation.probe { .a($0).delay(300) }
    var subscription: InstanceID?
    simulation.act { turn, me in subscription = turn.start("probe", [.reference(me)]) }
    simulation.output("a", 1)
    simulation.act { turn, _ in turn.dispose(subscription!) }
    simulation.advance(to: 1000)
    #expect(simulation.said() == [])
    #expect(simulation.kernel.snapshot.workCount == 0)
  }

  @Test("S31: a log before and behind a delay of an empty signal, with the names of ReactiveObjC")
  func logged() {
    var simulation = Simulation.probe { _ in .empty.logged().delay(2000).logged() }
    simulation.start()
    simulation.advance(to: 2000)
    #expect(
      simulation.lines() == [
        "0 log +empty completed", "2000 log [+empty] -delay: 2.000000 completed", "2000 completed",
      ])
  }

  @Test("logAll writes values and errors, and adds nothing to the name")
  func loggedValues() {
    var simulation = Simulation.probe { .a($0).logged().map { $0 }.take(2).logged() }
    simulation.start()
    simulation.output("a", 1)
    simulation.fail("a", "E")
    #expect(
      simulation.effects() == [
        "a! 1", "log a next 1", "log [[a] -map:] -take: 2 next 1", "next 1", "log a error \"E\"",
        "log [[a] -map:] -take: 2 error \"E\"", "error \"E\"",
      ])
  }

  @Test("the names of signals, as ReactiveObjC's logs have them")
  func names() {
    let plan: @Sendable (InstanceID) -> SignalPlan = { me in
      .merge([
        .combineLatest([.values(me, port: 0), .just(1)]), .a(me).take(until: .never).catch(.fail("E")),
        SignalPlan.empty.start(with: 5).skip(2).distinct().filter { _ in true }.ignoreValues().materialize(),
        .just(.null).flatten().concat().switchToLatest().delivered().delay(1_050),
      ]).logged()
    }
    var simulation = Simulation.probe(plan)
    simulation.start()
    simulation.output("a", 7)
    let log = simulation.effects().first { $0.contains("next 7") } ?? ""
    #expect(
      log
        == "log +merge: (+combineLatest: (RACObserve(x), +return: 1), [[a] -takeUntil: +never] -catchTo: +error: 'E', "
        + "[[[[[[+return: 5] -concat: +empty] -skip: 2] -distinctUntilChanged] -filter:] -ignoreValues] -materialize, "
        + "[[[[[+return: nil] -flatten] -concat] -switchToLatest] -deliverOn: main] -delay: 1.050000) next 7")
  }

  @Test("perform: a handler runs before the event is passed on")
  func performs() {
    var simulation = Simulation.probe {
      .a($0).perform(next: .say("before next"), completed: .say("before completed"))
    }
    simulation.start()
    simulation.output("a", 1)
    simulation.complete("a")
    #expect(simulation.said() == ["before next 1", "next 1", "before completed", "completed"])
  }

  @Test("skip and take count for each subscription; take completes behind the last value")
  func skipAndTake() {
    var simulation = Simulation.probe { .a($0).skip(1).take(2) }
    simulation.start()
    for value in 1...4 { simulation.output("a", .int(value)) }
    simulation.start()
    simulation.output("a", 5)
    simulation.output("a", 6)
    #expect(simulation.said() == ["next 2", "next 3", "completed", "next 6"])
  }

  @Test("take: none subscribes to nothing; an earlier end is passed on")
  func takeEnds() {
    #expect(Simulation.sent(.fail("E").take(0)) == ["completed"])
    #expect(Simulation.sent(.just(1).take(2)) == ["next 1", "completed"])
    #expect(Simulation.sent(.fail("E").take(2)) == ["error \"E\""])
    #expect(Simulation.sent(.list(1, 2).skip(5)) == ["completed"])
    #expect(Simulation.sent(.list(1, 2).skip(0).take(1)) == ["next 1", "completed"])
  }

  @Test("take: a value that arrives while it tells of the last one is dropped, and it completes behind that")
  func takeNested() {
    var simulation = Simulation(
      Program(
        templates: [.slots("root", [.hidden("x"), .hidden("y")], subjects: ["a", "log"])],
        wirings: [
          WiringDefinition("probe") { captures in
            Link(
              SignalPlan.subject(captures[0].target!, port: 2).take(1).perform(next: HandlerValue("again", captures)),
              to: .say())
          }
        ],
        handlers: [
          .say,
          HandlerDefinition("again") { turn, captures, value in
            if value == 1 { turn.send(2, by: captures[0].target!, "a") }
            turn.say("told", value)
          },
        ]))
    simulation.start()
    simulation.output("a", 1)
    #expect(simulation.said() == ["told 1", "next 1", "completed"])
  }

  @Test("start(with:) sends its value first")
  func startWith() {
    var simulation = Simulation.probe { .a($0).start(with: 0) }
    simulation.start()
    simulation.output("a", 1)
    simulation.complete("a")
    #expect(simulation.said() == ["next 0", "next 1", "completed"])
  }

  @Test("merge passes on as it comes and completes when all have")
  func merge() {
    var simulation = Simulation.probe { .merge([.a($0), .b($0)]) }
    simulation.start()
    simulation.output("a", 1)
    simulation.output("b", 2)
    simulation.complete("a")
    simulation.output("a", 3)
    simulation.output("b", 4)
    simulation.complete("b")
    #expect(simulation.said() == ["next 1", "next 2", "next 4", "completed"])
    #expect(Simulation.sent(.merge([])) == ["completed"])
  }

  @Test("merge: an error ends all, and what stands behind it is never subscribed")
  func mergeError() {
    var simulation = Simulation.probe { _ in .merge([.just(1), .fail("E"), SignalPlan.just(2).logged()]) }
    simulation.start()
    #expect(simulation.effects() == ["next 1", "error \"E\""])
    var later = Simulation.probe { .merge([.a($0), .b($0)]) }
    later.start()
    later.fail("b", "E")
    later.output("a", 1)
    #expect(later.said() == ["error \"E\""])
  }

  @Test("S30: flatten completes after the outer signal and all inner ones; nil is an empty one")
  func flatten() {
    var simulation = Simulation.probe { .c($0).flatten() }
    simulation.start()
    for value in [.sending("a"), .null, .sending("b")] as [Value] { simulation.output("c", value) }
    simulation.output("a", 1)
    simulation.output("b", 2)
    simulation.complete("c")
    simulation.complete("a")
    simulation.output("b", 3)
    #expect(simulation.said() == ["next 1", "next 2", "next 3"])
    simulation.complete("b")
    #expect(simulation.said() == ["completed"])
    #expect(simulation.kernel.snapshot.instanceCount == 1)
  }

  @Test("flatten: an error of any ends all; a value that is no signal is a fault")
  func flattenErrors() {
    var simulation = Simulation.probe { .c($0).flatten() }
    simulation.start()
    simulation.output("c", .sending("a"))
    simulation.output("c", .sending("b"))
    simulation.fail("b", "E")
    simulation.output("a", 1)
    #expect(simulation.said() == ["error \"E\""])
    simulation.start()
    simulation.output("c", 5)
    #expect(simulation.kernel.snapshot.fault == "a signal of signals sent 5, which is not a signal")
  }

  @Test("flatten with a limit keeps the others waiting, in their order")
  func flattenLimit() {
    var simulation = Simulation.probe(wirings: [
      WiringDefinition("two") { _ in Link(.list("two", "too"), to: .say()) }
    ]) { .c($0).flatten(limit: 1) }
    simulation.start()
    for wiring: Name in ["a", "two", "b"] { simulation.output("c", .sending(wiring)) }
    simulation.output("b", "lost")
    simulation.output("a", 1)
    simulation.complete("a")
    simulation.output("b", 2)
    simulation.complete("c")
    simulation.complete("b")
    #expect(simulation.said() == ["next 1", "next \"two\"", "next \"too\"", "next 2", "completed"])
  }

  @Test("S32: concat of a signal of signals sends one after the other; a thousand that complete at once nest nothing")
  func concat() {
    let words = [("first", ["foo", "bar"]), ("second", ["buzz", "baz"])].map { name, values in
      WiringDefinition(name) { _ in Link(.concat(values.map { .just(.string($0)) }), to: .say()) }
    }
    var simulation = Simulation.probe(wirings: words) { _ in
      .list(.sending("first"), .sending("second")).concat()
    }
    simulation.start()
    #expect(simulation.said() == ["next \"foo\"", "next \"bar\"", "next \"buzz\"", "next \"baz\"", "completed"])
    var many = Simulation.probe(wirings: words) { .c($0).concat() }
    many.start()
    many.act { turn, me in
      turn.send(.sending("a"), by: me, "c")
      for _ in 0..<1_000 { turn.send(.sending("first"), by: me, "c") }
    }
    many.complete("a")
    #expect(many.said().count == 2_000)
    #expect(many.kernel.snapshot.fault == nil)
  }

  @Test("S21: switchToLatest passes on what each inner signal sends")
  func switching() {
    let pairs = [("one", [1, 2]), ("two", [3, 4])].map { name, values in
      WiringDefinition(name) { _ in Link(.concat(values.map { .just(.int($0)) }), to: .say()) }
    }
    var simulation = Simulation.probe(wirings: pairs) { .c($0).switchToLatest() }
    simulation.start()
    simulation.output("c", .sending("one"))
    simulation.output("c", .sending("two"))
    #expect(simulation.said() == ["next 1", "next 2", "next 3", "next 4"])
  }

  @Test("switchToLatest hears the newest only, and its error; completes with the outer and the last")
  func switchingLater() {
    var simulation = Simulation.probe { .c($0).switchToLatest() }
    simulation.start()
    simulation.output("c", .sending("a"))
    simulation.output("a", 1)
    simulation.output("c", .sending("b"))
    simulation.output("a", 2)
    simulation.fail("a", "unheard")
    simulation.output("b", 3)
    simulation.complete("c")
    simulation.output("b", 4)
    simulation.complete("b")
    #expect(simulation.said() == ["next 1", "next 3", "next 4", "completed"])
    simulation.start()
    simulation.output("c", .sending("a"))
    simulation.fail("a", "E")
    #expect(simulation.said() == ["error \"E\""])
    #expect(simulation.kernel.snapshot.instanceCount == 1)
  }

  @Test("S22, S23, S24: switchToLatest ends with outer and last inner signal; nil ends the one before")
  func switchingEnds() {
    let wirings = [
      WiringDefinition("never") { _ in Link(.never, to: .say()) },
      WiringDefinition("empty") { _ in Link(.empty, to: .say()) },
      WiringDefinition("pair") { _ in Link(.list(1, 2), to: .say()) },
    ]
    func sent(_ values: [Value]) -> [String] {
      var simulation = Simulation.probe(wirings: wirings) { .c($0).switchToLatest() }
      simulation.start()
      for value in values { simulation.output("c", value) }
      simulation.complete("c")
      return simulation.said()
    }
    #expect(sent([.sending("never")]) == [])
    #expect(sent([.sending("empty")]) == ["completed"])
    #expect(sent([.null, .sending("pair")]) == ["next 1", "next 2", "completed"])
    #expect(sent([.sending("never"), .null]) == ["completed"])
  }

  @Test("an inner signal that makes the outer one switch while it is subscribed is cut at once")
  func switchingInside() {
    let greedy = WiringDefinition("greedy") {
      Link(SignalPlan.list(1, 2).perform(next: HandlerValue("switch", $0)), to: .say())
    }
    var simulation = Simulation(
      Program(
        templates: [.slots("root", [.hidden("x"), .hidden("y")], subjects: ["a", "b", "c", "log"])],
        wirings: [
          greedy, WiringDefinition("nine") { _ in Link(.just(9), to: .say()) },
          WiringDefinition("probe") { Link(SignalPlan.c($0[0].target!).switchToLatest(), to: .say()) },
        ],
        handlers: [
          .say,
          HandlerDefinition("switch") { turn, captures, _ in
            turn.send(.sending("nine"), by: captures[0].target!, "c")
          },
        ]))
    simulation.start()
    simulation.output("c", .sending("greedy"))
    #expect(simulation.said() == ["next 9"])
  }

  @Test("ignoreValues and materialize")
  func eventsOnly() {
    #expect(Simulation.sent(.list(1, 2).ignoreValues()) == ["completed"])
    #expect(Simulation.sent(.fail("E").ignoreValues()) == ["error \"E\""])
    #expect(Simulation.sent(.list(1).materialize()) == ["next next", "next completed", "completed"])
    #expect(Simulation.sent(.fail("E").materialize()) == ["next error", "completed"])
  }

  @Test("catchMap goes on with the signal that is made of the error")
  func catchMap() {
    var simulation = Simulation.probe {
      .a($0).catchMap { $0 == "retry" ? .wiring("b", [.reference(InstanceID(0))]) : nil }
    }
    simulation.start()
    simulation.output("a", 1)
    simulation.fail("a", "retry")
    simulation.output("b", 2)
    simulation.fail("b", "retry")
    #expect(simulation.said() == ["next 1", "next 2", "error \"retry\""])
    simulation.start()
    simulation.fail("a", "other")
    #expect(simulation.said() == ["completed"])
  }

  @Test("deliverOn: each event in a turn of its own, errors too; dispose drops them")
  func delivered() {
    var simulation = Simulation.probe { .a($0).delivered() }
    simulation.start()
    simulation.hold { turn, me in
      turn.send(1, by: me, "a")
      turn.send(2, by: me, "a")
      turn.fail(me, port: 2, "E")
      turn.say("held")
    }
    simulation.kernel.drain()
    #expect(simulation.kernel.turns.suffix(3).map(\.cause) == Array(repeating: Cause(.hop, "probe"), count: 3))
    #expect(simulation.said() == ["held", "next 1", "next 2", "error \"E\""])
    var subscription: InstanceID?
    simulation.act { turn, me in subscription = turn.start("probe", [.reference(me)]) }
    simulation.hold { turn, me in turn.send(1, by: me, "a") }
    simulation.hold { turn, _ in turn.dispose(subscription!) }
    simulation.kernel.drain()
    #expect(simulation.said() == [])
  }

  @Test("concat of known signals subscribes each when the one before has completed")
  func sequence() {
    var simulation = Simulation.probe { .concat([.a($0), .b($0)]) }
    simulation.start()
    simulation.output("b", "early")
    simulation.output("a", 1)
    simulation.complete("a")
    simulation.output("b", 2)
    simulation.complete("b")
    #expect(simulation.said() == ["next 1", "next 2", "completed"])
    #expect(Simulation.sent(.concat([.just(1), .fail("E"), .just(2)])) == ["next 1", "error \"E\""])
    #expect(Simulation.sent(.concat([])) == ["completed"])
  }

  @Test("HZ-B1: take(until:) never opens again")
  func oneShot() {
    var simulation = Simulation.probe { .a($0).take(until: .b($0)) }
    simulation.start()
    simulation.output("b", true)
    simulation.output("b", false)
    simulation.output("a", 1)
    #expect(simulation.said() == ["completed"])
  }

  @Test("HZ-B2: a cold signal runs its work for every subscription")
  func coldTwice() {
    var simulation = Simulation.probe { _ in SignalPlan.just(1).perform(next: .say("work")) }
    simulation.start()
    simulation.start()
    #expect(simulation.said() == ["work 1", "next 1", "completed", "work 1", "next 1", "completed"])
  }

  @Test("HZ-B3: what a subject sent before the subscription is lost")
  func lost() {
    var simulation = Simulation.probe { .a($0) }
    simulation.output("a", 1)
    simulation.start()
    #expect(simulation.said() == [])
  }
}
