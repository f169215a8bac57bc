import Observation

/// What the ranking asks.
protocol RankingAPI: Sendable {
  func list(_ count: Int) async throws -> [RankedPerson]
  func totals(_ count: Int) async throws -> [String]
}

enum RankingFailure: Error {
  case refused(String)
  case unreachable(String)
}

/// A row of the ranking. Its total comes later.
struct RankedPerson: Sendable {
  var number: String
  var name: String
  var score: String
  var total: String?
}

/// The home page of seed 000 as a class: rows and totals are loaded side by side, and the totals are counted up.
@MainActor @Observable final class HomeViewModel {
  private(set) var people: [RankedPerson] = []
  private let api: any RankingAPI
  private let onFailure: (RankingFailure) -> Void
  @ObservationIgnored private var listing: Task<Void, Never>?
  @ObservationIgnored private var counting: Task<Void, Never>?
  @ObservationIgnored private var ticking: Task<Void, Never>?
  /// The totals of this load, and whether its rows are shown.
  @ObservationIgnored private var totals: [String]?
  @ObservationIgnored private var isListed = false
  @ObservationIgnored private var hasFailed = false

  init(api: any RankingAPI, onFailure: @escaping (RankingFailure) -> Void) {
    (self.api, self.onFailure) = (api, onFailure)
    load()
  }

  func load() {
    stop()
    (totals, isListed, hasFailed) = (nil, false, false)
    listing = start { [self] in
      let people = try await api.list(40)
      try Task.checkCancellation()
      show(people)
    }
    counting = start { [self] in
      let totals = try await api.totals(40)
      try Task.checkCancellation()
      self.totals = totals
      showTotals()
    }
    ticking = Task { [weak self] in
      while (try? await Task.sleep(for: .seconds(2))) != nil { self?.tick() }
    }
  }

  /// The page is left.
  func stop() {
    counting?.cancel()
    listing?.cancel()
    ticking?.cancel()
  }

  /// The user has read that a load failed, and does not try again.
  func giveUp() {
    if hasFailed { ticking?.cancel() }
    hasFailed = false
  }

  private func start(_ part: @escaping @MainActor () async throws -> Void) -> Task<Void, Never> {
    Task {
      do {
        try await part()
      } catch let failure as RankingFailure where !Task.isCancelled {
        hasFailed = true
        onFailure(failure)
      } catch {}
    }
  }

  /// Shows new rows. A row that was there keeps its total until the new one comes.
  private func show(_ people: [RankedPerson]) {
    let before = self.people
    var people = people
    for index in people.indices.prefix(before.count) { people[index].total = before[index].total }
    self.people = people
    isListed = true
    showTotals()
  }

  private func showTotals() {
    guard isListed, let totals else { return }
    for (index, total) in zip(people.indices, totals) { people[index].total = total }
  }

  /// Counts the totals that are numbers.
  private func tick() {
    for index in people.indices {
      guard let total = people[index].total.flatMap({ Int($0) }), total < .max else { continue }
      people[index].total = String(total + 1)
    }
  }
}
