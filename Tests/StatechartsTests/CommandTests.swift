import Testing

@testable import Statecharts

/// The signal command, as ReactiveObjC's specification has it (SEEDS C.2).
struct CommandTests {
  /// A root with a command whose work is a wiring, and with everything that the command shows being said.
  static func program(
    isEnabled: SignalPlan? = nil, shown name: Name? = nil, wirings: [WiringDefinition] = [],
    _ work: @escaping @Sendable ([Value]) -> SignalPlan
  ) -> Program {
    Program(
      templates: [
        .slots(
          "root", [.hidden("command"), .hidden("allowed", true)], subjects: ["a", "log"],
          setUp: { turn, me, _ in
            let enabled = HandlerValue("allowed", [.reference(me)])
            let command = turn.makeCommand(
              HandlerValue("work", [.reference(me)]), enabled: enabled, shown: name.map { (me, $0) })
            turn.set(me, "command", .reference(command))
          })
      ],
      wirings: [
        WiringDefinition("work") { Link(work($0), to: .say()) },
        WiringDefinition("allowed") { Link(isEnabled ?? .values($0[0].target!, port: 1), to: .say()) },
        WiringDefinition("executing") {
          Link(.executing($0[0].target!), to: .handlers(next: .say("executing"), error: nil, completed: nil))
        },
        WiringDefinition("enabled") {
          Link(.enabled($0[0].target!), to: .handlers(next: .say("enabled"), error: nil, completed: nil))
        },
        WiringDefinition("conc") { Link(.allowsConcurrency($0[0].target!), to: .say()) },
        WiringDefinition("errors") {
          Link(.errors($0[0].target!), to: .handlers(next: .say("errors"), error: nil, completed: nil))
        },
        WiringDefinition("executionSignals") {
          Link(.executionSignals($0[0].target!), to: .handlers(next: HandlerValue("inner"), error: nil, completed: nil))
        },
      ] + wirings,
      handlers: [
        .say,
        HandlerDefinition("inner") { turn, _, signal in
          turn.say("#")
          if case .signal(let inner) = signal { turn.subscribe(inner, .say("inner")) }
        },
      ])
  }

  private func command(isEnabled: SignalPlan? = nil, _ work: @escaping @Sendable ([Value]) -> SignalPlan) -> Simulation
  {
    var simulation = Simulation(Self.program(isEnabled: isEnabled, work))
    simulation.act { turn, me in
      let command = turn.read(me, "command")
      for wiring: Name in ["executing", "enabled", "errors", "executionSignals"] { turn.start(wiring, [command]) }
    }
    return simulation
  }

  @Test("C1: a new command is enabled, does not execute and may not run beside itself")
  func new() {
    var simulation = command { _ in .empty }
    simulation.act { turn, me in turn.subscribe(.wiring("conc", [turn.read(me, "command")]), .say("conc")) }
    #expect(simulation.said() == ["executing false", "enabled true", "conc next false"])
  }

