import Observation

/// What the ranking asks.
protocol RankingAPI: Sendable {
  func list(_ count: Int) async throws -> [RankingRecord]
  func totals(_ count: Int) async throws -> [String]
}

struct RankingRecord: Sendable {
  var number: String
  var name: String
  var score: String
}

enum RankingFailure: Error {
  case refused(String)
  case unreachable(String)
}

/// A row of the ranking. Its total comes later.
@MainActor @Observable final class RankedPerson {
  let number: String
  let name: String
  let score: String
  fileprivate(set) var total: String?

  init(_ record: RankingRecord, total: String?) {
    (number, name, score) = (record.number, record.name, record.score)
    self.total = total
  }
}

/// The home page of seed 000 as a class: rows and totals are loaded side by side, and the totals are counted up.
@MainActor @Observable final class HomeViewModel {
  private(set) var people: [RankedPerson] = []
  private let api: any RankingAPI
  private let onRefused: (String) -> Void
  private let onUnreachable: (String) -> Void
  @ObservationIgnored private var listing: Task<Void, Never>?
  @ObservationIgnored private var counting: Task<Void, Never>?
  @ObservationIgnored private var ticking: Task<Void, Never>?
  /// The totals of this load, and whether its rows are shown.
  @ObservationIgnored private var totals: [String]?
  @ObservationIgnored private var isListed = false
  @ObservationIgnored private var hasFailed = false

  init(
    api: any RankingAPI, onRefused: @escaping (String) -> Void, onUnreachable: @escaping (String) -> Void
  ) {
    (self.api, self.onRefused, self.onUnreachable) = (api, onRefused, onUnreachable)
    load()
  }

  func load() {
    stop()
    (totals, isListed, hasFailed) = (nil, false, false)
    listing = start { [self] in
      let records = try await api.list(40)
      try Task.checkCancellation()
      show(records)
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
        switch failure {
        case .refused(let reason): onRefused(reason)
        case .unreachable(let message): onUnreachable(message)
        }
      } catch {}
    }
  }

  /// Shows new rows. A row that was there keeps its total until the new one comes.
  private func show(_ records: [RankingRecord]) {
    people = records.enumerated().map { index, record in
      RankedPerson(record, total: people.indices.contains(index) ? people[index].total : nil)
    }
    isListed = true
    showTotals()
  }

  private func showTotals() {
    guard isListed, let totals else { return }
    for (person, total) in zip(people, totals) { person.total = total }
  }

  /// Counts the totals that are numbers.
  private func tick() {
    for person in people {
      guard let total = person.total.flatMap({ Int($0) }), total < .max else { continue }
      person.total = String(total + 1)
    }
  }
}
