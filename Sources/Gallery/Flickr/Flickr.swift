import ViewModels

/// The search of seed 004, as it should have been: navigation follows the query that is shown, the history is unique and
/// fresh, and each of Flickr's answers has its light.
enum Flickr: ViewModel {
  struct Model: Sendable {
    var searchText = ""
    /// What the answer under way is for.
    var query = ""
    var answer = FlickrAnswer(.null)
    var executing = false
    var previousSearches: [Ref<FlickrHistory>] = []
    var isValid: Bool { FlickrLaws.isWorthSearching(searchText) }
    var canSearch: Bool { isValid && !executing }
    var historyCount: Int { previousSearches.count }
  }

  static let searchText = Field(
    "searchText", \Model.searchText, samples: ["cats": "cats", "short": "cat", "blank": "    ", "cat": "猫"])
  static let query = Field("query", \Model.query, samples: ["cats": "cats"])
  static let answer = Field("answer", \Model.answer)
  static let executing = Field("executing", \Model.executing)
  static let isValid = Field("isValid", \Model.isValid, from: [searchText])
  static let canSearch = Field("canSearch", \Model.canSearch, from: [searchText, executing])
  static let previousSearches = Field("previousSearches", \Model.previousSearches)
  static let historyCount = Field("historyCount", \Model.historyCount, from: [previousSearches])
  static let execute = Input<Void>("execute")
  static let dismissed = Input<Void>("dismissed")
  static let pushUnknown = Input<Void>("pushUnknown")
  static let success = Subject<String>("success")
  static let fail = Subject<String>("fail")
  static let error = Subject<String>("error")
  static let keyboardDown = Subject<Void>("keyboardDown")
  static let push = Subject<Value>("push")
  static let isWorthSearching = Guard<Model>("the text is worth a search", reads: [searchText]) { $0.isValid }
  static let hasFailed = Guard<Model>("Flickr says no", reads: [answer]) { $0.answer.failure != nil }
  static let search = FlickrAPI.search(timeout: .request)

  static let logValid = Handler("logValid") { (turn, isValid, _: Ref<Flickr>) in
    turn.log("search text is valid \(isValid == true ? 1 : 0)")
  }
  static let watchValid = Wiring("watchValid") { (me: Ref<Flickr>) in
    me.values(isValid).distinct().subscribe(next: logValid(me))
  }

  static let definition = Definition<Flickr>(
    Model(), fields: [searchText, query, answer, executing, isValid, canSearch, previousSearches, historyCount],
    inputs: [execute, dismissed, pushUnknown], subjects: [success, fail, error, keyboardDown, push],
    properties: FlickrLaws.all(searchText, query, push, previousSearches, executing)
  ) {
    Uses(FlickrResults.self)
    Uses(FlickrHistory.self)
    Uses(logValid, watchValid)
    SetUp { $0.start(watchValid, $0.me) }
    Region("executeSearch") {
      On(pushUnknown) { me, _ in me.emit(error, "an unknown ViewModel was pushed!") }
      State(.idle) { On(execute, to: .validating) }
      State(.validating) {
        Always(to: .executing, when: isWorthSearching)
        Always(to: .idle)
      }
      State(.executing) {
        OnEntry { me in
          me[query] = me[searchText]
          me[executing] = true
          me.emit(keyboardDown)
        }
        OnExit { $0[executing] = false }
        Invoke(search) { $0.query }
        On(search.succeeded, to: "answered") { $0[answer] = $1 }
        On(search.failed, to: .failed) { $0.emit(fail, $1) }
        On(search.error, to: .error) { $0.emit(error, $1) }
      }
      State("answered") {
        Always(to: .failed, when: hasFailed) { $0.emit(fail, $0[answer].failure ?? "") }
        Always(to: .succeeded) { $0.show() }
      }
      State(.succeeded) { On(execute, to: .validating) }
      State(.failed) {
        On(execute, to: .validating)
        On(dismissed, to: .idle)
      }
      State(.error) {
        On(execute, to: .validating)
        On(dismissed, to: .idle)
      }
    }
  }

