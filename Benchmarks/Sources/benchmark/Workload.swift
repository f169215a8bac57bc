import CYardsticks
import SwiftYardsticks

/// The same work by hand and on the engine.
struct Workload: Sendable {
  enum Unit: Sendable {
    case perSecond
    case bytes
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

  static let all = [login, recorded, parallel, timers, memory]

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

/// Returns how often a second something happens that happens so often in one run.
private func rate(_ amount: Int, _ run: (Int) -> Void) -> Double {
  let time = ContinuousClock().measure { run(amount) }
  return Double(amount) / (time / .seconds(1))
}

/// Keeps a result from being optimised away.
@inline(never) private func check<Result>(_ result: Result) {}

/// Holds both sides to the same outcome.
private func same<Result: Equatable>(_ left: Result, _ right: Result) {
  precondition(left == right, "the engine ended with \(left), by hand it is \(right)")
}
