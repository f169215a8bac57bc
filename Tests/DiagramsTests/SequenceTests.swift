import SeededRandom
import Statecharts
import Testing
import Traces

@testable import Diagrams

@Suite("Sequence charts")
struct SequenceTests {
  private static func user(_ event: String, _ target: String = "", at time: Int = 0, _ effects: Effect...) -> Turn {
    Turn(time: time, cause: Cause(.user, event, on: target), effects: effects)
  }

  private static func run(_ turns: [Turn]) -> TracedRun {
    let header = Trace.Header(
      machine: "app@x", definition: "d", title: "错: \"a\" #1; %% end note", phase: [RegionState("login", "idle")])
    return TracedRun(Trace(header: header, turns: turns, end: Trace.End(phase: [], time: turns.last?.time ?? 0)))
  }

  /// A login that leads to a page, which asks and is left.
  private static let login = run([
    user("service", "load", at: 0),
    user(
      "tap", "login", at: 0, .set(field: "name", old: "", new: "a"),
      .moved(region: "login", from: "idle", to: "checking"), .moved(region: "login", from: "checking", to: "busy"),
      .requested(service: "load", input: 1)),
    user("tap", "login", at: 0, .refused(name: "login", reason: "busy")),
    user("advance", at: 0),
    Turn(
      time: 500, cause: Cause(.reply, "ok", on: "load"),
      effects: [
        .replied(service: "load", outcome: .ok, value: .null), .output(subject: "done", value: .null),
        .pushed(page: "home"),
      ]),
    user(
      "tap", "home.reload", at: 500, .requested(service: "list", input: .null), .requested(service: "list'2", input: 2)),
    user("back", at: 500, .cancelled(service: "list"), .popped(page: "home")),
    Turn(time: 900, cause: Cause(.reply, "ok"), effects: [.late(service: "list", outcome: .ok, value: 3)]),
    user(
      "tap", "again", at: 900, .broken(property: "one at a time"),
      .alertShown(title: "t", message: "m", buttons: ["ok"])),
  ])

  @Test("a chart of text has a line for the user, each page and each service, and says who sent what to whom, and when")
  func text() {
    #expect(
      TextSequence(SequenceChart(Self.login)).lines.prefix(14) == [
        "app@x: 错: \"a\" #1; %% end note",
        "",
        " ms  step  user  app  home  load  list",
        "  0     1    *    |     |     |     |   service load",
        "        2    o--->|     |     |     |   tap login",
        "             |    *     |     |     |   login idle -> checking -> busy",
        "             |    o---------->|     |   request load 1",
        "        3    o--->|     |     |     |   tap login",
        "             |x---o     |     |     |   refused login: busy",
        "        4    *    |     |     |     |   advance",
        "500          |    |<..........o     |   reply load ok",
        "             |<---o     |     |     |   done",
        "             |<---o     |     |     |   push home",
        "        5    o--------->|     |     |   tap home.reload",
      ])
  }

  @Test("what a trace does not say is taken from the page on top, and an answer goes back to who asked")
  func owners() {
    let chart = SequenceChart(Self.login)
    let kinds = chart.rows.map(\.kind)
    let (app, home, list) = (
      SequenceChart.Participant.page("app"), SequenceChart.Participant.page("home"),
      SequenceChart.Participant.service("list")
    )
    #expect(chart.participants.map(\.name) == ["user", "app", "home", "load", "list"])
    #expect(kinds.contains(.call(from: .user, to: home)))
    #expect(kinds.filter { $0 == .call(from: home, to: list) }.count == 2)
    #expect(kinds.contains(.lost(from: home, to: list)))
    #expect(kinds.contains(.lost(from: list, to: app)))
    #expect(kinds.contains(.lost(from: app, to: .user)))
    #expect(!chart.rows.contains { $0.text.contains("name") })
  }

  @Test("Mermaid reads every chart, and each text comes back")
  func mermaid() throws {
    let chart = SequenceChart(Self.login)
    let read = try SequenceGrammar(MermaidSequence(chart).lines)
    #expect(read.title == chart.heading)
    #expect(read.participants == ["p0": "user", "p1": "app", "p2": "home", "p3": "load", "p4": "list"])
    let texts = read.messages.filter { $0.text != "500ms" && $0.text != "900ms" }.map(\.text)
    #expect(texts == chart.rows.map(\.text))
    #expect(read.messages.count == chart.rows.count + 2)
  }

  @Test("hostile names and values are texts, and nothing of Mermaid's language")
  func hostile() throws {
    let texts = [
      "end", "end note", "a;b", "#35;", "%%{init: 1}%%", "->>", "p0->>p1: x", "\u{202E}", "wrap: x", "<b>", "\n",
      "note over p0", "",
    ]
    for text in texts {
      let run = Self.run([
        Self.user(
          "tap", text, at: 0, .requested(service: Name(text), input: .string(text)),
          .output(subject: Name(text), value: .string(text)),
          .pushed(page: Name(text)), .refused(name: Name(text), reason: text),
          .moved(region: Name(text), from: text, to: text))
      ])
      let read = try SequenceGrammar(MermaidSequence(SequenceChart(run)).lines)
      #expect(read.messages.count == SequenceChart(run).rows.count, "\(text)")
      #expect(TextSequence(SequenceChart(run)).lines.allSatisfy { $0 == $0.escapedForDisplay })
    }
  }

  @Test("a long chart says how much it leaves out, and stays below what Mermaid takes")
  func bounds() throws {
    let turns = (0..<3_000).map {
      Self.user("tap", "b\($0)", at: $0, .output(subject: "o", value: .string("{\"\"\"\"}")))
    }
    let chart = SequenceChart(Self.run(turns))
    let text = TextSequence(chart).lines
    #expect(text.count == TextSequence.rowLimit + 4)
    #expect(
      text.last?.hasSuffix("  ... 5000 more from step 501 on; a file that ends in .html has all of them")
        == true)
    let mermaid = MermaidSequence(chart).lines
    #expect(mermaid.reduce(0) { $0 + $1.utf16.count + 1 } <= 50_000)
    let read = try SequenceGrammar(mermaid)
    let shown = read.messages.filter { $0.arrow != "note" }.count
    #expect(shown > 500)
    let last = try #require(read.messages.last?.text)
    #expect(last.hasPrefix("... \(6_000 - shown) more from step \(shown / 2 + 1) on; "))
  }
}
