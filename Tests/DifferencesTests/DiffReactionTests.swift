import Differences
import Testing
import Traces
import Turns

@Suite("the lines of a difference")
struct DiffReactionTests {
  private func lines(_ a: [Effect], _ b: [Effect]) -> [String] {
    let turns = [a, b].map { [Turn(time: 0, cause: Cause(.user, "tap", on: "x"), effects: $0)] }
    let difference = TraceDifference(from: DiffFixture.trace(turns[0]), to: DiffFixture.trace(turns[1]))
    let lines = DifferencePrinter().lines(difference)
    let start = lines.firstIndex { $0.utf8.starts(with: "step 1".utf8) } ?? lines.count
    return Array(lines[start...].dropFirst().prefix { !$0.isEmpty })
  }

  private static let effects: [(effect: Effect, line: String)] = [
    (.set(field: "count", old: 1, new: 2), "count 1 -> 2"),
    (.set(field: "pin", old: .secret("1"), new: .secret("2")), "pin <secret> changed"),
    (.moved(region: "login", from: "idle", to: "executing"), "login idle -> executing"),
    (.output(subject: "success", value: ["session": "s-1"]), #"success {session: "s-1"}"#),
    (.requested(service: "load'2", input: 7), "request load'2 7"),
    (.replied(service: "load", outcome: .fail, value: "no"), #"reply load fail "no""#),
    (.cancelled(service: "load"), "cancelled load"),
    (.late(service: "load", outcome: .ok, value: .null), "late load ok nil"),
    (.timerStarted(name: "tick", delay: 500), "timer tick 500ms"),
    (.timerFired(name: "tick"), "timer tick"),
    (.pushed(page: "home"), "push home"),
    (.popped(page: "home'2"), "pop home'2"),
    (.alertShown(title: "登录失败", message: "m", buttons: ["确定"]), #"alert "登录失败" "m" ["确定"]"#),
    (.alertClosed, "alert closed"),
    (.hudShown("wait"), #"hud "wait""#),
    (.hudClosed, "hud closed"),
    (.tipShown("done"), #"tip "done""#),
    (.tipClosed, "tip closed"),
    (.stored(key: "token", value: "t"), #"store token "t""#),
    (.logged("+empty completed", nil), #"log "+empty completed""#), (.logged("a next", 1), #"log "a next" 1"#),
    (.notified(field: "name", change: [Member("kind", 1)]), "notify name {kind: 1}"),
    (.refused(name: "login", reason: "disabled"), "refused login: disabled"),
    (.broken(property: "one home"), #"broken "one home""#),
    (.limit(name: "microsteps", detail: "a, b"), "limit microsteps: a, b"),
    (.crashed("nil appended"), "crash: nil appended"),
  ]

  @Test("every effect has its line, with its sign", arguments: effects.indices)
  func line(index: Int) {
    let (effect, line) = Self.effects[index]
    #expect(lines([], [effect]).first == "  + " + line)
    #expect(lines([effect], []).first == "  - " + line)
  }

  @Test("which tie was broken is no behaviour")
  func tie() {
    #expect(lines([], [.tie(chosen: "x", over: ["y"])]) == [])
  }

  @Test("setting a field to what it is shows nothing")
  func equalSet() {
    #expect(lines([], [.set(field: "name", old: "", new: "")]) == [])
  }

  @Test("long chains that look alike when folded are written in full")
  func chains() {
    func chain(_ values: [Value]) -> [Effect] { values.map { .set(field: "n", old: 0, new: $0) } }
    #expect(
      lines(chain([1, 2, 3, 4, 5]), chain([1, 2, 9, 4, 5])) == [
        "  ~ n  - 0 -> 1 -> 2 -> 3 -> 4 -> 5",
        "       + 0 -> 1 -> 2 -> 9 -> 4 -> 5",
      ])
    #expect(
      lines(chain([1, 2, 3, 4, 5]), chain([1, 2, 3, 4, 6])).prefix(2) == [
        "  ~ n  - 0 -> … -> 5 (5 changes)",
        "       + 0 -> … -> 6 (5 changes)",
      ])
  }

  @Test("a value that differs in many places shows sixteen of them")
  func manyPlaces() {
    let a = Value.list((0..<20).map { ["id": .int($0), "x": 1] })
    let b = Value.list((0..<20).map { ["id": .int($0), "x": 2] })
    let lines = lines([.output(subject: "rows", value: a)], [.output(subject: "rows", value: b)])
    #expect(lines.count == 33)
    #expect(lines.first == "  ~ rows[0].x  - 1")
    #expect(lines.last == "    and in 4 more places")
  }

  @Test("reactions of one instant keep their time, and what both do is not shown")
  func times() {
    func session(_ value: Value) -> Trace {
      DiffFixture.trace([
        DiffFixture.user("tap", "load", at: 100),
        DiffFixture.reply(at: 350, .output(subject: "same", value: 1), .output(subject: "success", value: value)),
      ])
    }
    let text = DiffFixture.text(session(["a": 1, "b": 2]), session(["a": 1, "b": 3]))
    #expect(text.contains("\n  ~ +250ms success.b  - 2\n                      + 3\n"))
    #expect(!text.contains("same 1"))
  }

  @Test("a cause that repeats is printed once, with the first of its places")
  func repetitions() {
    func taps(_ effects: [Effect]) -> Trace {
      DiffFixture.trace((0..<9).map { Turn(time: $0, cause: Cause(.user, "tap", on: "x"), effects: effects) })
    }
    let text = DiffFixture.text(taps([]), taps([.stored(key: "k", value: 1)]))
    #expect(text.contains("\n  + store k 1\n    ×9, also in step 2; 3; 4; 5; 6 and 3 more\n"))
    #expect(text.hasSuffix("9 differences in 9 steps (9 value): additive"))
  }
}
