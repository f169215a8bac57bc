import Testing

@testable import Statecharts

/// The vectors of the signal command that listen to it in other ways (SEEDS C.2).
struct CommandVectorTests {
  /// A command with everything that it shows being said, and further wirings.
  private func command(
    _ wirings: [WiringDefinition] = [], _ work: @escaping @Sendable ([Value]) -> SignalPlan
  ) -> Simulation {
    var simulation = Simulation(CommandTests.program(wirings: wirings, work))
    simulation.act { turn, me in
      let command = turn.read(me, "command")
      for name in ["executing", "enabled", "errors"] + wirings.map(\.name) { turn.start(name, [command]) }
    }
    _ = simulation.said()
    return simulation
  }

  private static func listening(_ plan: @escaping @Sendable (InstanceID) -> SignalPlan) -> WiringDefinition {
    WiringDefinition("listening") { Link(plan($0[0].target!), to: .say("heard")) }
  }

  /// What was said since the last look, each with its time.
  private func timed(_ simulation: inout Simulation) -> [String] {
    defer { simulation.kernel.forgetTurns() }
    return simulation.kernel.turns.flatMap { turn in turn.effects.compactMap(\.said).map { "\(turn.time) \($0)" } }
  }

  @Test("C4: what a command shows arrives by hops through the main queue, nothing of it inside execute")
  func hops() {
    var simulation = command([Self.listening { .executionSignals($0).map { _ in "#" } }]) { _ in .fail("E") }
    simulation.hold { turn, me in _ = turn.execute(turn.read(me, "command").target!) }
    #expect(simulation.said() == [])
    simulation.kernel.drain()
    let turns = simulation.kernel.turns.filter { !$0.effects.compactMap(\.said).isEmpty }
    #expect(turns.allSatisfy { $0.cause.source == .hop && $0.effects.count == 1 })
    #expect(
      simulation.said() == [
        "executing true", "enabled false", "heard next \"#\"", "errors \"E\"", "executing false", "enabled true",
      ])
  }

  @Test("C5: an execution that completes tells nothing by errors")
  func noError() {
    var simulation = command { .just($0[1]) }
    simulation.execute("v")
    #expect(
      simulation.said() == [
        "executing true", "enabled false", "caller next \"v\"", "caller completed", "executing false", "enabled true",
      ])
  }

  @Test("C8: executionSignals.concat with sequences: foo, bar, buzz, baz")
  func concat() {
    let sequences: @Sendable ([Value]) -> SignalPlan = { $0[1] == "first" ? .list("foo", "bar") : .list("buzz", "baz") }
    var simulation = command([Self.listening { .executionSignals($0).concat() }], sequences)
    simulation.execute("first")
    simulation.execute("second")
    #expect(
      simulation.said().filter { $0.hasPrefix("heard") } == [
        "heard next \"foo\"", "heard next \"bar\"", "heard next \"buzz\"", "heard next \"baz\"",
      ])
  }

  @Test("C11: executionSignals.flatten.materialize has the values only, neither the error nor a completion")
  func flattened() {
    var simulation = command([Self.listening { .executionSignals($0).flatten().materialize() }]) {
      .subject($0[0].target!, port: 2)
    }
    simulation.execute()
    simulation.output("a", "u")
    simulation.output("a", "foo")
    simulation.fail("a", "E")
    let heard = simulation.kernel.turns.flatMap(\.effects).compactMap { effect -> [Value]? in
      guard case .output("log", .list(let parts)) = effect, parts[0].text?.hasPrefix("heard") == true else {
        return nil
      }
      return parts
    }
    #expect(
      heard == ["u", "foo"].map { ["heard next", .enumeration("next", [Member("", $0)])] })
  }

  @Test("C12: execute().materialize with the same input has the error too")
  func materialized() {
    var simulation = command([]) { .subject($0[0].target!, port: 2) }
    simulation.execute()
    _ = simulation.said()
    simulation.output("a", "u")
    simulation.output("a", "foo")
    simulation.fail("a", "E")
    #expect(
      simulation.said().filter { $0.hasPrefix("caller") } == [
        "caller next \"u\"", "caller next \"foo\"", "caller error \"E\"",
      ])
  }

  @Test("C14: values and a completion tell nothing by errors")
  func valuesWithoutError() {
    var simulation = command { _ in .list(1, 2) }
    simulation.execute()
    #expect(
      simulation.said() == [
        "executing true", "enabled false", "caller next 1", "caller next 2", "caller completed", "executing false",
        "enabled true",
      ])
  }

  @Test("C23: a command without subscribers leaves nothing behind when it goes")
  func noLeak() {
    var simulation = Simulation(CommandTests.program { _ in .empty })
    simulation.act { turn, me in
      let command = turn.makeCommand(HandlerValue("work", [.reference(me)]))
      turn.set(me, "command", .reference(command))
    }
    let count = simulation.kernel.snapshot.instanceCount
    for _ in 0..<3 {
      simulation.act { turn, me in
        turn.set(me, "command", .reference(turn.makeCommand(HandlerValue("work", [.reference(me)]))))
      }
      #expect(simulation.kernel.snapshot.instanceCount == count)
    }
    simulation.set("command", .null)
    #expect(simulation.kernel.snapshot.instanceCount == count - 1)
    #expect(simulation.kernel.snapshot.workCount == 0)
  }

  /// A button that has a command: it is enabled as the command is, and a tap executes it with the sender.
  private func button() -> Simulation {
    let follow = WiringDefinition("follow") {
      Link(.enabled($0[0].target!), to: .assign($0[1].target!, port: 0))
    }
    let program = Program(
      templates: [
        .slots("root", [.hidden("command"), .hidden("button"), .hidden("binding")], subjects: ["log"]),
        .slots("button", [Slot("enabled", false)]),
      ],
      wirings: [
        WiringDefinition("work") { captures in
          Link(.just(.bool(captures[0].target != nil)).delay(100), to: .say())
        }, follow,
      ], handlers: [.say])
    var simulation = Simulation(program)
    simulation.act { turn, me in turn.set(me, "button", .reference(turn.make("button", at: "button"))) }
    simulation.give()
    return simulation
  }

  @Test("C24: a button's command enables it, a tap executes it with the sender, and a new command takes its place")
  func buttonCommand() {
    var simulation = button()
    #expect(simulation.effects().last == "button.enabled = true")
    simulation.tapButton()
    #expect(simulation.effects() == ["button.enabled = false"])
    simulation.advance(to: 100)
    #expect(simulation.effects() == ["caller next true", "caller completed", "button.enabled = true"])
    simulation.tapButton()
    simulation.give()
    #expect(simulation.effects() == ["button.enabled = false", "button.enabled = true"])
    simulation.advance(to: 1_000)
    #expect(simulation.effects() == ["caller next true", "caller completed"])
  }

  /// The work of C31 and C32.
  private func slow() -> Simulation {
    let inner = WiringDefinition("listening") {
      Link(.executionSignals($0[0].target!), to: .handlers(next: HandlerValue("inner"), error: nil, completed: nil))
    }
    return command([inner]) { _ in SignalPlan.empty.delay(2_000) }
  }

  @Test("C31: empty.delay 2000: the second execute is not enabled; both hear completion after two seconds")
  func delayed() {
    var simulation = slow()
    simulation.execute()
    #expect(timed(&simulation) == ["0 executing true", "0 enabled false", "0 #"])
    simulation.advance(to: 500)
    simulation.execute()
    #expect(timed(&simulation) == ["500 caller error \"NotEnabled\""])
    simulation.advance(to: 2_000)
    #expect(
      timed(&simulation) == [
        "2000 caller completed", "2000 inner completed", "2000 executing false", "2000 enabled true",
      ])
  }

  @Test("C32: at 2000 ms a tap behind the completion is taken, one before it is not")
  func boundary() {
    var simulation = slow()
    simulation.execute()
    simulation.advance(to: 2_000)
    _ = timed(&simulation)
    simulation.execute()
    simulation.advance(to: 4_000)
    #expect(
      timed(&simulation) == [
        "2000 executing true", "2000 enabled false", "2000 #", "4000 caller completed", "4000 inner completed",
        "4000 executing false", "4000 enabled true",
      ])
    var before = slow()
    before.execute()
    before.kernel.advance(to: 2_000, isHeld: true)
    _ = timed(&before)
    before.hold { turn, me in turn.press(me) }
    #expect(timed(&before) == ["2000 caller error \"NotEnabled\""])
    before.kernel.drain()
    #expect(timed(&before).first == "2000 caller completed")
  }

  @Test("a command with a name shows its phases, its values, its errors and its refusals as its owner's")
  func phases() {
    var simulation = Simulation(CommandTests.program(shown: "search") { .subject($0[0].target!, port: 2) })
    simulation.execute()
    simulation.execute()
    simulation.output("a", 1)
    simulation.complete("a")
    simulation.set("allowed", false)
    simulation.execute()
    simulation.set("allowed", true)
    simulation.execute()
    simulation.fail("a", "E")
    #expect(
      simulation.effects().filter { $0.contains("search") } == [
        "search:  -> idle", "search: idle -> validating", "search: validating -> executing",
        "refused search: already executing",
        "search.next! 1", "search: executing -> succeeded", "refused search: not enabled",
        "search: succeeded -> validating", "search: validating -> executing", "search.error! \"E\"",
        "search: executing -> error",
      ])
    #expect(
      simulation.kernel.snapshot.commandRegions(of: simulation.root, simulation.kernel.program).first?.state == "error")
  }
}

extension Simulation {
  /// Gives the button a new command.
  fileprivate mutating func give() {
    act { turn, me in
      if case .weak(let binding?) = turn.read(me, "binding") { turn.dispose(binding) }
      let command = turn.makeCommand(HandlerValue("work"))
      turn.set(me, "command", .reference(command))
      turn.set(me, "binding", .weak(turn.start("follow", [.reference(command), turn.read(me, "button")])))
    }
  }

  fileprivate mutating func tapButton() {
    act("tap") { turn, me in
      turn.subscribe(turn.execute(turn.read(me, "command").target!, turn.read(me, "button")), .say("caller"))
    }
  }
}
