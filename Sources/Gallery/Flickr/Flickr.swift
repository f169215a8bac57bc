import ViewModels

/// The search of seed 004, as it should have been: navigation follows the query that is shown, the history is unique and
/// fresh, and each of Flickr's answers has its light.
enum Flickr: ViewModel {
  struct Model: Sendable {
    var searchText = ""
    /// What the answer under way is for.
    var query = ""
    /// Why Flickr itself said no to the last search.
    var refusal: String?
    var executing = false
    var previousSearches: [Ref<FlickrHistory>] = []
    var isValid: Bool { FlickrLaws.isWorthSearching(searchText) }
    var canSearch: Bool { isValid && !executing }
    var historyCount: Int { previousSearches.count }
  }

  static let searchText = Field(
    "searchText", \Model.searchText, samples: ["cats": "cats", "short": "cat", "blank": "    ", "cat": "猫"])
  static let query = Field("query", \Model.query, samples: ["cats": "cats"])
  static let refusal = Field("refusal", \Model.refusal, samples: ["disabled": FlickrAPI.disabled])
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
  static let hasFailed = Guard<Model>("Flickr says no", reads: [refusal]) { $0.refusal != nil }
  static let search = FlickrAPI.search(timeout: .request)

  static let logValid = Handler("logValid") { (turn, isValid, _: Ref<Flickr>) in
    turn.log("search text is valid \(isValid == true ? 1 : 0)")
  }
  static let watchValid = Wiring("watchValid") { (me: Ref<Flickr>) in
    me.values(isValid).distinct().subscribe(next: logValid(me))
  }

  static let definition = Definition<Flickr>(
    Model(), fields: [searchText, query, refusal, executing, isValid, canSearch, previousSearches, historyCount],
    inputs: [execute, dismissed, pushUnknown], subjects: [success, fail, error, keyboardDown, push],
    properties: FlickrLaws.all(searchText, query, success, push, previousSearches, executing)
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
        On(search.succeeded, to: "answered") { me, answer in
          me[refusal] = answer.failure
          if answer.failure == nil { me.show(answer) }
        }
        On(search.failed, to: .failed) { $0.emit(fail, $1) }
        On(search.error, to: .error) { $0.emit(error, "There was a problem reaching Flickr: \($1)") }
      }
      State("answered") {
        Always(to: .failed, when: hasFailed) { $0.emit(fail, $0[refusal] ?? "") }
        Always(to: .succeeded)
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

  static let screen = FlickrScreen.screen(of: Flickr.self, execute, canSearch, executing, previousSearches) {
    TextField(searchText, FlickrScreen.prompt)
    EndEditing(on: keyboardDown)
    Push(FlickrResults.self, titled: FlickrResults.page.title, on: push)
    Alert("Search Failed", on: fail, ["OK"], dismissed)
    Alert("Connection Error", on: error, ["OK"], dismissed)
  }
}

extension Handle where V == Flickr {
  /// Shows the results while they are what the user asks for, and notes the search.
  fileprivate func show(_ answer: FlickrAnswer) {
    let query = self[Flickr.query]
    if query.utf8.elementsEqual(self[Flickr.searchText].utf8) {
      let results = make(FlickrResults.self, at: "results")
      self[results, FlickrResults.page.title] = query
      self[results, FlickrResults.page.searchResults] = answer.photos.map { photo in
        make(FlickrItem.self) { item in
          self[item, FlickrItem.identifier] = photo.identifier
          self[item, FlickrItem.title] = photo.title
          self[item, FlickrItem.url] = photo.url
        }
      }
      emit(Flickr.push, results.value)
    }
    remember(query, answer)
    emit(Flickr.success, answer.description(of: query))
  }

  /// Puts a search in front of the history; one for the same text goes.
  private func remember(_ text: String, _ answer: FlickrAnswer) {
    let entry = makeEntry(text, answer)
    let others = self[Flickr.previousSearches].filter { !self[$0, FlickrHistory.text].utf8.elementsEqual(text.utf8) }
    self[Flickr.previousSearches] = Array(([entry] + others).prefix(FlickrHistory.limit))
  }
}
