import Testing

@testable import Statecharts

/// Two-way bindings and two live bindings of one field.
struct ChannelTests {
  /// Three fields that can be bound to each other.
  private func fields(_ a: Value, _ b: Value, _ c: Value = .null, observers: [Code] = []) -> Simulation {
    Simulation(
      Program(
        templates: [
          .slots("root", [Slot("a", a, observers: observers), Slot("b", b), Slot("c", c), .hidden("row")]),
          .slots("row", [Slot("text")]),
        ],
        wirings: [("there", 0, 1), ("back", 1, 0)].map { name, from, to in
          WiringDefinition(name) { Link(.values($0[0].target!, port: from), to: .assign($0[0].target!, port: to)) }
        }))
  }

  @Test("S29: a channel takes the right value at bind, then carries both ways, nil too; its own echo is swallowed")
  func channel() {
    var simulation = fields(1, 2)
    simulation.act { turn, me in turn.bindBothWays((me, 0), (me, 1)) }
    simulation.set("a", 3)
    simulation.set("b", .null)
    #expect(simulation.effects() == ["a = 2", "a = 3", "b = 3", "b = nil", "a = nil"])
  }

  @Test("channels carry on over each other")
  func transitive() {
    var simulation = fields("a", "b", "c")
    simulation.act { turn, me in
      turn.bindBothWays((me, 0), (me, 1))
      turn.bindBothWays((me, 1), (me, 2))
    }
    #expect(simulation.effects() == ["a = \"b\"", "b = \"c\"", "a = \"c\""])
    simulation.set("a", 1)
    simulation.set("c", 2)
    #expect(simulation.effects() == ["a = 1", "b = 1", "c = 1", "c = 2", "b = 2", "a = 2"])
  }

  @Test("a side that is given nil takes its replacement")
  func nilReplacement() {
    var simulation = fields(0, 5)
    simulation.act { turn, me in turn.bindBothWays((me, 0), replacingNil: 42, (me, 1)) }
    simulation.set("b", .null)
    #expect(simulation.effects() == ["a = 5", "b = nil", "a = 42"])
  }

  @Test("a channel ends by dispose, and with the instance of either side")
  func ends() {
    var simulation = fields(1, 2)
    var channel: InstanceID?
    simulation.act { turn, me in
      channel = turn.bindBothWays((me, 0), (me, 1))
      turn.set(me, "row", .reference(turn.make("row", at: "row")))
      turn.bindBothWays((turn.read(me, "row").target!, 0), (me, 2))
    }
    #expect(simulation.kernel.snapshot.instanceCount == 4)
    simulation.act { turn, _ in turn.dispose(channel!) }
    simulation.set("row", .null)
    _ = simulation.effects()
    simulation.set("a", 7)
    simulation.set("c", 8)
    #expect(simulation.effects() == ["a = 7", "c = 8"])
    #expect(simulation.kernel.snapshot.instanceCount == 1)
  }

  @Test("a rewrite inside the echo uses the flag up, and is carried back")
  func rewrite() {
    var simulation = fields(
      "x", "y", observers: [{ turn, me, value in if value == "raw" { turn.set(me, "a", "clean") } }])
    simulation.act { turn, me in turn.bindBothWays((me, 0), (me, 1)) }
    _ = simulation.effects()
    simulation.set("b", "raw")
    #expect(simulation.effects() == ["b = \"raw\"", "a = \"raw\"", "a = \"clean\"", "b = \"clean\""])
  }

  @Test("B.2b: two one-way bindings without a guard never end, for equal sets notify")
  func naive() {
    var simulation = fields(1, 2)
    simulation.act { turn, me in
      turn.start("there", [.reference(me)])
      turn.start("back", [.reference(me)])
    }
    #expect(simulation.kernel.snapshot.fault == "limit nestedDeliveries of 64 reached")
  }

  @Test("S6: two live bindings of one field are a fault")
  func boundTwice() {
    var simulation = fields(1, 2)
    simulation.act { turn, me in turn.start("there", [.reference(me)]) }
    simulation.act { turn, me in turn.start("there", [.reference(me)]) }
    #expect(
      simulation.effects().last
        == "crash: field 'b' is already bound; end that binding first, or write to the field without binding it")
  }

  @Test("a binding that was disposed lets the field be bound again")
  func boundAgain() {
    var simulation = fields(1, 2)
    simulation.act { turn, me in
      turn.dispose(turn.start("there", [.reference(me)])!)
      turn.start("there", [.reference(me)])
    }
    simulation.set("a", 5)
    #expect(simulation.read("b") == 5)
  }

  @Test("a binding does not keep its target, and ends with it")
  func diesWithTarget() {
    var simulation = Simulation(
      Program(
        templates: [.slots("root", [Slot("x"), .hidden("row")]), .slots("row", [Slot("text")])],
        wirings: [
          WiringDefinition("show") { captures in
            Link(
              SignalPlan.values(captures[0].target!, port: 0).map { $0 }, to: .assign(captures[1].target!, port: 0))
          }
        ]))
    simulation.act { turn, me in
      let row = turn.make("row", at: "row")
      turn.set(me, "row", .reference(row))
      turn.start("show", [.reference(me), .reference(row)])
    }
    simulation.set("x", 1)
    simulation.set("row", .null)
    simulation.set("x", 2)
    #expect(simulation.effects() == ["row.text = nil", "x = 1", "row.text = 1", "x = 2"])
    #expect(simulation.kernel.snapshot.instanceCount == 1)
  }
}
