import Adapters
import Foundation
import Observation
import ViewModels

/// What outlives an object, or happens when it ends.
func outliving() -> [Machine] {
  [
    Machine(
      KeepingBox.self, name: "keeping", variant: "class", summary: "A static that one method sets and another reads"),
    Machine(KeepingResetBox.self, name: "keeping", variant: "reset", summary: "The same with 'reset'"),
    Machine(
      DetachedBox.self, name: "detached", variant: "class", summary: "A thread that resumes a task of another run"),
    Machine(EndingBox.self, name: "ending", variant: "class", summary: "A task that traps when it is cancelled"),
    Machine(SpinningBox.self, name: "ending", variant: "spin", summary: "A task that spins when it is cancelled"),
    Machine(DyingBox.self, name: "ending", variant: "deinit", summary: "An object that traps when it is let go of"),
    Machine(BytesBox.self, name: "bytes", variant: "class", summary: "Data, and a sleep without end"),
    Machine(StrayBox.self, name: "stray", variant: "class", summary: "A subject that sends on another thread"),
    Machine(
      UnheardBox.self, name: "undeclared", variant: "stream", summary: "A stream that the adapter does not declare"),
  ]
}

@MainActor @Observable final class KeepingModel {
  private static var kept: String?
  private(set) var shown = ""

  func save() {
    Self.kept = "kept"
    shown = "saved"
  }

  func load() { shown = Self.kept ?? "none" }

  static func forget() { kept = nil }
}

@MainActor struct KeepingBox: Adapter {
  let shown = Field(\.shown)
  let save = Input { $0.save() }
  let load = Input { $0.load() }

  func make(_ world: World<Self>) -> KeepingModel { KeepingModel() }
}

@MainActor struct KeepingResetBox: Adapter {
  let shown = Field(\.shown)
  let save = Input { $0.save() }
  let load = Input { $0.load() }

  func make(_ world: World<Self>) -> KeepingModel { KeepingModel() }
  func reset() { KeepingModel.forget() }
}

@MainActor @Observable final class DetachedModel {
  private static var waiting: CheckedContinuation<Void, Never>?
  private(set) var count = 0

  func wait() {
    Task {
      await withCheckedContinuation { Self.waiting = $0 }
      count += 1
    }
  }

  /// Also lets a task of an earlier object go on.
  func release() {
    count += 10
    guard let continuation = Self.waiting else { return }
    Self.waiting = nil
    onThread { continuation.resume() }
  }
}

/// Runs a body on a thread of its own and waits for it.
private func onThread(_ body: @escaping @Sendable () -> Void) {
  let isDone = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    isDone.signal()
  }
  isDone.wait()
}

@MainActor struct DetachedBox: Adapter {
  let count = Field(\.count)
  let wait = Input { $0.wait() }
  let release = Input { $0.release() }

  func make(_ world: World<Self>) -> DetachedModel { DetachedModel() }
}

@MainActor @Observable final class EndingModel {
  private(set) var count = 0
  private let trapsAtEnd: Bool

  init(trapsAtEnd: Bool = false) {
    self.trapsAtEnd = trapsAtEnd
  }

  deinit { if trapsAtEnd { fatalError("let go of") } }

  func up() { count += 1 }

  func trap() {
    Task {
      try? await Task.sleep(for: .seconds(1))
      if Task.isCancelled { fatalError("cancelled") }
    }
  }

  func spin() {
    Task {
      try? await Task.sleep(for: .seconds(1))
      while Task.isCancelled {}
    }
  }
}

@MainActor struct EndingBox: Adapter {
  let count = Field(\.count)
  let trap = Input { $0.trap() }

  func make(_ world: World<Self>) -> EndingModel { EndingModel() }
}

@MainActor struct SpinningBox: Adapter {
  let count = Field(\.count)
  let spin = Input { $0.spin() }

  func make(_ world: World<Self>) -> EndingModel { EndingModel() }
}

@MainActor struct DyingBox: Adapter {
  let count = Field(\.count)
  let up = Input { $0.up() }

  func make(_ world: World<Self>) -> EndingModel { EndingModel(trapsAtEnd: true) }
}

@MainActor @Observable final class BytesModel {
  private(set) var data: Data?
  private(set) var id: UUID?
  private(set) var isOver = false

  func load(_ count: Int) { data = Data(repeating: 7, count: count) }
  func identify() { id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") }

  func sleep() {
    Task(name: "night") {
      try? await Task.sleep(nanoseconds: .max)
      isOver = true
    }
  }
}

@MainActor struct BytesBox: Adapter {
  let data = Shown(\.data)
  let id = Shown(\.id)
  let isOver = Field(\.isOver)
  let load = Input<Int>(samples: ["two": 2, "many": 200]) { $0.load($1) }
  let identify = Input { $0.identify() }
  let sleep = Input { $0.sleep() }

  func make(_ world: World<Self>) -> BytesModel { BytesModel() }
}

@MainActor @Observable final class StrayModel {
  private let tell: @Sendable (String) -> Void
  private(set) var count = 0

  init(tell: @escaping @Sendable (String) -> Void) {
    self.tell = tell
  }

  func go() {
    let tell = tell
    onThread { tell("from a thread") }
  }
}

@MainActor struct StrayBox: Adapter {
  let count = Field(\.count)
  let told = Subject<String>()
  let go = Input { $0.go() }

  func make(_ world: World<Self>) -> StrayModel { StrayModel { world.send(told, $0) } }
}

@MainActor @Observable final class ListeningModel {
  private(set) var heard: [String] = []

  init(_ updates: AsyncStream<String>) {
    Task { for await update in updates { heard.append(update) } }
  }
}

@MainActor struct UnheardBox: Adapter {
  let heard = Field(\.heard)

  func make(_ world: World<Self>) -> ListeningModel { ListeningModel(world.stream(Stream<String>("updates"))) }
}
