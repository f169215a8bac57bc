import Testing

@testable import Statecharts

/// What keeps an instance, and what happens when nothing does.
struct LifetimeTests {
  /// A page with rows that can be liked; the page knows weakly which row was touched last.
  static func page() -> Simulation {
    let row = Template.slots(
      "row",
      [
        .hidden("total"),
        .hidden(
          "peer", observers: [{ turn, me, value in if value == .null { turn.say("alone", turn.read(me, "total")) } }]),
      ],
      chart: ChartDefinition([
        ChartDefinition.State("plain").on("like", to: "asking"),
        ChartDefinition.State("asking").invoke("like").on("like.ok", to: "liked", say: "heard"),
        ChartDefinition.State("liked"),
      ]))
    let page = Template.slots(
      "page",
      [
        .hidden("rows", []),
        .hidden("touched", observers: [{ turn, _, value in turn.say(value == .null ? "touched nothing" : "touched") }]),
        .hidden(
          "some", [], observers: [{ turn, _, value in turn.say("some \(value.items.map { $0 == .weak(nil) })") }]),
      ], subjects: ["tick", "log"])
    return Simulation(
      Program(
        templates: [page, row],
        wirings: [
          WiringDefinition("total") { Link(.values($0[0].target!, port: 0), to: .say("total")) },
          WiringDefinition("late") { Link(.values($0[0].target!, port: 0).delay(500), to: .say("late")) },
          WiringDefinition("numbered") {
            Link(.values($0[0].target!, port: 0).map { $0 }, to: .say($0[1].line))
          },
          WiringDefinition("own") {
            Link(
              .values($0[0].target!, port: 0),
              to: .handlers(next: nil, error: nil, completed: HandlerValue("say", ["own", $0[0]])))
          },
          WiringDefinition("end") { Link(.lifetime($0[0].target!), to: .say("end")) },
          WiringDefinition("giving") { captures in
            Link(
              .subject(captures[0].target!, port: 3).map { _ in captures[1] },
              to: .handlers(next: HandlerValue("touch", [captures[0]]), error: nil, completed: nil))
          },
          WiringDefinition("replacing") {
            Link(.subject($0[0].target!, port: 3).catch(.values($0[1].target!, port: 0)), to: .say("replaced"))
          },
        ],
        handlers: [
          .say,
          HandlerDefinition("touch") { turn, captures, value in
            turn.set(captures[0].target!, "touched", .weak(value.target))
          },
          HandlerDefinition("look") { turn, captures, _ in
            turn.say("look", turn.read(captures[0].target ?? .nowhere, "total"))
          },
        ],
        services: [ServiceDefinition("like", delay: 1000) { _ in (.ok, .null) }]))
  }

  private func page(rows: Int) -> Simulation {
    var simulation = Self.page()
    simulation.act { turn, me in turn.makeRows(rows, of: me) }
    _ = simulation.lines()
    return simulation
  }

