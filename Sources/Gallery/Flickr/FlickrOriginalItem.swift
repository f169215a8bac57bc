import ViewModels

/// A photo as written. Each appearance starts a delay (HZ-J5) until the first disappearance, after which it never
/// fetches (HZ-J1). Errors are ignored (HZ-J11).
struct FlickrOriginalItem: FlickrPhotoItem {
  struct Model: FlickrPhotoModel {
    var identifier = ""
    var title = ""
    var url = ""
    var isVisible = false
    var favourites: Int?
    var comments: Int?
    var problem: String?
    var delegate: Weak<FlickrService>?
  }

  static let templateName = "FlickrItem"

  let identifier = Field(\.identifier, named: "id", samples: ["first": "p1"])
  let title = Field(\.title, samples: ["photo": "photo 1"])
  let url = Field(\.url, samples: ["url": "http://static.flickr.com/1.jpg"])
  let isVisible = Field(\.isVisible)
  let favourites = Field(\.favourites, samples: ["twelve": 12])
  let comments = Field(\.comments, samples: ["five": 5])
  let problem = Field(\.problem, samples: ["silent": "请求超时"])
  let appear = Input()
  let disappear = Input()
  let fetch = Subject<String>()

  var chart: Chart {
    Uses(FlickrMetadata.self)
    Wire("watchVisible") { me in
      let hidden = me.values(\.isVisible).skip(1).filter { !$0 }
      return me.values(\.isVisible).skip(1).filter { $0 }.delay(.seconds(1)).take(until: hidden)
        .subscribe(me) { me, _ in fetchMetadata(me) }
    }
    Region("cell") {
      On(appear) { $0.isVisible = true }
      On(disappear) { $0.isVisible = false }
      State(.idle)
    }
  }

  private func fetchMetadata(_ me: borrowing Me) {
    me.emit(fetch, me.identifier)
    guard let delegate = me.delegate?.ref else { return }
    let metadata = me[me.make(FlickrMetadata.self, at: "metadata")]
    metadata.item = me.ref
    me[delegate].call(.favorites, me.identifier, for: metadata.ref.value)
    me[delegate].call(.info, me.identifier, for: metadata.ref.value)
  }

  /// Never ends, so photos shown earlier still write the labels (HZ-J6).
  static func shown(_ number: Signal<Int?>, until _: Signal<Weak<FlickrOriginalItem>?>) -> Signal<Int?> { number }
}
