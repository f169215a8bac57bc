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

  @Test("after a second the line comes, changes five times a second, fits the window, and goes with the command")
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
        "\rat 100s, 1000 turns ".trimmed(to: 20), "\rat 3s" + String(repeating: " ", count: 14),
        "\r" + String(repeating: " ", count: 19) + "\r",
      ])
    stage.line.show("at 4s")
    #expect(stage.written.count == 3)
  }
}

extension String {
  /// As much of a line as fits beside the carriage return.
  fileprivate func trimmed(to count: Int) -> String { String(prefix(count)) }
}
