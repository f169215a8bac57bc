import CYardsticks
import Statecharts
import SwiftYardsticks

/// The same work by hand and on the engine.
struct Workload: Sendable {
  enum Unit: Sendable {
    case perSecond
    case bytes
    /// Time for one of them.
    case nanoseconds
  }

  let name: String
  let unit: Unit
  /// How much of it a measurement does.
  let amount: Int
  /// The amounts of the growth curve.
  let growth: [Int]
  /// Returns the rate or size by hand.
  let byHand: @Sendable (Int) -> Double
  let byHandInSwift: (@Sendable (Int) -> Double)?
  let onEngine: @Sendable (Int) -> Double
  /// Runs the engine's part once, for a profiler.
  let once: @Sendable (Int) -> Void

  static let all =
    [login, recorded, parallel, timers, memory] + [steps, lines] + keys + [titles, settles, copies]

  private static let login = Workload(
    name: "W1", unit: .perSecond, amount: 1_000_000, growth: [10_000, 100_000, 1_000_000],
    byHand: { rate($0 * 100) { check(LoginRun.byHand($0)) } },
    byHandInSwift: { rate($0 * 100) { check(LoginByHand.run($0).count) } },
    onEngine: { amount in rate(amount) { same(LoginRun.onEngine($0), LoginRun.byHand($0)) } },
    once: { check(LoginRun.onEngine($0)) })

  private static let recorded = Workload(
    name: "W1t", unit: .perSecond, amount: 1_000_000, growth: [10_000, 100_000, 1_000_000],
    byHand: login.byHand, byHandInSwift: login.byHandInSwift,
    onEngine: { amount in rate(amount) { same(LoginRun.onEngine($0, isRecording: true), LoginRun.byHand($0)) } },
    once: { check(LoginRun.onEngine($0, isRecording: true)) })

  private static let parallel = Workload(
    name: "W2", unit: .perSecond, amount: 1_000_000, growth: [10_000, 100_000, 1_000_000],
    byHand: { rate($0 * 100) { check(ParallelRun.byHand($0)) } },
    byHandInSwift: { rate($0 * 100) { check(ParallelByHand.run($0).count) } },
    onEngine: { amount in rate(amount) { same(ParallelRun.onEngine($0), ParallelRun.byHand($0)) } },
    once: { check(ParallelRun.onEngine($0)) })

  private static let timers = Workload(
    name: "W3", unit: .perSecond, amount: 10_000, growth: [100, 1_000, 10_000],
    byHand: { machines in
      rate(100_000_000) { check(TimersRun.byHand(machines: machines, fires: $0).result.check) }
    },
    byHandInSwift: nil,
    onEngine: { machines in
      let expected = TimersRun.byHand(machines: machines, fires: 1_000_000)
      let run = TimersRun.onEngine(machines: machines, until: expected.time)
      return rate(expected.result.fires) { _ in same(run(), expected.result) }
    },
    once: { machines in
      check(
        TimersRun.onEngine(machines: machines, until: TimersRun.byHand(machines: machines, fires: 3_000_000).time)())
    })

  private static let memory = Workload(
    name: "W3m", unit: .bytes, amount: 10_000, growth: [100, 1_000, 10_000],
    byHand: { _ in Double(bytes_of_login()) }, byHandInSwift: nil,
    onEngine: { LoginRun.bytesPerInstance($0) }, once: { check(LoginRun.bytesPerInstance($0)) })
}

/// What a person's line is made of: the way from a stimulus through the screen to its turns, its lines and its key.
extension Workload {
  private static let steps = Workload(
    name: "W8", unit: .nanoseconds, amount: 60_000, growth: [600, 6_000, 60_000],
    byHand: { amount in duration(amount * 10) { check(PageRun.byHand($0, saying: false)) } }, byHandInSwift: nil,
    onEngine: { amount in duration(amount) { check(PageRun.onEngine($0)) } },
    once: { check(PageRun.onEngine($0)) })

  private static let lines = Workload(
    name: "W8t", unit: .nanoseconds, amount: 60_000, growth: [600, 6_000, 60_000],
    byHand: { amount in duration(amount * 10) { check(PageRun.byHand($0, saying: true)) } }, byHandInSwift: nil,
    onEngine: { amount in
      var bytes = 0
      let time = duration(amount) { bytes = PageRun.printed($0) }
      same(bytes, PageRun.byHand(amount, saying: true))
      return time
    },
    once: { check(PageRun.printed($0)) })

  private static let keys = ["login@fixed", "login@original"].map { title in
    Workload(
      name: "W9 \(title)", unit: .nanoseconds, amount: 12_000, growth: [120, 1_200, 12_000],
      byHand: { amount in KeyRun.byHand(amount) }, byHandInSwift: nil,
      onEngine: { amount in KeyRun.onEngine(amount, of: PageRun.machine(title)) },
      once: { check(KeyRun.steps($0, of: PageRun.machine(title), takingKeys: true)) })
  }

  private static let titles = rows("W10 title") { RowsRun.setTitles($0, $1, rows: $2) }
  private static let settles = rows("W10 settle") { steps, snapshot, _ in RowsRun.settle(steps, snapshot) }

  /// The baseline has 20 rows, the engine's column 400, and the curve 20, 200 and 2 000.
  private static func rows(_ name: String, _ run: @escaping @Sendable (Int, Snapshot, Int) -> Int) -> Workload {
    let measure = { @Sendable (rows: Int) in
      let snapshot = RowsRun.opened(rows)
      return duration(2_000) { check(run($0, snapshot, rows)) }
    }
    return Workload(
      name: name, unit: .nanoseconds, amount: 400, growth: [20, 200, 2_000], byHand: { _ in measure(20) },
      byHandInSwift: nil, onEngine: measure, once: { check(measure($0)) })
  }

  /// The baseline steps a snapshot that nobody else holds, the engine's column a copy of it.
  private static let copies = Workload(
    name: "W11", unit: .nanoseconds, amount: 12_000, growth: [120, 1_200, 12_000],
    byHand: { KeyRun.steps($0, onCopies: false) }, byHandInSwift: nil,
    onEngine: { KeyRun.steps($0, onCopies: true) }, once: { check(KeyRun.steps($0, onCopies: true)) })
}

/// Returns how many nanoseconds one of so many takes.
func duration(_ amount: Int, _ run: (Int) -> Void) -> Double {
  ContinuousClock().measure { run(amount) } / .nanoseconds(1) / Double(amount)
}

/// Returns how often a second something happens that happens so often in one run.
private func rate(_ amount: Int, _ run: (Int) -> Void) -> Double {
  let time = ContinuousClock().measure { run(amount) }
  return Double(amount) / (time / .seconds(1))
}

/// Keeps a result from being optimised away.
@inline(never) func check<Result>(_ result: Result) {}

/// Holds both sides to the same outcome.
func same<Result: Equatable>(_ left: Result, _ right: Result) {
  precondition(left == right, "the engine ended with \(left), by hand it is \(right)")
}
