import Adapters
import ViewModels

@MainActor struct FlickrAdapter: Adapter {
  let searchText = Field(\.searchText, samples: ["cats": "cats", "short": "cat", "blank": "    ", "cat": "猫"])
  let executing = Field(\.isSearching)
  let isValid = Field(\.isValid)
  let canSearch = Field(\.canSearch)
  let previousSearches = Rows<PreviousSearchAdapter>(\.history)
  let historyCount = Field(\.history.count)
  let execute = Input { $0.search() }
  let search = Service<String, FlickrAnswer>(
    after: .seconds(1), timeout: .request, samples: FlickrAnswer.samples,
    fails: { FlickrFailure.refused($0) }, breaks: { FlickrFailure.unreachable($0) }
  ) { _ in .ok(FlickrAnswer(photos: 3, total: 3)) }
  let found = Subject<String>()
  let fail = Subject<String>()
  let error = Subject<String>()

  func make(_ world: World<Self>) -> FlickrViewModel {
    FlickrViewModel(
      api: AskedFlickr { try await world.ask(search, $0) }, onResults: { text, _ in world.send(found, text) },
      onRefused: { world.send(fail, $0) }, onUnreachable: { world.send(error, $0) })
  }

  var screen: Screen {
    Screen("Flickr Search") {
      TextField(searchText, "Search")
      Button(execute, "Go", enabled: canSearch)
      List(previousSearches, "Previous searches") { row in
        Label(row.text, "")
        Label(row.totalText, "total")
        Label(row.thumbnail, "")
      }
      HUD("Loading", while: executing, covers: false)
      Push(Page("results", title: "Results"), on: found)
      Alert("Search Failed", on: fail, ["OK"])
      Alert("Connection Error", on: error, ["OK"])
    }
  }
}

@MainActor struct PreviousSearchAdapter: RowAdapter {
  typealias Object = PreviousSearch
  let text = Field(\.text)
  let total = Field(\.total)
  let totalText = Field(\.totalText)
  let thumbnail = Field(\.thumbnail)
}

private struct AskedFlickr: FlickrSearching {
  let ask: @Sendable (String) async throws -> FlickrAnswer

  func photos(for text: String) async throws -> FoundPhotos {
    let answer = try await ask(text)
    if let failure = answer.failure { throw FlickrFailure.refused(failure) }
    return FoundPhotos(total: answer.total, photos: answer.photos.map { .init(title: $0.title, url: $0.url) })
  }
}
