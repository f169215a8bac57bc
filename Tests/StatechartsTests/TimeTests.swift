import Testing

@testable import Statecharts

/// Delays, timers, hops, and work that is held back.
struct TimeTests {
  @Test("a delayed transition is taken when its time has come")
  func after() {
    var simulation = Simulation([
      ChartDefinition.State("a").after(500, to: "b", say: "now"), ChartDefinition.State("b"),
    ])
    simulation.advance(to: 499)
    #expect(simulation.states == ["a"])
    simulation.advance(to: 500)
    #expect(
      simulation.lines() == ["0 root:  -> a", "0 start timer a 500", "500 timer a", "500 root: a -> b", "500 now"])
  }

  @Test("a delayed transition goes with its state")
  func cancelled() {
    var simulation = Simulation([
      ChartDefinition.State("a").after(500, to: "b").on("leave", to: "c"), ChartDefinition.State("b"),
      ChartDefinition.State("c"),
    ])
    simulation.send("leave")
    #expect(simulation.kernel.snapshot.workCount == 0)
    simulation.advance(to: 1000)
    #expect(simulation.states == ["c"])
  }

  @Test("a delayed transition whose guard does not hold when its time comes is lost")
  func guarded() {
    var simulation = Simulation([
      ChartDefinition.State("a").after(500, to: "b", when: .field("ok")), ChartDefinition.State("b"),
    ])
    simulation.advance(to: 500)
    simulation.set("ok", true)
    simulation.advance(to: 5000)
    #expect(simulation.states == ["a"])
  }

  @Test("an event that was sent with a delay comes, whatever state the machine is in by then")
  func delayedEvent() {
    var simulation = Simulation([
      ChartDefinition.State("a").on("go", to: "b"), ChartDefinition.State("b").on("ping", to: "c"),
      ChartDefinition.State("c"),
    ])
    simulation.act { turn, me in turn.send("ping", to: me, after: 100) }
    simulation.send("go")
    simulation.advance(to: 100)
    #expect(simulation.states == ["c"])
  }

  /// A root with a handler that says its label, and one that posts.
  private func clock() -> Simulation {
    Simulation(
      Program(
        templates: [.slots("root", subjects: ["log"])],
        handlers: [
          .say,
          HandlerDefinition("tick") { turn, _, _ in
            turn.say("tick")
            turn.after(1000, .say("after"))
          },
          HandlerDefinition("chain") { turn, _, _ in
            turn.say("hop")
            turn.post(.say("second hop"))
          },
        ]))
  }

  @Test("a repeating timer is put back before its body runs, so it precedes what the body delays as long")
  func timer() {
    var simulation = clock()
    simulation.act { turn, _ in turn.every(1000, HandlerValue("tick")) }
    simulation.advance(to: 2000)
    #expect(
      simulation.lines() == [
        "0 start timer tick 1000", "1000 timer tick", "1000 tick", "2000 timer tick", "2000 tick", "2000 after",
      ])
  }

  @Test("a cancelled timer, delay or delayed event does not come; others with other captures do")
  func cancelledWork() {
    var simulation = clock()
    simulation.act { turn, me in
      turn.every(100, .say("timer"))
      turn.after(100, .say("delay"))
      turn.after(100, .say("other"))
      turn.send("ping", to: me, after: 100)
      turn.cancel(.say("timer"))
      turn.cancel(.say("delay"))
      turn.cancel("ping", to: me)
    }
    #expect(simulation.kernel.snapshot.workCount == 1)
    simulation.advance(to: 1000)
    #expect(simulation.said() == ["other"])
  }

  @Test("a hop runs in a turn of its own at the same instant, behind what was posted before it")
  func hops() {
    var simulation = clock()
    simulation.act { turn, _ in
      turn.post(HandlerValue("chain"))
      turn.post(.say("other"))
      turn.say("code")
    }
    #expect(simulation.kernel.turns.map(\.effects.count) == [0, 1, 1, 1, 1])
    #expect(simulation.lines() == ["0 code", "0 hop", "0 other", "0 second hop"])
  }

  @Test("what is held is not run; it runs with the next step")
  func held() {
    var simulation = clock()
    simulation.hold { turn, _ in turn.post(.say("posted")) }
    #expect(simulation.said() == [])
    #expect(simulation.kernel.snapshot.nextDue == 0)
    simulation.act { turn, _ in turn.say("next act") }
    #expect(simulation.said() == ["next act", "posted"])
  }

  @Test("work of one instant runs in the order in which it was made; a turn has the time at which it was due")
  func order() {
    var simulation = clock()
    simulation.act { turn, _ in
      turn.after(20, .say("b"))
      turn.after(10, .say("a"))
      turn.after(20, .say("c"))
    }
    simulation.advance(to: 100)
    #expect(simulation.lines() == ["10 a", "20 b", "20 c"])
    #expect(simulation.kernel.snapshot.time == 100)
  }

  @Test("time is left before what is due at the moment when it is held")
  func heldAdvance() {
    var simulation = clock()
    simulation.act { turn, _ in turn.after(20, .say("a")) }
    simulation.kernel.advance(to: 20, isHeld: true)
    #expect(simulation.said() == [])
    #expect(simulation.kernel.snapshot.time == 20)
  }

  @Test("a piece of work that does not exist is not run")
  func noWork() {
    var simulation = clock()
    simulation.kernel.runWork(at: 0)
    #expect(simulation.lines() == [])
  }

  @Test("a delay beyond the end of virtual time is a fault, one below zero is none at all")
  func extremes() {
    var simulation = clock()
    simulation.act { turn, _ in turn.after(-5, .say("now")) }
    #expect(simulation.said() == ["now"])
    simulation.advance(to: 1)
    simulation.act { turn, _ in turn.after(.max, .say("never")) }
    #expect(simulation.effects() == ["crash: delay of 9223372036854775807 ms is beyond the end of virtual time"])
  }

  /// Two timers, every 2 and every 3 milliseconds.
  private func ticking() -> Simulation {
    var simulation = Simulation(
      Program(templates: [.slots("root", subjects: ["log"])], handlers: [.say]))
    simulation.act { turn, _ in
      turn.every(2, .say("two"))
      turn.every(3, .say("three"))
    }
    return simulation
  }

  @Test("a pause comes between two instants, where a shorter advance ends", arguments: 1...20)
  func pauses(_ turns: Int) {
    var simulation = ticking()
    var pauses = 0
    while simulation.kernel.advance(to: 100, pausing: TurnAllowance(turns: turns)) == .paused {
      pauses += 1
      var shorter = ticking()
      shorter.advance(to: simulation.kernel.snapshot.time)
      #expect(
        shorter.kernel.snapshot.value(shorter.kernel.program)
          == simulation.kernel.snapshot.value(simulation.kernel.program))
    }
    var whole = ticking()
    whole.advance(to: 100)
    #expect(
      whole.kernel.snapshot.value(whole.kernel.program) == simulation.kernel.snapshot.value(simulation.kernel.program))
    #expect(whole.kernel.turnCount == simulation.kernel.turnCount)
    #expect(pauses > 0 && pauses <= 83 / turns)
  }

  @Test("who cancels is heard soon: at the end of the instant, or where an instant does not end")
  func cancels() {
    var simulation = ticking()
    let allowance = TurnAllowance { true }
    #expect(simulation.kernel.advance(to: .max, pausing: allowance) == .paused)
    #expect(simulation.kernel.snapshot.time < 40)
    var endless = Simulation(
      Program(
        templates: [.slots("root")],
        handlers: [HandlerDefinition("round") { turn, _, _ in turn.post(HandlerValue("round")) }]))
    endless.hold { turn, _ in turn.post(HandlerValue("round")) }
    #expect(endless.kernel.advance(to: 0, pausing: allowance) == .cut)
    #expect(endless.kernel.snapshot.fault == nil)
  }
}
