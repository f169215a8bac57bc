import Synchronization
import ViewModels
import _Concurrency

/// A clock that only a test moves, forwards or backwards.
final class ManualClock: _Concurrency.Clock {
  struct Instant: InstantProtocol {
    var milliseconds: Int

    func advanced(by duration: Duration) -> Instant { Instant(milliseconds: milliseconds + duration.milliseconds) }
    func duration(to other: Instant) -> Duration { .milliseconds(other.milliseconds - milliseconds) }
    static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }
  }

  private struct State {
    var now = Instant(milliseconds: 1_000)
    var sleepers: [Int: (due: Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .milliseconds(1) }
  /// How many tasks sleep.
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wake in
        let isOver = state.withLock { state in
          if Task.isCancelled || deadline <= state.now { return true }
          state.sleepers[number] = (deadline, wake)
          return false
        }
        if isOver { Task.isCancelled ? wake.resume(throwing: CancellationError()) : wake.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: number) }?.wake.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock and wakes who sleeps until then.
  func jump(_ milliseconds: Int) {
    let woken = state.withLock { state in
      state.now.milliseconds += milliseconds
      let woken = state.sleepers.filter { $1.due <= state.now }
      for number in woken.keys { state.sleepers[number] = nil }
      return woken.values.map(\.wake)
    }
    for wake in woken { wake.resume() }
  }
}
