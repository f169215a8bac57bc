import Adapters
import Observation
import ViewModels

// Small classes in the shapes of bugs that apps have shipped, each broken and fixed: what a class keeps while it waits.

/// Which of the two a class of the corpus is.
protocol Fix: Sendable { static var isFixed: Bool { get } }
enum Broken: Fix { static var isFixed: Bool { false } }
enum Fixed: Fix { static var isFixed: Bool { true } }

func corpus() -> [Machine] {
  pair("double-tap", DoubleTapBox<Broken>.self, DoubleTapBox<Fixed>.self)
    + pair("late-answer", LateAnswerBox<Broken>.self, LateAnswerBox<Fixed>.self)
    + pair("refresh", RefreshBox<Broken>.self, RefreshBox<Fixed>.self)
    + pair("initial-load", InitialLoadBox<Broken>.self, InitialLoadBox<Fixed>.self)
    + pair("paging", PagingBox<Broken>.self, PagingBox<Fixed>.self)
    + pair("logout", LogoutBox<Broken>.self, LogoutBox<Fixed>.self)
    + pair("retry", RetryBox<Broken>.self, RetryBox<Fixed>.self)
    + pair("cell", CellBox<Broken>.self, CellBox<Fixed>.self)
    + pair("spinner", SpinnerBox<Broken>.self, SpinnerBox<Fixed>.self)
    + pair("token", TokenBox<Broken>.self, TokenBox<Fixed>.self)
    + pair("toggle", ToggleBox<Broken>.self, ToggleBox<Fixed>.self)
    + pair("debounce", DebounceBox<Broken>.self, DebounceBox<Fixed>.self)
    + pair("alerts", AlertsBox<Broken>.self, AlertsBox<Fixed>.self)
    + pair("lost-update", LostUpdateBox<Broken>.self, LostUpdateBox<Fixed>.self)
    + pair("ticker", TickerBox<Broken>.self, TickerBox<Fixed>.self)
    + pair("optimistic", OptimisticBox<Broken>.self, OptimisticBox<Fixed>.self)
    + pair("two-loads", TwoLoadsBox<Broken>.self, TwoLoadsBox<Fixed>.self)
    + pair("validation", ValidationBox<Broken>.self, ValidationBox<Fixed>.self)
    + pair("cleared", ClearedBox<Broken>.self, ClearedBox<Fixed>.self)
    + pair("closed", ClosedBox<Broken>.self, ClosedBox<Fixed>.self)
}

private func pair<B: Adapter, F: Adapter>(_ name: Name, _ broken: B.Type, _ fixed: F.Type) -> [Machine] {
  [
    Machine(broken, name: name, variant: "broken", summary: "Of the corpus", mostWork: 3),
    Machine(fixed, name: name, variant: "fixed", summary: "Of the corpus", mostWork: 3),
  ]
}

/// `didSet` saves each value in a task of its own; what the server has is what it got last.
@MainActor @Observable final class Toggle {
  var isOn = false { didSet { save() } }
  private(set) var saved = "false"
  private var task: Task<Void, Never>?
  private let isFixed: Bool
  private let call: Call
  init(_ isFixed: Bool, _ call: @escaping Call) { (self.isFixed, self.call) = (isFixed, call) }

  private func save() {
    if isFixed, task != nil { return }
    task = Task {
      repeat {
        let value = "\(isOn)"
        if (try? await call(value)) != nil || isFixed { saved = value }
      } while isFixed && saved != "\(isOn)"
      task = nil
    }
  }
}

