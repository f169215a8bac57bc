import ViewModels

struct FlickrAPI<Owner: ViewModel>: TokenGroup {
  let search: Service<String, FlickrAnswer>
  let favorites: Service<String, Int>
  let info: Service<String, Int>

  init(timeout: Timeout?) {
    search = .init(after: .seconds(1), timeout: timeout, samples: FlickrAnswer.samples) { _ in
      .ok(FlickrAnswer(photos: 3, total: 3))
    }
    favorites = .init(after: .milliseconds(300), timeout: timeout, samples: ["twelve": 12]) { _ in .ok(12) }
    info = .init(after: .milliseconds(300), timeout: timeout, samples: ["five": 5]) { _ in .ok(5) }
  }
}

/// The events by which an original's request reports to its owner.
struct FlickrOutcome<Owner: ViewModel>: TokenGroup {
  let answered = Event<Value>()
  let favorites = Event<Value>("answered.favorites")
  let info = Event<Value>("answered.info")
  let broke = Event<String>()

  func answer(to method: FlickrCall.Method?) -> Event<Value> {
    switch method {
    case .favorites: favorites
    case .info: info
    case .search, nil: answered
    }
  }
}
