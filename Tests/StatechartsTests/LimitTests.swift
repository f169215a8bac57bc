import Foundation
import Testing

@testable import Statecharts

/// Every loop has a named limit.
struct LimitTests {
  private func limits(_ change: (inout Limits) -> Void) -> Limits {
    var limits = Limits()
    change(&limits)
    return limits
  }

  @Test("eventless transitions that lead in a circle reach microsteps, and the circle is named")
  func microsteps() {
    var simulation = Simulation([
      ChartDefinition.State("a").on("go", to: "b"), ChartDefinition.State("b").always(to: "c"),
      ChartDefinition.State("c").always(to: "d"),
      ChartDefinition.State("d").always(to: "b"),
    ])
    simulation.send("go")
    let effects = simulation.effects()
    #expect(effects.last == "limit microsteps: 1000 reached by c -> d -> b")
    #expect(effects.count == 1002)
    #expect(simulation.kernel.snapshot.fault == "limit microsteps of 1000 reached")
  }

  @Test("a hop that posts itself reaches turnsPerInstant, and is named")
  func turnsPerInstant() {
    var simulation = Simulation(
      Program(
        templates: [.slots("root", subjects: ["log"])],
        handlers: [
          HandlerDefinition("ping") { turn, _, _ in turn.post(HandlerValue("pong")) },
          HandlerDefinition("pong") { turn, _, _ in turn.post(HandlerValue("ping")) },
        ], limits: limits { $0.turnsPerInstant = 100 }))
    simulation.act { turn, _ in turn.post(HandlerValue("ping")) }
    #expect(simulation.effects() == ["limit turnsPerInstant: 100 reached by ping -> pong"])
    #expect(simulation.kernel.snapshot.fault == "limit turnsPerInstant of 100 reached")
  }

  @Test("work that waits runs however much it is, now and when much of it is due later; what it leads to is limited")
  func waitingWork() {
    var simulation = Simulation(
      Program(
        templates: [.slots("root", subjects: ["log"])],
        handlers: [
          .say, HandlerDefinition("ping") { turn, _, _ in turn.post(HandlerValue("ping")) },
        ], limits: limits { $0.turnsPerInstant = 100 }))
    for _ in 0..<1_000 {
      simulation.hold { turn, _ in
        turn.post(.say("now"))
        turn.after(5, .say("later"))
      }
    }
    simulation.advance(to: 5)
    #expect(simulation.kernel.snapshot.fault == nil && simulation.kernel.snapshot.workCount == 0)
    simulation.act { turn, _ in turn.post(HandlerValue("ping")) }
    #expect(simulation.lines().last == "5 limit turnsPerInstant: 100 reached by ping")
  }

  @Test("the largest limits there are limit nothing, however much waits")
  func unlimited() {
    var simulation = Simulation(
      Program(
        templates: [.slots("root", subjects: ["log"])], handlers: [HandlerDefinition("ping") { _, _, _ in }],
        limits: limits {
          $0.turnsPerInstant = .max
          $0.turnsPerStep = .max
        }))
    simulation.act { turn, _ in for _ in 0..<5 { turn.after(3, HandlerValue("ping")) } }
    simulation.advance(to: 5)
    #expect(simulation.kernel.snapshot.fault == nil)
    #expect(simulation.kernel.snapshot.agenda.count == 0)
  }

  @Test("a timer that runs too often within one step reaches turnsPerStep")
  func turnsPerStep() {
    var simulation = Simulation(
      Program(
        templates: [.slots("root")], handlers: [HandlerDefinition("tick") { _, _, _ in }],
        limits: limits { $0.turnsPerStep = 100 }))
    simulation.act { turn, _ in turn.every(1, HandlerValue("tick")) }
    simulation.advance(to: 100)
    #expect(simulation.kernel.snapshot.fault == nil)
    simulation.advance(to: 300)
    #expect(simulation.lines().last == "200 limit turnsPerStep: 100 reached by tick")
  }

  @Test("a wiring that stands for itself and a template that makes itself reach the limit of nesting")
  func nesting() {
    var simulation = Simulation(
      Program(
        templates: [.slots("root"), .slots("self", setUp: { turn, _, _ in _ = turn.make("self", at: "self") })],
        wirings: [WiringDefinition("self") { _ in Link(.signal(.wiring("self", [])), to: .say()) }], handlers: [.say]))
    var other = simulation.copy
    simulation.act { turn, _ in turn.start("self", []) }
    #expect(simulation.effects() == ["limit nestedDeliveries: 64 reached by self"])
    other.act { turn, _ in _ = turn.make("self", at: "self") }
    #expect(other.effects() == ["limit nestedDeliveries: 64 reached by self"])
  }

  @Test("an observer that revives what it is told about reaches collections")
  func collections() {
    var simulation = Simulation(
      Program(
        templates: [
          .slots(
            "root",
            [
              .hidden(
                "row",
                observers: [
                  { turn, me, value in if value == .null { turn.set(me, "row", .weak(turn.make("row", at: "row"))) } }
                ])
            ]), .slots("row"),
        ]))
    simulation.set("row", .null)
    #expect(simulation.effects() == ["limit collections: 100 reached"])
  }

  @Test("the agenda and the table have limits")
  func sizes() {
    let program = Program(
      templates: [.slots("root", [.hidden("rows")]), .slots("row")], handlers: [.say],
      limits: limits {
        $0.agenda = 5
        $0.instances = 5
      })
    var simulation = Simulation(program)
    simulation.act { turn, _ in for _ in 0..<6 { turn.post(.say("a")) } }
    #expect(simulation.effects() == ["limit agenda: 5 reached by say"])
    simulation = Simulation(program)
    simulation.act { turn, me in
      turn.set(me, "rows", .list((0..<5).map { _ in .reference(turn.make("row", at: "row")) }))
    }
    #expect(simulation.effects() == ["limit instances: 5 reached"])
  }

  @Test("64 nested sets that observers make fit a stack of 512 KiB")
  func smallStack() {
    #expect(Self.fault(of: LoginFormTests.form(isGuarded: false), setting: "name", stack: 512) == nestingFault)
  }

  @Test("64 nested sets through eight operators each fit a stack of 4 MiB")
  func operatorsOnStack() {
    let program = Program(
      templates: [
        .slots(
          "root", [.hidden("x", 0), .hidden("y", 0)],
          setUp: { turn, me, _ in
            turn.start("there", [.reference(me)])
            turn.start("back", [.reference(me)])
          })
      ],
      wirings: [("there", 0, 1), ("back", 1, 0)].map { name, from, to in
        WiringDefinition(name) {
          let me = $0[0].target!
          let next = SignalPlan.changes(me, port: from).map { .int(($0.number ?? 0) + 1) }
          return Link(
            .combineLatest([next.filter { _ in true }.distinct().take(until: .never).catch(.empty)]).map {
              $0.items[0]
            },
            to: .assign(me, port: to))
        }
      })
    #expect(Self.fault(of: program, setting: "x", stack: 4096) == nestingFault)
  }

  private let nestingFault = "limit nestedDeliveries of 64 reached"

  /// Sets a field of a program's root to a text on a thread with so many KiB of stack.
  private static func fault(of program: Program, setting field: Name, stack: Int) -> String? {
    final class Result: @unchecked Sendable { var fault: String? }
    let result = Result()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      var simulation = Simulation(program)
      simulation.set(field, "abc")
      result.fault = simulation.kernel.snapshot.fault
      done.signal()
    }
    thread.stackSize = stack << 10
    thread.start()
    done.wait()
    return result.fault
  }
}
