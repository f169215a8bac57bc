import Observation

/// What the photo search asks.
protocol FlickrSearching: Sendable {
  func photos(for text: String) async throws -> FoundPhotos
}

struct FoundPhotos: Sendable {
  struct Photo: Sendable {
    var title: String
    var url: String
  }

  var total: Int
  var photos: [Photo]
}

enum FlickrFailure: Error {
  case refused(String)
  case unreachable(String)
}

/// A search that was made before: a row of the page.
@MainActor final class PreviousSearch {
  let text: String
  let total: Int
  let thumbnail: String?
  var totalText: String { total.grouped }

  init(text: String, total: Int, thumbnail: String?) {
    (self.text, self.total, self.thumbnail) = (text, total, thumbnail)
  }
}

/// The photo search of seed 004 as a class.
@MainActor @Observable final class FlickrViewModel {
  static let historyLimit = 10

  var searchText = ""
  private(set) var isSearching = false
  private(set) var history: [PreviousSearch] = []
  var isValid: Bool { searchText.isWorthSearching }
  var canSearch: Bool { isValid && !isSearching }
  private let api: any FlickrSearching
  private let onResults: (String, FoundPhotos) -> Void
  private let onRefused: (String) -> Void
  private let onUnreachable: (String) -> Void

  init(
    api: any FlickrSearching, onResults: @escaping (String, FoundPhotos) -> Void,
    onRefused: @escaping (String) -> Void, onUnreachable: @escaping (String) -> Void
  ) {
    (self.api, self.onResults) = (api, onResults)
    (self.onRefused, self.onUnreachable) = (onRefused, onUnreachable)
  }

  func search() {
    guard canSearch else { return }
    isSearching = true
    Task { [text = searchText] in
      do {
        let found = try await api.photos(for: text)
        isSearching = false
        // The user may have typed something else.
        if text == searchText { onResults(text, found) }
        remember(text, found)
      } catch {
        isSearching = false
        switch error as? FlickrFailure {
        case .refused(let reason): onRefused(reason)
        case .unreachable(let message): onUnreachable("There was a problem reaching Flickr: \(message)")
        case nil: break
        }
      }
    }
  }

  private func remember(_ text: String, _ found: FoundPhotos) {
    let entry = PreviousSearch(text: text, total: found.total, thumbnail: found.photos.first?.url)
    history = Array(([entry] + history.filter { $0.text != text }).prefix(Self.historyLimit))
  }
}