@MainActor struct ToggleBox<F: Fix>: Adapter {
  let isOn = Field(\.isOn)
  let saved = Field(\.saved)
  let toggle = Input { $0.isOn.toggle() }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> Toggle { Toggle(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart { Finally("what is shown is saved") { $0.saved == "\($0.isOn)" } }
}

/// Each edit searches after a while, and not the last one alone.
@MainActor @Observable final class Debounce {
  private(set) var query = ""
  private var task: Task<Void, Never>?
  private let isFixed: Bool
  private let call: Call
  init(_ isFixed: Bool, _ call: @escaping Call) { (self.isFixed, self.call) = (isFixed, call) }

  func edit(_ text: String) {
    query = text
    if isFixed { task?.cancel() }
    task = Task {
      try? await Task.sleep(for: .milliseconds(300))
      if !Task.isCancelled { _ = try? await call(text) }
    }
  }
}

@MainActor struct DebounceBox<F: Fix>: Adapter {
  let query = Field(\.query)
  let edit = Input<String>(samples: ["a": "a", "b": "b"]) { $0.edit($1) }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> Debounce { Debounce(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart { Invariant("one search at a time") { $0.requests(of: \.api) <= 1 } }
}

/// A second failure replaces the alert of the first, which nobody has read.
@MainActor @Observable final class Alerts {
  private(set) var problem: String?
  private(set) var unread = 0
  private(set) var waiting: [String] = []
  private let isFixed: Bool
  private let call: Call
  init(_ isFixed: Bool, _ call: @escaping Call) { (self.isFixed, self.call) = (isFixed, call) }

  func save() {
    Task {
      do { _ = try await call("save") } catch { fail("\(error)") }
    }
  }
  func read() {
    if problem == nil { return }
    unread -= 1
    problem = waiting.isEmpty ? nil : waiting.removeFirst()
  }
  private func fail(_ text: String) {
    unread += 1
    if isFixed && problem != nil { waiting.append(text) } else { problem = text }
  }
}

@MainActor struct AlertsBox<F: Fix>: Adapter {
  let problem = Field(\.problem)
  let unread = Field(\.unread)
  let waiting = Field(\.waiting)
  let save = Input { $0.save() }
  let read = Input { $0.read() }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> Alerts { Alerts(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart {
    Invariant("every failure can be read") { $0.unread == $0.waiting.count + ($0.problem == nil ? 0 : 1) }
  }
}

/// An actor reads before it waits and writes behind it.
actor LostUpdate {
  private(set) var count = 0
  private(set) var added = 0
  private let isFixed: Bool
  private let call: Call
  init(_ isFixed: Bool, _ call: @escaping Call) { (self.isFixed, self.call) = (isFixed, call) }

  func add() async {
    let before = count
    _ = try? await call("add")
    count = (isFixed ? count : before) + 1
    added += 1
  }
}

@MainActor struct LostUpdateBox<F: Fix>: Adapter {
  typealias Object = LostUpdate
  let count = Field { $0.count }
  let added = Field { $0.added }
  let add = Input { await $0.add() }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> LostUpdate { LostUpdate(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart { Invariant("every call counts") { $0.count == $0.added } }
}

/// What was stopped ticks on when it is started again within a second.
@MainActor @Observable final class Ticker {
  private(set) var isRunning = false
  private(set) var loops = 0
  private var ticks = 0
  private var task: Task<Void, Never>?
  private let isFixed: Bool
  init(_ isFixed: Bool) { self.isFixed = isFixed }

  func start() {
    if isRunning { return }
    (isRunning, ticks) = (true, 0)
    task = Task {
      loops += 1
      defer { loops -= 1 }
      while isRunning && ticks < 3 && !Task.isCancelled {
        try? await Task.sleep(for: .seconds(1))
        ticks += 1
      }
    }
  }
  func stop() {
    isRunning = false
    if isFixed { task?.cancel() }
  }
}

@MainActor struct TickerBox<F: Fix>: Adapter {
  let isRunning = Field(\.isRunning)
  let loops = Field(\.loops)
  let start = Input { $0.start() }
  let stop = Input { $0.stop() }
  func make(_ world: World<Self>) -> Ticker { Ticker(F.isFixed) }
  var laws: Chart { Invariant("one loop runs") { $0.loops <= 1 } }
}

/// Two likes that fail go back to what each found, in the wrong order.
@MainActor @Observable final class Optimistic {
  private(set) var isLiked = false
  private(set) var saved = false
  private(set) var isBusy = false
  private let isFixed: Bool
  private let call: Call
  init(_ isFixed: Bool, _ call: @escaping Call) { (self.isFixed, self.call) = (isFixed, call) }

  func like() {
    if isFixed && isBusy { return }
    let before = isLiked
    isLiked.toggle()
    isBusy = true
    let wanted = isLiked
    Task {
      defer { isBusy = false }
      do {
        _ = try await call("\(wanted)")
        saved = wanted
      } catch {
        isLiked = before
      }
    }
  }
}

@MainActor struct OptimisticBox<F: Fix>: Adapter {
  let isLiked = Field(\.isLiked)
  let saved = Field(\.saved)
  let isBusy = Field(\.isBusy)
  let like = Input { $0.like() }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> Optimistic { Optimistic(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart { Finally("what is shown is saved") { $0.isLiked == $0.saved } }
}

/// The first of two loads that ends takes the spinner of the other away.
@MainActor @Observable final class TwoLoads {
  private(set) var loads = 0
  private(set) var isRefreshing = false
  private let isFixed: Bool
  private let call: Call
  init(_ isFixed: Bool, _ call: @escaping Call) { (self.isFixed, self.call) = (isFixed, call) }

  func refresh() {
    loads += 1
    isRefreshing = true
    Task {
      _ = try? await call("load")
      loads -= 1
      isRefreshing = isFixed && loads > 0
    }
  }
}

@MainActor struct TwoLoadsBox<F: Fix>: Adapter {
  let isRefreshing = Field(\.isRefreshing)
  let refresh = Input { $0.refresh() }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> TwoLoads { TwoLoads(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart { Invariant("it turns while it loads") { $0.isRefreshing == ($0.requests(of: \.api) > 0) } }
}

/// A name is taken for valid because the one before it was.
@MainActor @Observable final class Validation {
  private(set) var name = ""
  private(set) var valid: String?
  private let isFixed: Bool
  private let call: Call
  init(_ isFixed: Bool, _ call: @escaping Call) { (self.isFixed, self.call) = (isFixed, call) }

  func edit(_ text: String) {
    name = text
    if isFixed { valid = nil }
    Task {
      let answer = try? await call(text)
      if name == text { valid = answer }
    }
  }
}

@MainActor struct ValidationBox<F: Fix>: Adapter {
  let name = Field(\.name)
  let valid = Field(\.valid)
  let edit = Input<String>(samples: ["a": "a", "b": "b"]) { $0.edit($1) }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> Validation { Validation(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart { Invariant("the valid name is this one") { $0.valid == nil || $0.valid == $0.name } }
}

/// Results come after the query was cleared.
@MainActor @Observable final class Cleared {
  private(set) var query = ""
  private(set) var results: [String] = []
  private var task: Task<Void, Never>?
  private let isFixed: Bool
  private let call: Call
  init(_ isFixed: Bool, _ call: @escaping Call) { (self.isFixed, self.call) = (isFixed, call) }

  func edit(_ text: String) {
    query = text
    if text.isEmpty {
      results = []
      if isFixed { task?.cancel() }
      return
    }
    task?.cancel()
    task = Task {
      let found = try? await call(text)
      if !Task.isCancelled { results = found.map { [$0] } ?? [] }
    }
  }
}

@MainActor struct ClearedBox<F: Fix>: Adapter {
  let query = Field(\.query)
  let results = Field(\.results)
  let edit = Input<String>(samples: ["a": "a", "none": ""]) { $0.edit($1) }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> Cleared { Cleared(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart { Invariant("no results without a query") { !$0.query.isEmpty || $0.results.isEmpty } }
}

/// What was begun on a page that is closed pushes another one.
@MainActor @Observable final class Closed {
  private(set) var isOpen = false
  var path: [String] = []
  private var task: Task<Void, Never>?
  private let isFixed: Bool
  private let call: Call
  init(_ isFixed: Bool, _ call: @escaping Call) { (self.isFixed, self.call) = (isFixed, call) }

  func open() {
    if isOpen { return }
    isOpen = true
    task = Task {
      if let next = try? await call("next"), !Task.isCancelled { path = [next] }
    }
  }
  func close() {
    (isOpen, path) = (false, [])
    if isFixed { task?.cancel() }
  }
}

@MainActor struct ClosedBox<F: Fix>: Adapter {
  let isOpen = Field(\.isOpen)
  let path = Field(\.path)
  let open = Input { $0.open() }
  let close = Input { $0.close() }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> Closed { Closed(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart { Invariant("what is closed pushes nothing") { $0.isOpen || $0.path.isEmpty } }
}
