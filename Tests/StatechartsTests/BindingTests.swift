import Testing

@testable import Statecharts

/// `assign` and two-component paths.
struct BindingTests {
  private func binding(_ plan: @escaping @Sendable (InstanceID) -> SignalPlan) -> Simulation {
    Simulation(
      Program(
        templates: [.slots("root", [Slot("x")], subjects: ["a", "b"])],
        wirings: [
          WiringDefinition("probe") { Link(plan($0[0].target!), to: .assign($0[0].target!, port: 0)) },
          WiringDefinition("replacing") {
            Link(
              .subject($0[0].target!, port: 1), to: .assign($0[0].target!, port: 0, replacingNil: 42))
          },
          WiringDefinition("other") { Link(.subject($0[0].target!, port: 2), to: .assign($0[0].target!, port: 0)) },
        ]))
  }

  @Test("S3: each value is assigned, nil too")
  func assigns() {
    var simulation = binding { .subject($0, port: 1) }
    simulation.start()
    for value in [1, 2, .null] as [Value] { simulation.output("a", value) }
    #expect(simulation.effects() == ["a! 1", "x = 1", "a! 2", "x = 2", "a! nil", "x = nil"])
  }

  @Test("S4: 1, 2, nil with a replacement of nil sets 1, 2, 42")
  func nilReplacement() {
    var simulation = binding { _ in .never }
    simulation.start("replacing")
    for value in [1, 2, .null] as [Value] { simulation.output("a", value) }
    #expect(simulation.effects() == ["a! 1", "x = 1", "a! 2", "x = 2", "a! nil", "x = 42"])
  }

  @Test("S5: after completion the last value stays and the field may be bound again")
  func rebound() {
    var simulation = binding { .subject($0, port: 1) }
    simulation.start()
    simulation.output("a", 1)
    simulation.complete("a")
    #expect(simulation.read("x") == 1)
    simulation.start("other")
    simulation.output("b", 2)
    simulation.output("a", 3)
    #expect(simulation.read("x") == 2)
  }

  @Test("S33, HZ-B4: an error that reaches a binding is a fault")
  func error() {
    var simulation = binding { .subject($0, port: 1) }
    simulation.start()
    simulation.fail("a", "E")
    #expect(simulation.effects() == ["crash: a binding received an error: 'E'"])
    #expect(simulation.kernel.snapshot.fault == "a binding received an error: 'E'")
  }

  /// A root whose `user` is an instance with a name; `log` says what the path `user.name` sends.
  private func path() -> Simulation {
    Simulation(
      Program(
        templates: [
          .slots("root", [.hidden("user"), .hidden("other")], subjects: ["log"]), .slots("user", [.hidden("name")]),
        ],
        wirings: [
          WiringDefinition("probe") { Link(.values($0[0].target!, port: 0).member("name"), to: .say()) },
          WiringDefinition("swapping") {
            Link(
              .values($0[0].target!, port: 0).member("name"),
              to: .handlers(next: HandlerValue("swap", $0), error: nil, completed: nil))
          },
        ],
        handlers: [
          .say,
          HandlerDefinition("swap") { turn, captures, value in
            turn.say("next", value)
            let me = captures[0].target!
            if value == "swap" { turn.set(me, "user", turn.read(me, "other")) }
          },
        ]))
  }

  @Test("a path sends nil without an instance, follows a new one and lets the old one go")
  func follows() {
    var simulation = path()
    simulation.start()
    simulation.act { turn, me in
      let user = turn.make("user", at: "user")
      turn.set(user, "name", "a")
      turn.set(me, "user", .reference(user))
      turn.set(user, "name", "b")
      let next = turn.make("user", at: "user")
      turn.set(me, "user", .reference(next))
      turn.set(user, "name", "c")
      turn.set(next, "name", "d")
      turn.set(me, "user", .null)
    }
    #expect(
      simulation.said() == ["next nil", "next \"a\"", "next \"b\"", "next nil", "next \"d\"", "next nil"])
  }

  @Test("a path follows when the instance is replaced while its own notification runs")
  func replacedInside() {
    var simulation = path()
    simulation.act { turn, me in
      let user = turn.make("user", at: "user")
      let other = turn.make("user", at: "other")
      turn.set(other, "name", "other")
      turn.set(me, "user", .reference(user))
      turn.set(me, "other", .reference(other))
      turn.start("swapping", [.reference(me)])
      turn.set(user, "name", "swap")
      turn.set(user, "name", "late")
      turn.set(other, "name", "new")
    }
    #expect(simulation.said() == ["next nil", "next \"swap\"", "next \"other\"", "next \"new\""])
  }
}
