import Observation

// Classes as they are written for apps: nothing here knows of Signalbox.

protocol SearchAPI: Sendable {
  func search(_ text: String) async throws -> [String]
}

/// A search field that starts a task at each edit, and shows whatever answer comes last.
@MainActor @Observable final class SearchModel {
  var query = "" { didSet { changed() } }
  private(set) var results: [String] = []
  private(set) var isLoading = false
  private let api: any SearchAPI

  init(api: any SearchAPI) {
    self.api = api
  }

  private func changed() {
    Task {
      try? await Task.sleep(for: .milliseconds(300))
      isLoading = true
      if let found = try? await api.search(query) { results = found }
      isLoading = false
    }
  }
}

/// The same, which cancels the earlier task.
@MainActor @Observable final class FixedSearchModel {
  var query = "" { didSet { changed() } }
  private(set) var results: [String] = []
  private(set) var isLoading = false
  @ObservationIgnored private var task: Task<Void, Never>?
  private let api: any SearchAPI

  init(api: any SearchAPI) {
    self.api = api
  }

  private func changed() {
    task?.cancel()
    isLoading = false
    task = Task {
      do {
        try await Task.sleep(for: .milliseconds(300))
        isLoading = true
        results = try await api.search(query)
        isLoading = false
      } catch is CancellationError {
      } catch {
        isLoading = false
      }
    }
  }
}

enum LoginError: Error, Equatable {
  case rejected(String)
  case offline
}

struct Badge {
  var title: String
  var count: Int
}

@MainActor @Observable final class LoginModel {
  var name = ""
  private(set) var isBusy = false
  private(set) var greeting = ""
  private(set) var badges: [Badge] = []
  private let authenticate: @Sendable (String) async throws -> String
  private let onError: (String) -> Void

  init(authenticate: @escaping @Sendable (String) async throws -> String, onError: @escaping (String) -> Void) {
    self.authenticate = authenticate
    self.onError = onError
  }

  func login() async throws {
    isBusy = true
    defer { isBusy = false }
    do {
      greeting = "hello \(try await authenticate(name))"
      badges.append(Badge(title: greeting, count: badges.count))
    } catch LoginError.offline {
      onError("offline")
      throw LoginError.offline
    }
  }

  func clear() { greeting = "" }
  func rename(_ suffix: String) { name += suffix }
}

/// The shapes of code beside `Task { }` on the main actor.
@MainActor final class ShapesModel {
  private(set) var seen: [String] = []
  private let store = Store()

  private actor Store {
    var items = 0
    func add() -> Int {
      items += 1
      return items
    }
  }

  func detached() {
    Task.detached {
      await MainActor.run { self.seen.append("detached") }
    }
  }

  func actorCall() {
    Task { seen.append("actor \(await store.add())") }
  }

  func group() {
    Task {
      let all = await withTaskGroup(of: Int.self) { group in
        for index in 1...3 {
          group.addTask {
            try? await Task.sleep(for: .milliseconds(10 * (4 - index)))
            return index
          }
        }
        var all: [Int] = []
        for await index in group { all.append(index) }
        return all
      }
      seen.append("group \(all)")
    }
  }

  func stream() {
    Task {
      let numbers = AsyncStream<Int> { continuation in
        Task {
          for number in 0..<2 {
            try? await Task.sleep(for: .milliseconds(100))
            continuation.yield(number)
          }
          continuation.finish()
        }
      }
      for await number in numbers { seen.append("stream \(number)") }
    }
  }

  func clock() {
    Task {
      let start = ContinuousClock.now
      try? await Task.sleep(for: .milliseconds(250))
      seen.append("slept \(ContinuousClock.now - start)")
    }
  }

  init(_ updates: AsyncStream<String>) {
    Task {
      for await update in updates { seen.append("update \(update)") }
    }
  }

  func loop() {
    Task {
      while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(10)) }
    }
  }
}

/// A row that likes itself, and counts the likes that the server tells it.
@MainActor @Observable final class ItemModel {
  let id: Int
  var note = ""
  private(set) var likes = 0
  private(set) var isLiking = false
  private(set) var replies: [ReplyModel] = []
  private let send: @Sendable (Int) async throws -> Int

  init(_ id: Int, _ send: @escaping @Sendable (Int) async throws -> Int) {
    self.id = id
    self.send = send
  }

  var canLike: Bool { !isLiking }

  func like() async throws {
    isLiking = true
    defer { isLiking = false }
    likes = try await send(id)
  }

  func reply() { replies.append(ReplyModel(text: "\(replies.count + 1)")) }
}

@MainActor @Observable final class ReplyModel {
  let text: String
  private(set) var isSeen = false

  init(text: String) {
    self.text = text
  }

  func see() { isSeen = true }
}

/// A list of rows, which are objects of their own.
@MainActor @Observable final class FeedModel {
  private(set) var items: [ItemModel]
  private let send: @Sendable (Int) async throws -> Int

  init(_ send: @escaping @Sendable (Int) async throws -> Int) {
    self.send = send
    items = [ItemModel(7, send)]
  }

  func load() {
    items = []
    items = [ItemModel(7, send), ItemModel(3, send)]
  }
  func turn() { items.reverse() }
  func remove() { if !items.isEmpty { items.removeFirst() } }
}

/// What an actor holds is read whenever none of its jobs runs.
actor CounterActor {
  private(set) var count = 0
  private(set) var log: [String] = []

  func add() async {
    let before = count
    try? await Task.sleep(for: .milliseconds(10))
    count = before + 1
    log.append("\(count)")
  }
}

/// Pages and alerts that are properties, as views bind them.
@MainActor @Observable final class ShopModel {
  enum Route { case detail(Int), receipt }
  struct Problem { let text: String }

  var path: [Route] = []
  var problem: Problem?
  var asksToLeave = false
  /// Only the class sets it.
  private(set) var notice = ""
  private let pay: @Sendable (Int) async throws -> String

  init(_ pay: @escaping @Sendable (Int) async throws -> String) {
    self.pay = pay
  }

  var canBuy: Bool { !path.isEmpty }

  func open(_ item: Int) { path = [.detail(item)] }
  func leave() { asksToLeave = true }
  func stay() { problem = Problem(text: "stayed") }
  func acknowledge() { notice = "" }
  func buy() async {
    do {
      notice = try await pay(path.count)
      path.append(.receipt)
    } catch {
      problem = Problem(text: "declined")
    }
  }
}
