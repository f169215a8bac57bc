import Testing
import Traces
import Turns

@testable import Transcripts

/// The lines that the tool prints, held against themselves.
struct PrintedOutputTests {
  static let texts = [
    "", "用户一", "a b", "<any>", "<quux>", "it's \"quoted\"", "\u{1B}[31m\n", "[ {", "e\u{301}", "$name", "::error::",
    "a: <int",
    String(repeating: "长", count: 600),
  ]

  static let values: [Value] =
    texts.map(Value.string) + [
      .null, true, -1, 2.5, .double(.nan), [1, [2, "x"]], ["a b": 1, "c": ["d": .null]], .secret("s"),
      .list((0..<20).map(Value.int)), .enumeration("failed", [Member("code", 401), Member("", "x")]),
      .reference(InstanceID(3)), .weak(nil), .signal(.wiring("w w", [])),
    ]

  static func effects(_ value: Value, _ text: String) -> [Effect] {
    [
      .set(field: "items[3].name", old: value, new: 5), .set(field: "goods.x", old: 5, new: value),
      .moved(region: "login", from: "idle", to: "executing"), .output(subject: "fail", value: value),
      .requested(service: "load'2", input: value), .replied(service: "load", outcome: .fail, value: value),
      .cancelled(service: "load"), .late(service: "load", outcome: .ok, value: value),
      .timerStarted(name: "tick", delay: 20), .timerFired(name: "tick"), .pushed(page: "home'2"), .popped(page: "home"),
      .alertShown(title: text, message: text, buttons: [text, "b"]), .alertClosed, .hudShown(text), .hudClosed,
      .tipShown(text), .tipClosed, .stored(key: "session.id", value: value),
      .notified(field: "name", change: [Member("new", value)]),
      .refused(name: "login", reason: text), .broken(property: Name(text)), .limit(name: "turns", detail: text),
      .crashed(text), .tie(chosen: "tick", over: ["reply load"]),
    ]
  }

  @Test("whatever is printed can be recorded, reads, and holds for itself", arguments: values.indices)
  func ownOutput(_ index: Int) throws {
    for text in Self.texts {
      let turns = [0, 150].map { time in
        Turn(time: time, cause: Cause(.user, "tap", on: "x"), effects: Self.effects(Self.values[index], text))
      }
      let lines = OutputPrinter().output(of: turns, since: 0).lines.map(\.description)
      #expect(lines.count > 25)
      let recorded = Recording.text(
        machine: "a@b", title: "t", opening: lines,
        steps: [(command: "tap x", output: lines)])
      let document = try Transcript.parse(recorded)
      #expect(document.print() == recorded)
      let report = document.replay(path: "f", with: ScriptedRunner(outputs: [lines, lines]))
      #expect(report.exitCode == .agreed)
    }
  }
}
