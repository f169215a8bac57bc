import Adapters
import Observation
import ViewModels

// Small classes in the shapes of bugs that apps have shipped, each broken and fixed: what goes wrong while requests
// are open.

typealias Call = @Sendable (String) async throws -> String

/// A tap while the first one is on its way posts again.
@MainActor @Observable final class DoubleTap {
  private(set) var posted = 0
  private(set) var isBusy = false
  private let isFixed: Bool
  private let call: Call
  init(_ isFixed: Bool, _ call: @escaping Call) { (self.isFixed, self.call) = (isFixed, call) }

  func post() {
    if isFixed && isBusy { return }
    isBusy = true
    Task {
      _ = try? await call("post")
      posted += 1
      isBusy = false
    }
  }
}

@MainActor struct DoubleTapBox<F: Fix>: Adapter {
  let isBusy = Field(\.isBusy)
  let post = Input { $0.post() }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> DoubleTap { DoubleTap(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart { Invariant("one post at a time") { $0.requests(of: \.api) <= 1 } }
}

/// The answer to an earlier question replaces that to a later one.
@MainActor @Observable final class LateAnswer {
  private(set) var query = ""
  private(set) var result = ""
  private let isFixed: Bool
  private let call: Call
  init(_ isFixed: Bool, _ call: @escaping Call) { (self.isFixed, self.call) = (isFixed, call) }

  func search(_ text: String) {
    query = text
    result = ""
    Task {
      let found = (try? await call(text)) ?? ""
      if !isFixed || query == text { result = found }
    }
  }
}

@MainActor struct LateAnswerBox<F: Fix>: Adapter {
  let query = Field(\.query)
  let result = Field(\.result)
  let search = Input<String>(samples: ["a": "a", "b": "b"]) { $0.search($1) }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> LateAnswer { LateAnswer(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart { Invariant("the result is that of the query") { $0.result.isEmpty || $0.result == $0.query } }
}

/// More is loaded while the list is refreshed.
@MainActor @Observable final class Refresh {
  private(set) var pages = ["1", "2"]
  private var task: Task<Void, Never>?
  private let isFixed: Bool
  private let call: Call
  init(_ isFixed: Bool, _ call: @escaping Call) { (self.isFixed, self.call) = (isFixed, call) }

  func refresh() { load("1") { [$0] } }
  func more() { load("\(pages.count + 1)") { self.pages + [$0] } }

  private func load(_ page: String, _ merge: @escaping (String) -> [String]) {
    if isFixed { task?.cancel() }
    task = Task {
      if let page = try? await call(page), !Task.isCancelled { pages = merge(page) }
    }
  }
}

@MainActor struct RefreshBox<F: Fix>: Adapter {
  let pages = Field(\.pages)
  let refresh = Input { $0.refresh() }
  let more = Input { $0.more() }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> Refresh { Refresh(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart { Invariant("pages are in order") { $0.pages == (1...$0.pages.count).map { "\($0)" } } }
}

/// What is loaded in `init` replaces what was typed meanwhile.
@MainActor @Observable final class InitialLoad {
  private(set) var name = ""
  private(set) var typed = ""
  init(_ isFixed: Bool, _ call: @escaping Call) {
    Task {
      let loaded = (try? await call("name")) ?? ""
      if !isFixed || typed.isEmpty { name = loaded }
    }
  }

  func type(_ text: String) { (name, typed) = (text, text) }
}

@MainActor struct InitialLoadBox<F: Fix>: Adapter {
  let name = Field(\.name)
  let typed = Field(\.typed)
  let type = Input<String>(samples: ["me": "me"]) { $0.type($1) }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> InitialLoad { InitialLoad(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart { Invariant("what was typed stays") { $0.typed.isEmpty || $0.name == $0.typed } }
}

/// Pages are asked for twice while the end of the list is in sight.
@MainActor @Observable final class Paging {
  private(set) var pages: [String] = []
  private var isLoading = false
  private let isFixed: Bool
  private let call: Call
  init(_ isFixed: Bool, _ call: @escaping Call) { (self.isFixed, self.call) = (isFixed, call) }

  func reachEnd() {
    if isFixed && isLoading { return }
    isLoading = true
    Task {
      defer { isLoading = false }
      if let page = try? await call("\(pages.count + 1)") { pages.append(page) }
    }
  }
}

@MainActor struct PagingBox<F: Fix>: Adapter {
  let pages = Field(\.pages)
  let reachEnd = Input { $0.reachEnd() }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> Paging { Paging(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart { Invariant("no page is there twice") { Set($0.pages).count == $0.pages.count } }
}

/// An answer that comes after the user has logged out shows what is not theirs any more.
@MainActor @Observable final class Logout {
  private(set) var isIn = true
  private(set) var profile = ""
  private var task: Task<Void, Never>?
  private let isFixed: Bool
  private let call: Call
  init(_ isFixed: Bool, _ call: @escaping Call) { (self.isFixed, self.call) = (isFixed, call) }

  func load() {
    task?.cancel()
    task = Task {
      let loaded = (try? await call("profile")) ?? ""
      if !Task.isCancelled { profile = loaded }
    }
  }
  func logout() {
    if isFixed { task?.cancel() }
    (isIn, profile) = (false, "")
  }
}

@MainActor struct LogoutBox<F: Fix>: Adapter {
  let isIn = Field(\.isIn)
  let profile = Field(\.profile)
  let load = Input { if $0.isIn { $0.load() } }
  let logout = Input { $0.logout() }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> Logout { Logout(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart { Invariant("nothing is shown after a logout") { $0.isIn || $0.profile.isEmpty } }
}

/// What was cancelled goes on beside the next try.
@MainActor @Observable final class Retry {
  private(set) var isLoading = false
  private(set) var result = ""
  private var task: Task<Void, Never>?
  private let isFixed: Bool
  private let call: Call
  init(_ isFixed: Bool, _ call: @escaping Call) { (self.isFixed, self.call) = (isFixed, call) }

  func start() {
    if isLoading { return }
    isLoading = true
    task = Task {
      let found = (try? await call("load")) ?? ""
      if isFixed && Task.isCancelled { return }
      (result, isLoading) = (found, false)
    }
  }
  func cancel() {
    if isFixed { task?.cancel() }
    isLoading = false
  }
}

@MainActor struct RetryBox<F: Fix>: Adapter {
  let isLoading = Field(\.isLoading)
  let result = Field(\.result)
  let start = Input { $0.start() }
  let cancel = Input { $0.cancel() }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> Retry { Retry(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart { Invariant("it loads while a request is open") { $0.isLoading == ($0.requests(of: \.api) > 0) } }
}

/// A cell that is used again shows the image of the row before.
@MainActor @Observable final class Cell {
  private(set) var id = ""
  private(set) var image: String?
  private let isFixed: Bool
  private let call: Call
  init(_ isFixed: Bool, _ call: @escaping Call) { (self.isFixed, self.call) = (isFixed, call) }

  func show(_ id: String) async {
    (self.id, image) = (id, nil)
    let loaded = try? await call(id)
    if !isFixed || self.id == id { image = loaded }
  }
}

@MainActor struct CellBox<F: Fix>: Adapter {
  let id = Field(\.id)
  let image = Field(\.image)
  let show = Input<String>(samples: ["a": "a", "b": "b"]) { await $0.show($1) }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> Cell { Cell(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart { Invariant("the image is that of the row") { $0.image == nil || $0.image == $0.id } }
}

/// A failure leaves the spinner where it is.
@MainActor @Observable final class Spinner {
  private(set) var isLoading = false
  private let isFixed: Bool
  private let call: Call
  init(_ isFixed: Bool, _ call: @escaping Call) { (self.isFixed, self.call) = (isFixed, call) }

  func load() async throws {
    isLoading = true
    defer { if isFixed { isLoading = false } }
    _ = try await call("load")
    isLoading = false
  }
}

@MainActor struct SpinnerBox<F: Fix>: Adapter {
  let isLoading = Field(\.isLoading)
  let load = Input { if !$0.isLoading { try await $0.load() } }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> Spinner { Spinner(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart { Finally("nothing turns for ever") { !$0.isLoading } }
}

/// Two calls that find an old token fetch a new one each.
@MainActor @Observable final class Token {
  private(set) var token = ""
  private var fetching: Task<String, any Error>?
  private let isFixed: Bool
  private let call: Call
  init(_ isFixed: Bool, _ call: @escaping Call) { (self.isFixed, self.call) = (isFixed, call) }

  func use() async throws {
    if !token.isEmpty { return }
    let task = isFixed ? fetching ?? fetch() : fetch()
    fetching = task
    defer { fetching = nil }
    token = try await task.value
  }

  private func fetch() -> Task<String, any Error> { Task { try await call("token") } }
}

@MainActor struct TokenBox<F: Fix>: Adapter {
  let token = Field(\.token)
  let use = Input { try await $0.use() }
  let api = Service<String, String>(after: .milliseconds(100)) { .ok($0) }
  func make(_ world: World<Self>) -> Token { Token(F.isFixed) { try await world.ask(api, $0) } }
  var laws: Chart { Invariant("one token is fetched") { $0.requests(of: \.api) <= 1 } }
}
