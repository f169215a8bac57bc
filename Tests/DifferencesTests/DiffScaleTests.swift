import Differences
import SeededRandom
import Testing
import Traces
import Turns

@Suite("the difference of long runs")
struct DiffScaleTests {
  private static let length = 100_000

  /// A run in which each step sets a counter and gets an answer; `names` tells stimuli apart.
  private func run(_ names: (Int) -> String) -> [Turn] {
    (0..<Self.length / 2).flatMap { step -> [Turn] in
      [
        DiffFixture.user("tap", names(step), at: step * 10, .output(subject: "tapped", value: .int(step % 7))),
        DiffFixture.reply(
          at: step * 10 + 5, .set(field: "count", old: .int(step), new: .int(step + 1)),
          .replied(service: "load", outcome: .ok, value: .null)),
      ]
    }
  }

  @Test("scattered changes in a hundred thousand turns with distinct stimuli are found exactly")
  func distinct() {
    let turns = run { "b\($0)" }
    var changed: [Turn] = []
    for (index, turn) in turns.enumerated() {
      if index % 10_000 == 5_000 { continue }
      changed.append(turn)
      if index % 10_000 == 7_001 { changed.append(DiffFixture.user("tap", "more\(index)", at: turn.time)) }
      if index % 10_000 == 9_001 { changed[changed.count - 1].effects.removeLast() }
    }
    let difference = TraceDifference(from: DiffFixture.trace(turns), to: DiffFixture.trace(changed))
    #expect(difference.coarse.isEmpty)
    let steps = difference.findings.filter { $0.differenceClass == .stimulus }
    #expect(steps.count == 20)
    #expect(difference.findings.filter { $0.differenceClass == .request }.map(\.count).reduce(0, +) == 20)
  }

  @Test("scattered insertions among stimuli that all repeat are found exactly")
  func repeating() {
    let turns = run { "b\($0 % 3)" }
    var changed: [Turn] = []
    for (index, turn) in turns.enumerated() {
      changed.append(turn)
      if index % 1_000 == 501 { changed.append(DiffFixture.user("tap", "b9", at: turn.time)) }
    }
    let difference = TraceDifference(from: DiffFixture.trace(turns), to: DiffFixture.trace(changed))
    #expect(difference.coarse.isEmpty)
    #expect(difference.findings.map(\.count).reduce(0, +) == 100)
    #expect(difference.verdict == .additive)
  }

  @Test("runs that have nothing in common finish, and say where they were not searched through")
  func unrelated() {
    var random = SplitMix64(seed: 3)
    func noise() -> [Turn] {
      (0..<3_000).map { _ in DiffFixture.user("tap", "b\(Int.random(in: 0..<4, using: &random))") }
    }
    let difference = TraceDifference(from: DiffFixture.trace(noise()), to: DiffFixture.trace(noise()))
    #expect(!difference.coarse.isEmpty)
    #expect(difference.verdict == .breaking)
  }

  @Test("a step of many reactions is aligned beyond the table's cap")
  func wideStep() {
    func burst(_ values: some Sequence<Int>) -> Trace {
      let effects = values.map { Effect.output(subject: "o", value: .int($0)) }
      return DiffFixture.trace([Turn(time: 0, cause: Cause(.user, "tap", on: "b"), effects: effects)])
    }
    let difference = TraceDifference(from: burst(0..<2_000), to: burst((0..<2_001).map { $0 < 500 ? $0 : $0 - 1 }))
    #expect(difference.findings.map(\.content) == [.only(.b, Reaction(.output, "o", [499]))])
  }
}