  @Test("C15: a command is enabled as long as what allows it has sent nothing")
  func nothingSent() {
    var simulation = command(isEnabled: .never) { .just($0[1]) }
    simulation.execute("v")
    #expect(
      simulation.said() == [
        "executing false", "enabled true", "executing true", "enabled false", "#", "caller next \"v\"",
        "inner next \"v\"", "caller completed", "inner completed", "executing false", "enabled true",
      ])
  }

  @Test("C2, C3, C30: an execution in exact order, with its hops")
  func executes() {
    var simulation = command { _ in .just("A") }
    simulation.hold { turn, me in turn.press(me) }
    #expect(
      simulation.kernel.snapshot.agenda.ordered.map(\.name) == ["executing", "enabled", "executionSignals", "work"])
    #expect(simulation.said() == ["executing false", "enabled true"])
    simulation.kernel.drain()
    #expect(
      simulation.kernel.turns.map(\.cause.event) == [
        "executing", "enabled", "executionSignals", "work", "executing", "enabled",
      ])
    #expect(simulation.kernel.turns.allSatisfy { $0.time == 0 && $0.cause.source == .hop })
    #expect(
      simulation.said() == [
        "executing true", "enabled false", "#", "caller next \"A\"", "inner next \"A\"", "caller completed",
        "inner completed", "executing false", "enabled true",
      ])
  }

  @Test("C33: an error reaches the caller, completes the inner signal, and comes by errors")
  func fails() {
    var simulation = command { _ in .fail("E1") }
    _ = simulation.said()
    simulation.execute()
    #expect(
      simulation.said() == [
        "executing true", "enabled false", "#", "caller error \"E1\"", "inner completed", "errors \"E1\"",
        "executing false", "enabled true",
      ])
  }

  @Test("C34: of two executes in one turn the second is not enabled, and hears so first")
  func twice() {
    var simulation = command { .just($0[1]) }
    _ = simulation.said()
    simulation.act { turn, me in
      turn.press(me, "first")
      turn.press(me, "second")
    }
    #expect(
      simulation.said() == [
        "caller error \"NotEnabled\"", "executing true", "enabled false", "#", "caller next \"first\"",
        "inner next \"first\"", "caller completed", "inner completed", "executing false", "enabled true",
      ])
  }

  @Test("C7: the work gets each execution's input")
  func inputs() {
    var simulation = command { .just($0[1]) }
    simulation.execute("foo")
    simulation.execute("bar")
    #expect(simulation.said().filter { $0.hasPrefix("caller next") } == ["caller next \"foo\"", "caller next \"bar\""])
  }

  @Test("C16: enabled follows what allows it, one hop behind, without repeats")
  func enabled() {
    var simulation = command { _ in .empty }
    _ = simulation.said()
    for isAllowed in [false, false, true, false] as [Value] { simulation.set("allowed", isAllowed) }
    #expect(simulation.said() == ["enabled false", "enabled true", "enabled false"])
  }

  @Test("C17: what is sent while the command is made counts at once")
  func disabledFromTheStart() {
    var simulation = command(isEnabled: .just(false)) { _ in .empty }
    #expect(simulation.said() == ["executing false", "enabled false"])
  }

  @Test("C6, C18: inside the work's values it executes and is not enabled; afterwards the reverse")
  func duringWork() {
    var simulation = command { .subject($0[0].target!, port: 2) }
    simulation.execute()
    simulation.output("a", 1)
    #expect(simulation.shown == ["executing": true, "enabled": false])
    simulation.complete("a")
    #expect(simulation.shown == ["executing": false, "enabled": true])
    #expect(
      simulation.said() == [
        "executing false", "enabled true", "executing true", "enabled false", "#", "caller next 1", "inner next 1",
        "caller completed", "inner completed", "executing false", "enabled true",
      ])
  }

  @Test("C19, C20: while it is not allowed, execute errors and nothing else is heard")
  func notAllowed() {
    var simulation = command { _ in .just(1) }
    simulation.set("allowed", false)
    _ = simulation.said()
    simulation.execute()
    #expect(simulation.said() == ["caller error \"NotEnabled\""])
  }

  @Test("C21, C39: before the hop enabled still shows true, and execute errors")
  func beforeTheHop() {
    var simulation = command { _ in .just(1) }
    _ = simulation.said()
    simulation.hold { turn, me in turn.set(me, "allowed", false) }
    #expect(simulation.shown == ["executing": false, "enabled": true])
    simulation.hold { turn, me in turn.press(me) }
    #expect(simulation.said() == ["caller error \"NotEnabled\""])
    simulation.kernel.drain()
    #expect(simulation.said() == ["enabled false"])
  }

  @Test("C38: whoever disposes the caller's subscription at 500 ms does not stop the work of 2000 ms")
  func disposedCaller() {
    var simulation = command { _ in SignalPlan.empty.delay(2_000) }
    var subscription: InstanceID?
    simulation.act { turn, me in
      let signal = turn.execute(turn.read(me, "command").target!)
      subscription = turn.kernel.pointee.subscribe(to: signal, .say("caller"))
    }
    simulation.advance(to: 500)
    simulation.act { turn, _ in turn.dispose(subscription!) }
    simulation.advance(to: 1_999)
    #expect(simulation.shown == ["executing": true, "enabled": false])
    simulation.advance(to: 2_000)
    #expect(simulation.shown == ["executing": false, "enabled": true])
    #expect(!simulation.said().contains { $0.hasPrefix("caller") })
  }

  @Test("a late subscriber gets what executing and enabled show, and the events of an execution so far")
  func late() {
    var simulation = command { .subject($0[0].target!, port: 2) }
    var execution = SignalValue.failing(.null)
    simulation.act { turn, me in execution = turn.execute(turn.read(me, "command").target!) }
    simulation.output("a", 1)
    _ = simulation.said()
    simulation.act { turn, me in
      let command = turn.read(me, "command")
      for wiring: Name in ["executing", "enabled", "errors", "executionSignals"] { turn.start(wiring, [command]) }
      turn.subscribe(execution, .say("late"))
    }
    #expect(simulation.said() == ["executing true", "enabled false", "late next 1"])
    simulation.fail("a", "E")
    #expect(
      simulation.said() == [
        "inner completed", "late error \"E\"", "errors \"E\"", "errors \"E\"", "executing false", "executing false",
        "enabled true", "enabled true",
      ])
  }

  @Test("C10: a concurrent command stays enabled and executes until its last work ends")
  func concurrent() {
    var simulation = command { .subject($0[0].target!, port: 2) }
    _ = simulation.said()
    simulation.act { turn, me in
      let command = turn.makeCommand(HandlerValue("work", [.reference(me)]), allowsConcurrency: true)
      turn.set(me, "command", .reference(command))
      turn.start("executing", [.reference(command)])
      turn.start("enabled", [.reference(command)])
    }
    simulation.execute()
    simulation.execute()
    simulation.complete("a")
    #expect(
      simulation.said().filter { !$0.hasPrefix("caller") } == [
        "executing false", "enabled true", "executing true", "executing false",
      ])
  }

  @Test("C10, set conc: whether it may run beside itself is observable and counts at once, enabled follows a hop later")
  func concurrencyChanges() {
    var simulation = command { .subject($0[0].target!, port: 2) }
    _ = simulation.said()
    simulation.act { turn, me in
      turn.subscribe(.wiring("conc", [turn.read(me, "command")]), .say("conc"))
      turn.press(me)
    }
    _ = simulation.said()
    simulation.hold { turn, me in
      turn.press(me)
      turn.allowConcurrency(turn.read(me, "command").target!, true)
      turn.press(me)
    }
    #expect(simulation.said() == ["caller error \"NotEnabled\"", "conc next true"])
    simulation.kernel.drain()
    #expect(simulation.said().first == "enabled true")
  }

  @Test("C22: when a command is gone, executing, enabled, errors and executionSignals complete")
  func goneSignals() {
    let wirings: [WiringDefinition] = [
      WiringDefinition("1") { Link(.executing($0[0].target!), to: .say("executing")) },
      WiringDefinition("2") { Link(.enabled($0[0].target!), to: .say("enabled")) },
      WiringDefinition("3") { Link(.errors($0[0].target!), to: .say("errors")) },
      WiringDefinition("4") { Link(.executionSignals($0[0].target!), to: .say("executionSignals")) },
    ]
    var simulation = Simulation(Self.program(wirings: wirings) { _ in .empty })
    simulation.act { turn, me in
      for wiring in wirings { turn.start(wiring.name, [turn.read(me, "command")]) }
    }
    #expect(simulation.said() == ["executing next false", "enabled next true"])
    simulation.set("command", .null)
    #expect(
      simulation.said() == [
        "executing completed", "enabled completed", "errors completed", "executionSignals completed",
      ])
    #expect(simulation.kernel.snapshot.instanceCount == 1)
  }

  @Test("a command that is replaced goes, and with it what allowed it")
  func replaced() {
    var simulation = Simulation(Self.program { _ in .empty })
    let count = simulation.kernel.snapshot.instanceCount
    for _ in 0..<3 {
      simulation.act { turn, me in
        let enabled = HandlerValue("allowed", [.reference(me)])
        let command = turn.makeCommand(HandlerValue("work", [.reference(me)]), enabled: enabled)
        turn.set(me, "command", .reference(command))
      }
    }
    simulation.set("allowed", false)
    #expect(simulation.kernel.snapshot.instanceCount == count)
    #expect(simulation.shown == ["executing": false, "enabled": false])
  }

  @Test("C22: a signal made of a gone command's and of another completes with the other")
  func gone() {
    var simulation = Simulation(
      Program(
        templates: [.slots("root", [.hidden("command")], subjects: ["a", "log"])],
        wirings: [
          WiringDefinition("work") { _ in Link(.empty, to: .say()) },
          WiringDefinition("both") {
            Link(.combineLatest([.enabled($0[1].target!), .subject($0[0].target!, port: 1)]), to: .say())
          },
        ], handlers: [.say]))
    simulation.act { turn, me in
      let command = turn.makeCommand(HandlerValue("work"))
      turn.set(me, "command", .reference(command))
      turn.start("both", [.reference(me), .weak(command)])
    }
    simulation.output("a", 1)
    simulation.set("command", .null)
    #expect(simulation.said() == ["next [true, 1]"])
    simulation.complete("a")
    #expect(simulation.said() == ["completed"])
  }

  @Test("finished executions leave nothing behind")
  func noLeak() {
    var simulation = command { .just($0[1]) }
    simulation.execute(1)
    let count = simulation.kernel.snapshot.instanceCount
    for input in 2...50 { simulation.execute(.int(input)) }
    #expect(simulation.kernel.snapshot.instanceCount == count)
    #expect(simulation.kernel.snapshot.instances.count <= count + 8)
  }
}

extension TurnContext {
  /// Executes the root's command and says what the caller hears.
  func press(_ me: InstanceID, _ input: Value = .null) {
    subscribe(execute(read(me, "command").target!, input), .say("caller"))
  }
}

extension Simulation {
  mutating func execute(_ input: Value = .null) {
    act("execute") { turn, me in turn.press(me, input) }
  }

  var shown: [String: Value] {
    let command = read("command").target!
    return ["executing": kernel.read(command, port: 0), "enabled": kernel.read(command, port: 1)]
  }
}
