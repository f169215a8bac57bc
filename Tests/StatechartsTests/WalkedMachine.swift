import Testing

@testable import Statecharts

/// A machine and what may happen to it, for random walks.
struct WalkedMachine: Sendable, CustomTestStringConvertible {
  typealias Stimulus = @Sendable (borrowing TurnContext, InstanceID) -> Void

  let testDescription: String
  let opened: @Sendable () -> Simulation
  let stimuli: [Stimulus]

  static let all: [WalkedMachine] = [
    observations, streams, form, cells, requests, answerer, rows, peers, commands, chart, crowd,
  ]

  private static let form = WalkedMachine(
    testDescription: "signals", opened: { Simulation(LoginFormTests.form()) },
    stimuli: ["1a!2bcdef", "abcdef", "x", ""].flatMap { text -> [Stimulus] in
      [
        { turn, me in turn.set(me, "name", .string(text)) },
        { turn, me in turn.set(me, "password", .string(text)) },
        { turn, me in
          turn.set(me, "name", .string(text))
          turn.start("showAgain", [.reference(me)])
        },
      ]
    })

  /// Registrations, two-way bindings and paths over rows that come and go.
  private static let observations = WalkedMachine(
    testDescription: "observations and channels",
    opened: {
      Simulation(
        Program(
          templates: [
            .slots("root", [.hidden("x", 0), .hidden("list", []), .hidden("row"), .hidden("y")], subjects: ["log"]),
            .slots("row", [.hidden("text"), .hidden("next")]),
          ],
          handlers: [
            HandlerDefinition("hear") { turn, captures, value in turn.say("hear \(captures.count)", value["change"]!) }
          ]))
    },
    stimuli: [
      { turn, me in turn.set(me, "x", .int((turn.read(me, "x").number ?? 0) + 1)) },
      { turn, me in turn.set(me, "row", .reference(turn.make("row", at: "row"))) },
      { turn, me in turn.set(me, "row", .null) },
      { turn, me in
        guard let row = turn.read(me, "row").target, turn.read(row, "next") == .null else { return }
        turn.set(row, "next", .reference(turn.make("row", at: "row")))
        turn.bindBothWays((row, 0), replacingNil: 7, (me, 0))
      },
      { turn, me in if let row = turn.read(me, "row").target { turn.set(row, "text", turn.read(me, "x")) } },
      { turn, me in
        turn.observe(["x"], of: me, [.new, .old, .prior], by: me, context: 1, HandlerValue("hear", [1]))
      },
      { turn, me in
        let row = turn.read(me, "row")
        turn.observe(
          ["row", "next", "text"], of: me, [.initial, .new], by: row.target ?? me, isAutomatic: true,
          HandlerValue("hear", [row, 2]))
      },
      { turn, me in
        if let row = turn.read(me, "row").target {
          turn.observe(["text"], of: row, .new, by: me, isAutomatic: true, HandlerValue("hear"))
        }
      },
      { turn, me in turn.edit(me, port: 1, .insert([turn.read(me, "x"), 1], at: [0, 1])) },
      { turn, me in if !turn.read(me, "list").items.isEmpty { turn.edit(me, port: 1, .remove(at: [0])) } },
      { turn, me in turn.observe(["list"], of: me, [.new, .old], by: me, HandlerValue("hear", [3, 3, 3])) },
      { turn, me in turn.setSilently(me, port: 0, to: 0) },
    ])

  /// The operators that remember, wait and follow, and subjects.
  private static let streams = WalkedMachine(
    testDescription: "streams",
    opened: {
      var simulation = Simulation(
        Program(
          templates: [.slots("root", [.hidden("x"), .hidden("subject")], subjects: ["a", "b", "c", "log"])],
          wirings: ["a", "b", "c"].enumerated().map { index, name in
            WiringDefinition(name) { Link(.subject($0[0].target!, port: 2 + index), to: .say("unheard")) }
          } + [
            WiringDefinition("late") {
              Link(SignalPlan.a($0[0].target!).delay(300).skip(1).take(3).start(with: 0).logged(), to: .say("late"))
            },
            WiringDefinition("flat") {
              let me = $0[0].target!
              return Link(
                .merge([SignalPlan.c(me).flatten(limit: 2), SignalPlan.c(me).switchToLatest().delivered()]),
                to: .say("flat"))
            },
            WiringDefinition("queue") {
              Link(
                SignalPlan.c($0[0].target!).concat().catchMap { _ in .wiring("b", [.reference(InstanceID(0))]) }
                  .materialize(), to: .write($0[0].target!, port: 0))
            },
            WiringDefinition("relay") {
              Link(SignalPlan.a($0[0].target!).perform(next: .say("work")), to: .relay($0[1].target!))
            },
            WiringDefinition("hear") { Link(.subject($0[0].target!), to: .say("heard")) },
          ], handlers: [.say]))
      simulation.act { turn, me in turn.set(me, "subject", .reference(turn.makeSubject(replaying: 2))) }
      return simulation
    },
    stimuli: ["late", "flat", "queue"].map { wiring -> Stimulus in
      { turn, me in turn.start(wiring, [.reference(me)]) }
    } + ["a", "b"].map { wiring -> Stimulus in { turn, me in turn.send(.sending(wiring, me), by: me, "c") } } + [
      { turn, me in turn.send(1, by: me, "a") },
      { turn, me in turn.send(2, by: me, "b") },
      { turn, me in turn.complete(me, port: 2) },
      { turn, me in turn.complete(me, port: 4) },
      { turn, me in turn.fail(me, port: 3, "E") },
      { turn, me in turn.start("relay", [.reference(me), turn.read(me, "subject")]) },
      { turn, me in turn.start("hear", [turn.read(me, "subject")]) },
      { turn, me in turn.send(.next(3), by: turn.read(me, "subject").target!) },
      { turn, me in turn.set(me, "subject", .reference(turn.makeSubject(replaying: 1))) },
    ])

