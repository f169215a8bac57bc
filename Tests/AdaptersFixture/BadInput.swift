import Adapters
import Dispatch
import Glibc
import Observation
import ViewModels

/// What an adapter or a class may do wrong: each is an error or a finding.
func badInput() -> [Machine] {
  [
    Machine(ThrowingBox.self, name: "throws", variant: "class", summary: "make throws"),
    Machine(StuckBox.self, name: "stuck", variant: "class", summary: "make does not return"),
    Machine(UnreadableBox.self, name: "unreadable", variant: "class", summary: "A field that cannot be read"),
    Machine(UndeclaredBox.self, name: "undeclared", variant: "class", summary: "A service that is not declared"),
    Machine(CyclicBox.self, name: "cycle", variant: "class", summary: "A cycle of references"),
    Machine(UnendingBox.self, name: "unending", variant: "class", summary: "A task that does not end"),
    Machine(WaitingBox.self, name: "waiting", variant: "class", summary: "Tasks that wait for each other"),
    Machine(HidingBox.self, name: "hiding", variant: "class", summary: "A field is missing"),
    Machine(OrderBox.self, name: "order", variant: "class", summary: "The order of a set"),
    Machine(CountingBox<CountingOnly>.self, name: "processes", variant: "class", summary: "Notes its processes"),
    Machine(CountingBox<Trapping>.self, name: "processes", variant: "trap", summary: "The same, and traps"),
    Machine(CountingBox<Queueing>.self, name: "processes", variant: "queue", summary: "Uses the main queue"),
    Machine(OnceBox.self, name: "once", variant: "class", summary: "An object that can be made once"),
  ]
}

@MainActor @Observable final class Plain {
  private(set) var text = ""
  var code: Secret<String> = ""
  @ObservationIgnored private var isBroken = false
  private let ask: @Sendable (String) async throws -> String

  init(_ ask: @escaping @Sendable (String) async throws -> String = { $0 }) {
    self.ask = ask
  }

  var unreadable: String { isBroken ? noText() : text }
  func breakIt() { isBroken = true }
  func load() async throws { text = try await ask("a") }

  private func noText() -> String { fatalError("no text") }
}

private struct NoObject: Error {}

@MainActor struct ThrowingBox: Adapter {
  let text = Field(\.text)
  func make(_ world: World<Self>) throws -> Plain { throw NoObject() }
}

/// Its object cannot be made twice, and its machine has a secret, so that replies are tried before they are given.
@MainActor struct OnceBox: Adapter {
  private static var count = 0

  let text = Field(\.text)
  let code = Field(\.code)
  let load = Input { try await $0.load() }
  let fetch = Service<String, String>(after: .milliseconds(1)) { .ok($0) }

  func make(_ world: World<Self>) throws -> Plain {
    Self.count += 1
    if Self.count > 1 { throw NoObject() }
    return Plain { try await world.ask(fetch, $0) }
  }
}

protocol Trick: Sendable { static func happen() }
enum CountingOnly: Trick { static func happen() {} }
enum Trapping: Trick { static func happen() { fatalError("one, two, three") } }
enum Queueing: Trick { static func happen() { DispatchQueue.main.async {} } }

@MainActor @Observable final class Counting {
  private(set) var steps: [Int] = [0, 0, 0]
  private let trick: any Trick.Type

  init(_ trick: any Trick.Type) { self.trick = trick }

  func step(_ place: Int) {
    steps[place] += 1
    let file = open("processes", O_WRONLY | O_APPEND | O_CREAT, 0o600)
    _ = "\(getpid())\n".withCString { write(file, $0, strlen($0)) }
    close(file)
    if steps == [1, 2, 3] { trick.happen() }
  }
}

/// Its states are many, and it notes in a file which process runs it.
@MainActor struct CountingBox<T: Trick>: Adapter {
  let steps = Field(\.steps)
  let first = Input { $0.step(0) }
  let second = Input { $0.step(1) }
  let third = Input { $0.step(2) }

  func make(_ world: World<Self>) -> Counting { Counting(T.self) }

  var laws: Chart { Always("no step is made five times") { !$0.steps.contains(5) } }
}

@MainActor struct StuckBox: Adapter {
  let text = Field(\.text)
  func make(_ world: World<Self>) -> Plain {
    sleep(3600)
    return Plain()
  }
}

@MainActor struct UnreadableBox: Adapter {
  let unreadable = Field(\.unreadable)
  let breakIt = Input { $0.breakIt() }
  func make(_ world: World<Self>) -> Plain { Plain() }
}

@MainActor struct UndeclaredBox: Adapter {
  let text = Field(\.text)
  let load = Input { try await $0.load() }
  func make(_ world: World<Self>) -> Plain {
    let hidden = Service<String, String>(after: .milliseconds(1)) { .ok($0) }
    return Plain { try await world.ask(hidden, $0) }
  }
}

/// Keeps itself, or waits without end.
@MainActor @Observable final class Lasting {
  private(set) var text = ""
  @ObservationIgnored private var kept: Lasting?
  @ObservationIgnored private var tasks: [Task<Void, Never>] = []

  func keep() { kept = self }

  func loop() {
    Task {
      while true {
        try? await Task.sleep(for: .seconds(1))
        text += "."
        if text.count > 2 { text = "" }
      }
    }
  }

  func wait() async {
    tasks = (0...1).map { index in Task { await self.tasks[1 - index].value } }
    await tasks[0].value
  }
}

@MainActor struct CyclicBox: Adapter {
  let text = Field(\.text)
  let keep = Input { $0.keep() }
  func make(_ world: World<Self>) -> Lasting { Lasting() }
}

@MainActor struct UnendingBox: Adapter {
  let text = Field(\.text)
  let loop = Input { $0.loop() }
  func make(_ world: World<Self>) -> Lasting { Lasting() }
}

@MainActor struct WaitingBox: Adapter {
  let text = Field(\.text)
  let wait = Input { await $0.wait() }
  func make(_ world: World<Self>) -> Lasting { Lasting() }
}

/// Remembers what nothing shows, and iterates over a set.
@MainActor @Observable final class Hiding {
  private(set) var shown = ""
  @ObservationIgnored private var isHidden = false
  private let names: Set<String> = ["a", "b", "c", "d", "e", "f", "g", "h"]

  func hide() { isHidden = true }
  func show() { shown = isHidden ? "hidden" : "" }
  func list() { shown = names.joined() }
}

@MainActor struct HidingBox: Adapter {
  let shown = Field(\.shown)
  let hide = Input { $0.hide() }
  let show = Input { $0.show() }
  func make(_ world: World<Self>) -> Hiding { Hiding() }
}

@MainActor struct OrderBox: Adapter {
  let shown = Field(\.shown)
  let list = Input { $0.list() }
  func make(_ world: World<Self>) -> Hiding { Hiding() }
}