  @Test(
    "a reply reaches a row that was replaced while it was under way; then the row goes, and who knew it weakly hears so"
  )
  func replyToReplacedRow() {
    var simulation = page(rows: 2)
    simulation.act { turn, me in
      let row = turn.read(me, "rows").items[0].target!
      turn.set(me, "touched", .weak(row))
      turn.send("like", to: row)
    }
    simulation.advance(to: 500)
    simulation.act { turn, me in turn.makeRows(2, of: me) }
    // The page, two new rows, the old row that waits, and its request.
    #expect(simulation.kernel.snapshot.instanceCount == 5)
    simulation.advance(to: 1000)
    #expect(simulation.kernel.snapshot.instanceCount == 3)
    #expect(simulation.read("touched") == .null)
    #expect(
      simulation.lines() == [
        "0 touched", "0 row0.row: plain -> asking", "0 ask like nil", "500 row0'2.row:  -> plain",
        "500 row1'2.row:  -> plain", "1000 reply like ok nil", "1000 row0.row: asking -> liked", "1000 heard",
        "1000 touched nothing",
      ])
  }

  @Test("a row that waits for a typed reply lives as long as its request")
  func manual() {
    var simulation = page(rows: 1)
    simulation.act { turn, me in
      turn.setBehaviour(of: "like", ServiceBehaviour(answer: .manual))
      turn.send("like", to: turn.read(me, "rows").items[0].target!)
    }
    simulation.act { turn, me in turn.makeRows(0, of: me) }
    #expect(simulation.kernel.snapshot.instanceCount == 3)
    _ = simulation.said()
    let request = simulation.kernel.snapshot.requests[0].id
    simulation.act { turn, _ in turn.reply(to: request, .ok, .null) }
    #expect(simulation.said() == ["heard"])
    #expect(simulation.kernel.snapshot.instanceCount == 1)
  }

  @Test("several that knew it weakly hear so in the order in which they are reached, not in that of the table")
  func weakOrder() {
    var simulation = page(rows: 3)
    simulation.act { turn, me in
      turn.numberRows(of: me)
      turn.makePeers(of: me)
      let rows = turn.read(me, "rows").items
      turn.set(me, "rows", .list([rows[1], rows[0]]))
    }
    #expect(simulation.said() == ["alone 1", "alone 0"])
  }

  @Test("weak references inside a list become nil one by one, with one notification")
  func weakList() {
    var simulation = page(rows: 2)
    simulation.act { turn, me in
      turn.set(me, "some", .list(turn.read(me, "rows").items.map { .weak($0.target) }))
      turn.set(me, "rows", .list([turn.read(me, "rows").items[1]]))
    }
    #expect(simulation.said() == ["some [false, false]", "some [true, false]"])
  }

  @Test("a subscription does not keep what it observes, and completes when that is gone")
  func observed() {
    var simulation = page(rows: 1)
    simulation.act { turn, me in
      let row = turn.read(me, "rows").items[0]
      turn.start("total", [row])
      turn.start("replacing", [.reference(me), row])
    }
    simulation.act { turn, me in turn.set(me, "rows", []) }
    #expect(simulation.said() == ["total next nil"])
    // The replacement that may still come keeps the row.
    simulation.fail("tick", "E")
    #expect(simulation.said() == ["replaced next nil", "total completed"])
    simulation.act { _, _ in }
    #expect(simulation.kernel.snapshot.instanceCount == 1)
  }

  @Test("who subscribes to an instance's lifetime alone hears that it goes, also from a snapshot's normal form")
  func lifetime() {
    var simulation = Self.page()
    simulation.act { turn, me in
      turn.makeRows(2, of: me)
      for row in turn.read(me, "rows").items { turn.start("end", [row]) }
    }
    #expect(simulation.said() == [])
    let program = simulation.kernel.program
    var normal = Simulation(program, from: simulation.kernel.snapshot.normalised(program))
    simulation.act { turn, me in turn.set(me, "rows", .list([turn.read(me, "rows").items[0]])) }
    #expect(simulation.said() == ["end completed"])
    simulation.act { turn, me in turn.makeRows(0, of: me) }
    #expect(simulation.said() == ["end completed"])
    #expect(simulation.kernel.snapshot.instanceCount == 1)
    normal.act { turn, me in turn.makeRows(0, of: me) }
    #expect(normal.said() == ["end completed", "end completed"])
  }

  @Test("a subscription of a lifetime that is disposed hears nothing")
  func disposedLifetime() {
    var simulation = Self.page()
    simulation.act { turn, me in
      turn.makeRows(1, of: me)
      if let end = turn.start("end", turn.read(me, "rows").items) { turn.dispose(end) }
    }
    simulation.act { turn, me in turn.makeRows(0, of: me) }
    #expect(simulation.said() == [])
    #expect(simulation.kernel.snapshot.instanceCount == 1)
  }

  @Test("who hears of several that go in one turn hears so in order of their paths; what goes itself hears nothing")
  func orphans() {
    var simulation = page(rows: 3)
    simulation.act { turn, me in
      for (index, row) in turn.read(me, "rows").items.enumerated().reversed() {
        turn.start("numbered", [row, .int(index)])
        turn.start("own", [row])
      }
    }
    _ = simulation.said()
    simulation.act { turn, me in turn.set(me, "rows", .list([turn.read(me, "rows").items[1]])) }
    #expect(simulation.said() == ["0 completed", "2 completed"])
    #expect(simulation.kernel.snapshot.instanceCount == 5)
    simulation.act { turn, me in turn.set(me, "rows", []) }
    #expect(simulation.said() == ["1 completed"])
    #expect(simulation.kernel.snapshot.instanceCount == 1)
  }

  @Test("a delay behind what is gone completes at its time; what waits in it is not lost")
  func orphanedDelay() {
    var simulation = page(rows: 1)
    simulation.act { turn, me in
      turn.start("late", [turn.read(me, "rows").items[0]])
      turn.set(me, "rows", [])
    }
    #expect(simulation.said() == [])
    simulation.advance(to: 1_000)
    #expect(simulation.said() == ["late next nil", "late completed"])
    #expect(simulation.kernel.snapshot.instanceCount == 1)
  }

  @Test("a closure keeps what it captured and does not observe")
  func captured() {
    var simulation = page(rows: 1)
    simulation.act { turn, me in
      turn.start("giving", [.reference(me), turn.read(me, "rows").items[0]])
      turn.set(me, "rows", [])
    }
    simulation.output("tick", 1)
    #expect(simulation.said() == ["touched"])
    simulation.complete("tick")
    #expect(simulation.said() == ["touched nothing"])
    #expect(simulation.kernel.snapshot.instanceCount == 1)
  }

  @Test("a place that a weak reference in waiting work means is not given to another instance")
  func notReused() {
    var simulation = page(rows: 1)
    simulation.act { turn, me in
      turn.after(1000, HandlerValue("look", [.weak(turn.read(me, "rows").items[0].target)]))
      turn.set(me, "rows", [])
    }
    simulation.act { turn, me in
      turn.makeRows(1, of: me)
      turn.set(turn.read(me, "rows").items[0].target!, "total", 7)
    }
    #expect(simulation.read("rows") == [.reference(InstanceID(2))])
    simulation.advance(to: 1000)
    #expect(simulation.said() == ["look"])
    simulation.act { turn, me in turn.makeRows(1, of: me) }
    #expect(simulation.read("rows") == [.reference(InstanceID(1))])
  }

  @Test("what nothing refers to at the end of the turn that made it goes at once")
  func unreferenced() {
    var simulation = Self.page()
    simulation.act { turn, _ in _ = turn.make("row", at: "row") }
    #expect(simulation.kernel.snapshot.instanceCount == 1)
  }

  @Test("10,000 turns of request and reply leave a table of three places")
  func noGrowth() {
    var simulation = RequestTests.asker()
    simulation.kernel.isRecording = false
    for _ in 0..<5_000 {
      simulation.send("go")
      simulation.advance(to: simulation.kernel.snapshot.time + 1000)
    }
    #expect(simulation.states == ["idle"])
    #expect(simulation.kernel.snapshot.instances.count <= 3)
    #expect(simulation.kernel.snapshot.workCount == 0)
    #expect(simulation.kernel.links.count <= 4096)
  }
}

extension TurnContext {
  /// Replaces the page's rows by new ones.
  func makeRows(_ count: Int, of me: InstanceID) {
    set(me, "rows", .list((0..<count).map { .reference(make("row", at: "row\($0)")) }))
  }
  /// Sets each row's total to its index.
  func numberRows(of me: InstanceID) {
    for (index, row) in read(me, "rows").items.enumerated() { set(row.target!, "total", .int(index)) }
  }
  /// Makes every row know the last one weakly.
  func makePeers(of me: InstanceID) {
    let rows = read(me, "rows").items.compactMap(\.target)
    for row in rows.dropLast() { set(row, "peer", .weak(rows.last)) }
  }
}
