import ViewModels

struct FlickrHistory: ViewModel {
  struct Model: ModelType, Hashable {
    var text = ""
    var total = 0
    var thumbnail: String?
    /// Identifies the string object; the original compares objects, not texts.
    var identity = 0
    var totalText: String { total.grouped }
  }

  static let limit = 10

  let text = Field(\.text, samples: ["cats": "cats", "dogs": "dogs"])
  let total = Field(\.total, samples: ["three": 3])
  let totalText = Field(\.totalText, from: \.total)
  let thumbnail = Field(\.thumbnail, samples: ["url": "http://static.flickr.com/1.jpg"])
  let identity = Field(\.identity, samples: ["first": 1])
}

extension Handle {
  func makeEntry(_ text: String, _ answer: FlickrAnswer, identity: Int = 0) -> Ref<FlickrHistory> {
    make(FlickrHistory.self) { entry in
      entry.text = text
      entry.total = answer.total
      entry.thumbnail = answer.photos.first?.url
      entry.identity = identity
    }
  }
}
