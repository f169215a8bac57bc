import ViewModels

/// The results page of the original.
enum FlickrOriginalResults: ViewModel {
  struct Model: Sendable {
    var title = ""
    var searchResults: [Ref<FlickrOriginalItem>] = []
  }

  static let title = Field("title", \Model.title, samples: ["cats": "cats"])
  static let searchResults = Field("searchResults", \Model.searchResults)

  static let definition = Definition<FlickrOriginalResults>(
    Model(), name: "FlickrResults", fields: [title, searchResults]
  ) {
    Uses(FlickrOriginalItem.self)
  }

  static let screen = Screen("") {
    List(searchResults, "Results") {
      FlickrOriginalItem.Label(FlickrOriginalItem.title, "")
      FlickrOriginalItem.Label(FlickrOriginalItem.favourites, "favourites")
      FlickrOriginalItem.Label(FlickrOriginalItem.comments, "comments")
      FlickrOriginalItem.Button(FlickrOriginalItem.appear, "appear")
      FlickrOriginalItem.Button(FlickrOriginalItem.disappear, "disappear")
    }
  }
}

/// One photo of the original's list, as it was wired.
///
/// Every assignment of `isVisible` starts a second's delay (HZ-J5), until the first one that says no: then the item never
/// fetches again (HZ-J1). What goes wrong with the metadata is dropped (HZ-J11).
enum FlickrOriginalItem: ViewModel {
  struct Model: Sendable {
    var identifier = ""
    var title = ""
    var url = ""
    var isVisible = false
    var favourites: Int?
    var comments: Int?
    var problem: String?
    var service: Weak<FlickrService>?
  }

  static let identifier = Field("id", \Model.identifier, samples: ["first": "p1"])
  static let title = Field("title", \Model.title, samples: ["photo": "photo 1"])
  static let url = Field("url", \Model.url, samples: ["url": "http://static.flickr.com/1.jpg"])
  static let isVisible = Field("isVisible", \Model.isVisible)
  static let favourites = Field("favourites", \Model.favourites, samples: ["twelve": 12])
  static let comments = Field("comments", \Model.comments, samples: ["five": 5])
  /// Always nil: the original has nothing to say.
  static let problem = Field("problem", \Model.problem, samples: ["silent": "请求超时"])
  static let service = Field("service", \Model.service)
  static let appear = Input<Void>("appear")
  static let disappear = Input<Void>("disappear")
  static let fetch = Subject<String>("fetch")

  static let fetchMetadata = Handler("fetchMetadata") { (turn, _, me: Ref<FlickrOriginalItem>) in
    let item = turn.handle(of: me)
    item.emit(fetch, item[identifier])
    guard let service = item[service]?.ref else { return }
    let metadata = item.make(FlickrMetadata.self, at: "metadata")
    item[metadata, FlickrMetadata.item] = me
    turn.handle(of: service).call(.favorites, item[identifier], for: metadata.value)
    turn.handle(of: service).call(.info, item[identifier], for: metadata.value)
  }
  static let watchVisible = Wiring("watchVisible") { (me: Ref<FlickrOriginalItem>) in
    let hidden = me.values(isVisible).skip(1).filter { !$0 }
    return me.values(isVisible).skip(1).filter { $0 }.delay(.seconds(1)).take(until: hidden)
      .subscribe(next: fetchMetadata(me))
  }

  static let definition = Definition<FlickrOriginalItem>(
    Model(), name: "FlickrItem",
    fields: [identifier, title, url, isVisible, favourites, comments, problem, service], inputs: [appear, disappear],
    subjects: [fetch], properties: FlickrLaws.item(isVisible, favourites, problem, fetch)
  ) {
    Uses(FlickrMetadata.self)
    Uses(fetchMetadata, watchVisible)
    SetUp { $0.start(watchVisible, $0.me) }
    Region("cell") {
      On(appear) { me, _ in me[isVisible] = true }
      On(disappear) { me, _ in me[isVisible] = false }
      State(.idle)
    }
  }
}

/// The latest of both numbers, once each has come; an error of either ends it.
enum FlickrMetadata: ViewModel {
  struct Model: Sendable {
    var item = Ref<FlickrOriginalItem>(InstanceID(0))
    var favourites: Int?
    var comments: Int?
  }

  static let item = Field("item", \Model.item)
  static let favourites = Field("favourites", \Model.favourites)
  static let comments = Field("comments", \Model.comments)
  static let favouritesAnswered = Input<Value>("answered.favorites")
  static let commentsAnswered = Input<Value>("answered.info")
  static let broke = Input<String>("broke")
  static let hasBoth = Guard<Model>("both numbers are there", reads: [favourites, comments]) {
    $0.favourites != nil && $0.comments != nil
  }

  static let definition = Definition<FlickrMetadata>(
    Model(), name: "metadata", fields: [item, favourites, comments], isView: true
  ) {
    Region("metadata") {
      State(.executing) {
        On(favouritesAnswered) { $0[favourites] = Int($1) ?? 0 }
        On(commentsAnswered) { $0[comments] = Int($1) ?? 0 }
        On(broke, to: .error)
        Always(to: .succeeded, when: hasBoth) { me in
          me[me[item], FlickrOriginalItem.favourites] = me[favourites]
          me[me[item], FlickrOriginalItem.comments] = me[comments]
        }
      }
      State(.succeeded)
      State(.error)
    }
  }
}