  static let screen = FlickrScreen.screen(of: Flickr.self, searchText, execute, canSearch, executing, previousSearches)
  {
    Push(FlickrResults.self, titled: FlickrResults.title, on: push)
    Alert("Search Failed", on: fail, ["OK"], dismissed)
    Alert("Connection Error", on: error, ["OK"], dismissed)
  }
}

extension Handle where V == Flickr {
  /// Notes the search, and shows its results while they are what the user asks for.
  fileprivate func show() {
    let (query, answer) = (self[Flickr.query], self[Flickr.answer])
    remember(query, answer)
    emit(Flickr.success, query)
    guard query.utf8.elementsEqual(self[Flickr.searchText].utf8) else { return }
    let results = make(FlickrResults.self, at: "results")
    self[results, FlickrResults.title] = query
    self[results, FlickrResults.searchResults] = answer.photos.enumerated().map { index, photo in
      let item = make(FlickrItem.self, at: "results.searchResults[\(index)]")
      self[item, FlickrItem.identifier] = photo.identifier
      self[item, FlickrItem.title] = photo.title
      self[item, FlickrItem.url] = photo.url
      return item
    }
    emit(Flickr.push, results.value)
  }

  /// Puts a search in front of the history; one for the same text goes.
  private func remember(_ text: String, _ answer: FlickrAnswer) {
    let entry = make(FlickrHistory.self, at: "history.\(text)")
    self[entry, FlickrHistory.text] = text
    self[entry, FlickrHistory.total] = answer.total
    self[entry, FlickrHistory.thumbnail] = answer.photos.first?.url
    let others = self[Flickr.previousSearches].filter { !self[$0, FlickrHistory.text].utf8.elementsEqual(text.utf8) }
    self[Flickr.previousSearches] = Array(([entry] + others).prefix(FlickrHistory.limit))
  }
}

/// The page of the results.
enum FlickrResults: ViewModel {
  struct Model: Sendable {
    var title = ""
    var searchResults: [Ref<FlickrItem>] = []
  }

  static let title = Field("title", \Model.title, samples: ["cats": "cats"])
  static let searchResults = Field("searchResults", \Model.searchResults)

  static let definition = Definition<FlickrResults>(Model(), fields: [title, searchResults]) { Uses(FlickrItem.self) }

  static let screen = Screen("") {
    List(searchResults, "Results") {
      FlickrItem.Label(FlickrItem.title, "")
      FlickrItem.Label(FlickrItem.favourites, "favourites")
      FlickrItem.Label(FlickrItem.comments, "comments")
      FlickrItem.Button(FlickrItem.appear, "appear")
      FlickrItem.Button(FlickrItem.disappear, "disappear")
    }
  }
}

/// One photo in the list: when it has been seen for a second, its favourites and comments are asked for, once.
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
  static let fetch = Subject<String>("fetch")
  static let hasBoth = Guard<Model>("both numbers are there", reads: [favourites, comments]) {
    $0.favourites != nil && $0.comments != nil
  }
  static let isSeen = Guard<Model>("it is visible", reads: [isVisible]) { $0.isVisible }
  static let favorites = FlickrAPI.favorites(timeout: .request)
  static let info = FlickrAPI.info(timeout: .request)

  static let definition = Definition<FlickrItem>(
    Model(), fields: [identifier, title, url, isVisible, favourites, comments, problem], inputs: [appear, disappear],
    subjects: [fetch], properties: FlickrLaws.item(isVisible, favourites, problem, fetch)
  ) {
    Region("metadata") {
      On(appear) { me, _ in me[isVisible] = true }
      On(disappear) { me, _ in me[isVisible] = false }
      State(.idle) {
        On(appear, to: "waiting") { me, _ in me[isVisible] = true }
      }
      State("waiting") {
        On(disappear, to: .idle) { me, _ in me[isVisible] = false }
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
        Always(to: .succeeded, when: hasBoth)
      }
      State(.succeeded)
      State(.failed) { On(appear, to: "waiting") { me, _ in me[isVisible] = true } }
      State(.error) { On(appear, to: "waiting") { me, _ in me[isVisible] = true } }
    }
  }
}