  private static let cells = WalkedMachine(
    testDescription: "cells and a timer", opened: { CellReuseTests.home(isCut: true) },
    stimuli: [0, 1].map { row -> Stimulus in
      { turn, me in
        turn.set(turn.read(me, "cell").target!, "row", .weak(turn.read(me, "rows").items.dropFirst(row).first?.target))
      }
    } + [
      { turn, me in turn.set(me, "rows", .list(turn.read(me, "rows").items.reversed())) },
      { turn, me in turn.set(me, "rows", .list(turn.read(me, "rows").items.suffix(1))) },
      { turn, me in
        turn.set(me, "rows", .list(turn.read(me, "rows").items.prefix(2) + [.reference(turn.make("row", at: "new"))]))
      },
    ])

  private static let requests = WalkedMachine(
    testDescription: "requests", opened: { RequestTests.asker() },
    stimuli: ["go", "stop", "again", "unknown"].map { event -> Stimulus in { turn, me in turn.send(event, to: me) } }
      + [
        { turn, _ in turn.setBehaviour(of: "fetch", ServiceBehaviour(delay: 300, answer: .twice(.fail, 1))) },
        { turn, _ in turn.setBehaviour(of: "fetch", ServiceBehaviour(answer: .manual, isOnce: true)) },
        { turn, _ in turn.setBehaviour(of: "fetch", ServiceBehaviour(isLate: true)) },
        { turn, _ in turn.setBehaviour(of: "fetch", ServiceBehaviour(answer: .manual, isLate: true, isOnce: true)) },
        { turn, _ in turn.setBehaviour(of: "fetch", ServiceBehaviour()) },
        { turn, _ in
          if let open = turn.kernel.pointee.snapshot.requests.first { turn.reply(to: open.id, .error, "typed") }
        },
      ])

  /// A service with a state of its own, whose requests are cancelled, answered late, twice or by hand.
  private static let answerer = WalkedMachine(
    testDescription: "a service that an instance answers", opened: { ServiceInstanceTests.opened(timeout: 2_000) },
    stimuli: ["a", "b", "stopa"].map { event -> Stimulus in { turn, me in turn.send(event, to: me) } } + [
      { turn, me in turn.answerAll(me, ServiceAnswer(.ok, 1)) },
      { turn, me in turn.answerAll(me, .with(.error, 2, after: 700, isTwice: true, isLate: true)) },
      { turn, _ in turn.setBehaviour(of: "photo", ServiceBehaviour(delay: 300, isLate: true, isOnce: true)) },
      { turn, _ in
        if let open = turn.kernel.pointee.snapshot.requests.last { turn.reply(to: open.id, .ok, "typed") }
      },
    ])

