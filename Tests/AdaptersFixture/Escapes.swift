import Adapters
import Dispatch
import Glibc
import Observation
import ViewModels

/// What leaves the simulation, or does something else each time: what a person has to inject.
@MainActor @Observable final class EscapingModel {
  private(set) var seen: [String] = []
  private static var madeBefore = 0
  private let made: Int
  private var waiting: CheckedContinuation<String, Never>?

  init() {
    Self.madeBefore += 1
    made = Self.madeBefore
  }

  /// A static that survives: each object differs from the one before.
  func count() { seen.append("\(made)") }

  func mark() { seen.append("mark") }

  func chance() { seen.append("\(Int.random(in: 0..<1_000_000_000))") }

  /// A task that waits for a thread of its own, which goes on in `release`.
  func thread() {
    Task { seen.append(await withCheckedContinuation { waiting = $0 }) }
  }

  func release() {
    guard let continuation = waiting else { return }
    let resume = Resume { continuation.resume(returning: "from a thread") }
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Resume>.fromOpaque(context.unsafelyUnwrapped).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(resume).toOpaque())
    pthread_join(thread, nil)
  }

  func spin() {
    Task {
      while seen.isEmpty { await Task.yield() }
    }
  }

  func block() { sleep(3600) }

  func blockLater() {
    Task { sleep(3600) }
  }

  func queue() { DispatchQueue.main.async { self.seen.append("queued") } }

  func queueAndTrap() {
    queue()
    trap()
  }

  func many() {
    for number in 0..<10_000 {
      Task {
        try? await Task.sleep(for: .milliseconds(1))
        if number == 9_999 { seen.append("all") }
      }
    }
  }

  func trap() { fatalError("no number") }

  func leave() { exit(0) }

  func leaveAtOnce() { _exit(0) }
}

private final class Resume: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

@MainActor struct EscapingBox: Adapter {
  let seen = Field(\.seen)
  let thread = Input { $0.thread() }
  let release = Input { $0.release() }
  let spin = Input { $0.spin() }
  let block = Input { $0.block() }
  let blockLater = Input { $0.blockLater() }
  let queue = Input { $0.queue() }
  let queueAndTrap = Input { $0.queueAndTrap() }
  let mark = Input { $0.mark() }
  let many = Input { $0.many() }
  let trap = Input { $0.trap() }
  let leave = Input { $0.leave() }
  let leaveAtOnce = Input { $0.leaveAtOnce() }

  func make(_ world: World<Self>) -> EscapingModel { EscapingModel() }
}

/// The same class, shown by what does something else each time.
@MainActor struct ChanceBox: Adapter {
  let seen = Field(\.seen)
  let chance = Input { $0.chance() }
  let mark = Input { $0.mark() }

  func make(_ world: World<Self>) -> EscapingModel { EscapingModel() }
}

/// And by what a static makes of it.
@MainActor struct CountBox: Adapter {
  let seen = Field(\.seen)
  let count = Input { $0.count() }
  let mark = Input { $0.mark() }

  func make(_ world: World<Self>) -> EscapingModel { EscapingModel() }
}

/// A class with a trap that a task reaches.
@MainActor @Observable final class TrappingModel {
  private(set) var count = 0

  func add() { count = min(count + 1, 3) }

  func take() {
    Task {
      guard count < 2 else { fatalError("no number") }
      count = max(count - 1, 0)
    }
  }
}

@MainActor struct TrappingBox: Adapter {
  let count = Field(\.count)
  let add = Input { $0.add() }
  let take = Input { $0.take() }

  func make(_ world: World<Self>) -> TrappingModel { TrappingModel() }
}
