import ViewModels
import _Concurrency

/// A clock that counts from its own start.
struct LiveClock: Sendable {
  /// In milliseconds, rounded down; a clock that goes back shows less than before.
  let elapsed: @Sendable () -> Int
  /// Waits until so many milliseconds after the start.
  let sleep: @Sendable (Int) async throws -> Void

  init(_ clock: any _Concurrency.Clock<Duration>) { self.init(running: clock) }

  private init<C: _Concurrency.Clock>(running clock: C) where C.Duration == Duration {
    let start = clock.now
    elapsed = { start.duration(to: clock.now).wholeMilliseconds }
    sleep = { try await clock.sleep(until: start.advanced(by: .milliseconds($0)), tolerance: nil) }
  }
}

extension Duration {
  /// A clock may jump by more than milliseconds can count.
  fileprivate var wholeMilliseconds: Int {
    let largest: Int64 = 1 << 30
    return min(max(self, .seconds(-largest)), .seconds(largest)).milliseconds
  }
}