  private static let rows = WalkedMachine(
    testDescription: "rows, weak references and replies", opened: { LifetimeTests.page() },
    stimuli: [
      { turn, me in turn.makeRows(3, of: me) },
      { turn, me in
        turn.set(
          me, "rows", .list(Array(turn.read(me, "rows").items.dropFirst()) + turn.read(me, "rows").items.prefix(1)))
      },
      { turn, me in turn.set(me, "rows", .list(Array(turn.read(me, "rows").items.dropLast()))) },
      { turn, me in for row in turn.read(me, "rows").items.prefix(2) { turn.send("like", to: row.target!) } },
      { turn, me in if let row = turn.read(me, "rows").items.last { turn.set(me, "touched", .weak(row.target)) } },
      { turn, me in turn.set(me, "some", .list(turn.read(me, "rows").items.map { .weak($0.target) })) },
      { turn, me in if let row = turn.read(me, "rows").items.last { turn.start("total", [row]) } },
      { turn, me in if let row = turn.read(me, "rows").items.last { turn.start("end", [row]) } },
      { turn, me in if let row = turn.read(me, "rows").items.first { turn.start("giving", [.reference(me), row]) } },
      { turn, me in if let row = turn.read(me, "rows").items.first { turn.start("replacing", [.reference(me), row]) } },
      { turn, me in turn.send(1, by: me, "tick") },
      { turn, me in turn.fail(me, port: 3, "E") },
      { turn, me in
        if let row = turn.read(me, "rows").items.first { turn.after(700, HandlerValue("look", [.weak(row.target)])) }
      },
    ])

  private static let peers = WalkedMachine(
    testDescription: "rows that know each other weakly", opened: { LifetimeTests.page() },
    stimuli: [
      { turn, me in
        turn.makeRows(3, of: me)
        turn.numberRows(of: me)
        turn.makePeers(of: me)
      },
      { turn, me in turn.set(me, "rows", .list(turn.read(me, "rows").items.reversed())) },
      { turn, me in turn.set(me, "rows", .list(Array(turn.read(me, "rows").items.dropFirst()))) },
      { turn, me in turn.makePeers(of: me) },
      { turn, me in for row in turn.read(me, "rows").items.prefix(1) { turn.send("like", to: row.target!) } },
    ])

  private static let commands = WalkedMachine(
    testDescription: "a command",
    opened: { Simulation(CommandTests.program(shown: "search") { .subject($0[0].target!, port: 2) }) },
    stimuli: ["executing", "enabled", "errors", "executionSignals"].map { wiring -> Stimulus in
      { turn, me in turn.start(wiring, [turn.read(me, "command")]) }
    } + [
      { turn, me in turn.subscribe(turn.execute(turn.read(me, "command").target!), .say("caller")) },
      { turn, me in turn.set(me, "allowed", false) },
      { turn, me in turn.set(me, "allowed", true) },
      { turn, me in turn.send(1, by: me, "a") },
      { turn, me in turn.complete(me, port: 2) },
      { turn, me in turn.fail(me, port: 2, "E") },
      { turn, me in
        turn.set(
          me, "command", .reference(turn.makeCommand(HandlerValue("work", [.reference(me)]), allowsConcurrency: true)))
      },
    ])

  private static let chart = WalkedMachine(
    testDescription: "a chart with regions, history and delays",
    opened: {
      let region = { (name: Name) in
        ChartDefinition.State(
          name,
          children: [
            ChartDefinition.State("back\(name)", .deepHistory),
            ChartDefinition.State(
              "slow",
              children: [
                ChartDefinition.State("s1").on("go", to: "s2").after(300, to: "s2"),
                ChartDefinition.State("s2").on("go", to: "fast"),
              ]),
            ChartDefinition.State(
              "fast",
              children: [
                ChartDefinition.State("f1").on("go", to: "f2"), ChartDefinition.State("f2").on(name, to: "end"),
              ]),
            ChartDefinition.State("end", .final),
          ])
      }
      return Simulation([
        ChartDefinition.State("on", .parallel, children: [region("a"), region("b")]).on("off", to: "off").on(
          "done.state.on", to: "off", say: "done"
        ).told,
        ChartDefinition.State("off").on("resume", to: "backa").on("fresh", to: "on").after(1000, to: "on").told,
      ])
    },
    stimuli: ["go", "a", "b", "off", "resume", "fresh"].map { event -> Stimulus in
      { turn, me in turn.send(event, to: me) }
    })

  /// So much waits that it stands in a wheel, and again so little that it does not.
  private static let crowd = WalkedMachine(
    testDescription: "a crowd of delayed events",
    opened: {
      Simulation([
        ChartDefinition.State("one").on("go", to: "two").on("back", to: "one").after(500, to: "two").told,
        ChartDefinition.State("two").on("go", to: "one").after(40, to: "one").told,
      ])
    },
    stimuli: [
      { turn, me in for number in 0..<24 { turn.send("go", to: me, after: number * number * 7) } },
      { turn, me in
        for number in 0..<12 {
          turn.send(number.isMultiple(of: 2) ? "back" : "stray", .int(number), to: me, after: 1 << number)
        }
      },
      { turn, me in for number in 0..<16 { turn.send("go", to: me, after: 300, id: "id\(number % 3)") } },
      { turn, me in turn.cancel("go", to: me) },
      { turn, me in turn.cancel("id1", to: me) },
      { turn, me in turn.send("go", to: me) },
    ])
}
