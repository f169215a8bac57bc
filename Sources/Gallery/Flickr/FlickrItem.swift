import ViewModels

/// One photo in the list: when it has been seen for a second, its favourites and comments are asked for, once. When its page
/// is left it waits for nothing any more.
enum FlickrItem: ViewModel {
  struct Model: Hashable, Sendable {
    var identifier = ""
    var title = ""
    var url = ""
    var isVisible = false
    var favourites: Int?
    var comments: Int?
    /// Why there are none.
    var problem: String?
  }

  static let identifier = Field("id", \Model.identifier, samples: ["first": "p1"])
  static let title = Field("title", \Model.title, samples: ["photo": "photo 1"])
  static let url = Field("url", \Model.url, samples: ["url": "http://static.flickr.com/1.jpg"])
  static let isVisible = Field("isVisible", \Model.isVisible)
  static let favourites = Field("favourites", \Model.favourites, samples: ["twelve": 12])
  static let comments = Field("comments", \Model.comments, samples: ["five": 5])
  static let problem = Field("problem", \Model.problem, samples: ["silent": "请求超时"])
  static let appear = Input<Void>("appear")
  static let disappear = Input<Void>("disappear")
  static let leave = Input<Void>("leave")
  static let fetch = Subject<String>("fetch")
  static let hasBoth = Guard<Model>("both numbers are there", reads: [favourites, comments]) {
    $0.favourites != nil && $0.comments != nil
  }
  static let isSeen = Guard<Model>("it is visible", reads: [isVisible]) { $0.isVisible }
  static let favorites = FlickrAPI.favorites(timeout: .request)
  static let info = FlickrAPI.info(timeout: .request)

  static let definition = Definition<FlickrItem>(
    Model(), fields: [identifier, title, url, isVisible, favourites, comments, problem],
    inputs: [appear, disappear, leave], subjects: [fetch],
    properties: FlickrLaws.item(isVisible, favourites, problem, fetch)
  ) {
    Region("metadata") {
      On(appear) { me, _ in me[isVisible] = true }
      On(disappear) { me, _ in me[isVisible] = false }
      State(.idle) {
        On(appear, to: "waiting") { me, _ in me[isVisible] = true }
      }
      State("waiting") {
        On(disappear, to: .idle) { me, _ in me[isVisible] = false }
        On(leave, to: .idle) { me, _ in me[isVisible] = false }
        After(.seconds(1), to: .executing)
      }
      State(.executing) {
        OnEntry { me in
          me[problem] = nil
          me.emit(fetch, me[identifier])
        }
        Invoke(favorites) { $0.identifier }
        Invoke(info) { $0.identifier }
        On(favorites.succeeded) { $0[favourites] = $1 }
        On(info.succeeded) { $0[comments] = $1 }
        On(favorites.failed, to: .failed) { $0[problem] = $1 }
        On(info.failed, to: .failed) { $0[problem] = $1 }
        On(favorites.error, to: .error) { $0[problem] = $1 }
        On(info.error, to: .error) { $0[problem] = $1 }
        On(leave, to: .idle) { me, _ in me[isVisible] = false }
        Always(to: .succeeded, when: hasBoth)
      }
      State(.succeeded)
      State(.failed) { On(appear, to: "waiting") { me, _ in me[isVisible] = true } }
      State(.error) { On(appear, to: "waiting") { me, _ in me[isVisible] = true } }
    }
  }
}
