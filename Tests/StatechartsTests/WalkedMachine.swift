import Testing

@testable import Statecharts

/// A machine and what may happen to it, for random walks.
struct WalkedMachine: Sendable, CustomTestStringConvertible {
  typealias Stimulus = @Sendable (borrowing TurnContext, InstanceID) -> Void

  let testDescription: String
  let opened: @Sendable () -> Simulation
  let stimuli: [Stimulus]

  static let all: [WalkedMachine] = [form, cells, requests, rows, peers, commands, chart]

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
        { turn, _ in turn.setBehaviour(of: "fetch", ServiceBehaviour()) },
        { turn, _ in
          if let open = turn.kernel.pointee.snapshot.requests.first { turn.reply(to: open.id, .error, "typed") }
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
    opened: { Simulation(CommandTests.program { .subject($0[0].target!, port: 2) }) },
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
      let region = { (name: String) in
        Chart.State(
          name,
          children: [
            Chart.State("back\(name)", .deepHistory),
            Chart.State(
              "slow",
              children: [
                Chart.State("s1").on("go", to: "s2").after(300, to: "s2"), Chart.State("s2").on("go", to: "fast"),
              ]),
            Chart.State(
              "fast", children: [Chart.State("f1").on("go", to: "f2"), Chart.State("f2").on(name, to: "end")]),
            Chart.State("end", .final),
          ])
      }
      return Simulation([
        Chart.State("on", .parallel, children: [region("a"), region("b")]).on("off", to: "off").on(
          "done.state.on", to: "off", say: "done"
        ).told,
        Chart.State("off").on("resume", to: "backa").on("fresh", to: "on").after(1000, to: "on").told,
      ])
    },
    stimuli: ["go", "a", "b", "off", "resume", "fresh"].map { event -> Stimulus in
      { turn, me in turn.send(event, to: me) }
    })
}
