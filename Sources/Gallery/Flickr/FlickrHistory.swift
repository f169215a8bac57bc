import ViewModels

/// A search that was made before: a row of the first page.
enum FlickrHistory: ViewModel {
  struct Model: Hashable, Sendable {
    var text = ""
    var total = 0
    var thumbnail: String?
    /// Which string object it was; the original compares these, not the texts.
    var identity = 0
    var totalText: String { total.grouped }
  }

  static let text = Field("text", \Model.text, samples: ["cats": "cats", "dogs": "dogs"])
  static let total = Field("total", \Model.total, samples: ["three": 3])
  static let totalText = Field("totalText", \Model.totalText, from: [total])
  static let thumbnail = Field("thumbnail", \Model.thumbnail, samples: ["url": "http://static.flickr.com/1.jpg"])
  static let identity = Field("identity", \Model.identity, samples: ["first": 1])
  static let definition = Definition<FlickrHistory>(Model(), fields: [text, total, totalText, thumbnail, identity]) {}

  /// How many are kept.
  static let limit = 10
}
