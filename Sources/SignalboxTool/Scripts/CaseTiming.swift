import Statecharts
import Traces

/// How long a case took on the wall's clock: told on standard error and in the files of `--write-timings`, and nowhere else,
/// since no two runs agree in it.
struct CaseTiming: Sendable {
  var path: String
  var title: String
  /// The line of `%case`, counted from one.
  var line: Int
  var microseconds: Int

  /// Runs a case and notes how long it took.
  static func measuring<Answer>(_ work: () -> Answer) -> (answer: Answer, microseconds: Int) {
    let start = ContinuousClock.now
    let answer = work()
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return (answer, Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000))
  }
}

/// How long the cases of a run took, in their order.
struct CaseTimings: Sendable {
  private(set) var all: [CaseTiming]

  init(all: [CaseTiming] = []) { self.all = all }

  mutating func add(_ timings: [CaseTiming]) { all += timings }

  /// The slowest ones, the slowest first, under a line that says what all took.
  func slowest(_ count: Int) -> [String] {
    let total = all.reduce(0) { $0 + $1.microseconds }
    let shown = all.enumerated().sorted { left, right in
      (right.element.microseconds, left.offset) < (left.element.microseconds, right.offset)
    }.prefix(count).map(\.element)
    let head = "slowest of \(all.count.counted("case")), which took \(Self.text(total)):"
    let texts = shown.map { Self.text($0.microseconds) }
    let width = texts.map(\.utf8.count).max() ?? 0
    return [head]
      + zip(shown, texts).map { timing, text in
        let blanks = String(repeating: " ", count: width - text.utf8.count)
        return "  \(blanks)\(text)  \(timing.path.escapedForDisplay):\(timing.line): \(timing.title.escapedForDisplay)"
      }
  }

  /// `12.3 ms`
  private static func text(_ microseconds: Int) -> String {
    "\(microseconds / 1_000).\(microseconds % 1_000 / 100) ms"
  }
}
