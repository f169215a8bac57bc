import ViewModels

/// A photo that requests its numbers once, after a second of visibility.
struct FlickrItem: FlickrPhotoItem {
  struct Model: FlickrPhotoModel, Hashable {
    var identifier = ""
    var title = ""
    var url = ""
    var isVisible = false
    var favourites: Int?
    var comments: Int?
    var problem: String?
  }

  let identifier = Field(\.identifier, named: "id", samples: ["first": "p1"])
  let title = Field(\.title, samples: ["photo": "photo 1"])
  let url = Field(\.url, samples: ["url": "http://static.flickr.com/1.jpg"])
  let isVisible = Field(\.isVisible)
  let favourites = Field(\.favourites, samples: ["twelve": 12])
  let comments = Field(\.comments, samples: ["five": 5])
  let problem = Field(\.problem, samples: ["silent": "请求超时"])
  let appear = Input()
  let disappear = Input()
  let leave = Input()
  let fetch = Subject<String>()
  let hasBoth = Guard("both numbers are there", reads: \.favourites, \.comments) {
    $0.favourites != nil && $0.comments != nil
  }
  let flickr = FlickrAPI<Self>(timeout: .request)

  var chart: Chart {
    Region("metadata") {
      On(appear) { $0.isVisible = true }
      On(disappear) { $0.isVisible = false }
      State(.idle) { On(appear, to: "waiting") { $0.isVisible = true } }
      State("waiting") {
        On(disappear, to: .idle) { $0.isVisible = false }
        On(leave, to: .idle) { $0.isVisible = false }
        After(.seconds(1), to: .executing)
      }
      State(.executing) {
        OnEntry { me in
          me.problem = nil
          me.emit(fetch, me.identifier)
        }
        Invoke(flickr.favorites) { $0.identifier }
        Invoke(flickr.info) { $0.identifier }
        On(flickr.favorites.succeeded) { $0.favourites = $1 }
        On(flickr.info.succeeded) { $0.comments = $1 }
        On(flickr.favorites.failed, to: .failed) { $0.problem = $1 }
        On(flickr.info.failed, to: .failed) { $0.problem = $1 }
        On(flickr.favorites.error, to: .error) { $0.problem = $1 }
        On(flickr.info.error, to: .error) { $0.problem = $1 }
        On(leave, to: .idle) { $0.isVisible = false }
        Always(to: .succeeded, when: hasBoth)
      }
      State(.succeeded)
      State(.failed) { On(appear, to: "waiting") { $0.isVisible = true } }
      State(.error) { On(appear, to: "waiting") { $0.isVisible = true } }
    }
  }

  static func shown(_ number: Signal<Int?>, until next: Signal<Weak<FlickrItem>?>) -> Signal<Int?> {
    number.take(until: next)
  }
}
