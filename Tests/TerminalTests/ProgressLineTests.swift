import Testing

@testable import Terminal

struct ProgressLineTests {
  /// A line whose clock the test moves.
  private final class Stage {
    var time = 0
    var written: [String] = []
    lazy var line = ProgressLine(columns: { 20 }, now: { self.time }, write: { self.written.append($0) })
  }

  @Test("a quick command shows nothing")
  func quick() {
    let stage = Stage()
    stage.line.begin()
    stage.time = 999
    stage.line.show("at 1s")
    stage.line.end()
    #expect(stage.written == [])
  }

  @Test("after a second the line comes, changes five times a second, fits the window beside a ^C, and goes with both")
  func slow() {
    let stage = Stage()
    stage.line.begin()
    for (time, text) in [(1_000, "at 100s, 1000 turns and more"), (1_100, "at 2s"), (1_200, "at 3s")] {
      stage.time = time
      stage.line.show(text)
    }
    stage.line.end()
    #expect(
      stage.written == [
        "\rat 100s", "\rat 3s  ", "\r" + String(repeating: " ", count: 9) + "\r",
      ])
    stage.line.show("at 4s")
    #expect(stage.written.count == 3)
  }

  @Test("in a pipe each text is a line, every ten seconds, and nothing is written in place of it")
  func pipe() {
    var (time, written) = (5, [String]())
    let line = ProgressLine(columns: nil, now: { time }, write: { written.append($0) })
    line.begin()
    for moment in [9_000, 10_004, 10_005, 20_004, 20_005] {
      time = moment
      line.show("at \(moment)")
    }
    line.clear()
    line.end(saying: "58 steps/s")
    #expect(written == ["at 10005\n", "at 20005\n"])
  }

  @Test("the line makes room for what else is written, and comes again when it is due")
  func clear() {
    let stage = Stage()
    stage.line.begin()
    stage.line.clear()
    #expect(stage.written == [])
    stage.time = 1_000
    stage.line.show("1 walk")
    stage.line.clear()
    stage.line.clear()
    stage.time = 1_200
    stage.line.show("2")
    #expect(stage.written == ["\r1 walk", "\r" + String(repeating: " ", count: 8) + "\r", "\r2"])
  }

  @Test("a text that does not fit is cut behind its last whole part, and in its first part where that is too long")
  func cut() {
    for (text, shown) in [
      ("41 states, 168 step", "41 states"), ("41 states, 7 done", "41 states, 7 done"),
      ("1,234 states, 5,678 steps", "1,234 states"), ("a part without an end, one", "a part without an"),
    ] {
      let stage = Stage()
      stage.line.begin()
      stage.time = 1_000
      stage.line.show(text)
      #expect(stage.written == ["\r\(shown)"])
    }
  }

  @Test("what stays behind a slow command is said in place of the line, and nothing behind a quick one")
  func summary() {
    for (time, said) in [(999, []), (1_000, ["58 steps/s\n"])] {
      let stage = Stage()
      stage.line.begin()
      stage.time = time
      stage.line.end(saying: "58 steps/s")
      stage.line.end(saying: "twice")
      #expect(stage.written == said)
    }
  }

  @Test("a rate is of the time since the command began")
  func rateOfCommand() {
    let stage = Stage()
    stage.time = 10_000
    stage.line.begin()
    stage.time = 14_000
    #expect(stage.line.rate(of: 232_400) == Rate(of: 58_100, in: 1_000))
  }

  @Test(
    "a rate has two digits that say something, and commas",
    arguments: [
      (0, 5_000, "0"), (7, 1_000, "7"), (58, 1_000, "58"), (584, 1_000, "580"), (995, 1_000, "1,000"), (3, 0, "3,000"),
      (58_432, 1_000, "58,000"), (116_900, 2_000, "58,000"), (1_249_999, 1_000, "1,200,000"),
    ])
  func rates(_ count: Int, _ milliseconds: Int, _ text: String) {
    #expect(Rate(of: count, in: milliseconds).description == text)
  }
}
