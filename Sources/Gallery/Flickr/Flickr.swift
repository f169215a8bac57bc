import ViewModels

/// The photo search as fixed: it shows results only for the current text and keeps each text once in the history.
struct Flickr: FlickrSearch {
  struct Model: ModelType {
    var searchText = ""
    var query = ""
    var refusal: String?
    var executing = false
    var previousSearches: [Ref<FlickrHistory>] = []
    var isValid: Bool { searchText.isWorthSearching }
    var canSearch: Bool { isValid && !executing }
    var historyCount: Int { previousSearches.count }
  }

  let searchText = Field(
    \.searchText, samples: ["cats": "cats", "short": "cat", "blank": "    ", "cat": "猫"])
  let query = Field(\.query, samples: ["cats": "cats"])
  let refusal = Field(\.refusal, samples: ["disabled": FlickrAnswer.disabled])
  let executing = Field(\.executing)
  let isValid = Field(\.isValid, from: \.searchText)
  let canSearch = Field(\.canSearch, from: \.searchText, \.executing)
  let previousSearches = Field(\.previousSearches)
  let historyCount = Field(\.historyCount, from: \.previousSearches)
  let execute = Input()
  let dismissed = Input()
  let pushUnknown = Input()
  let success = Subject<String>()
  let fail = Subject<String>()
  let error = Subject<String>()
  let keyboardDown = Subject<Void>()
  let push = Subject<Value>()
  let isWorthSearching = Guard("the text is worth a search", \.isValid, reads: \.searchText)
  let hasFailed = Guard("Flickr says no", reads: \.refusal) { $0.refusal != nil }
  let flickr = FlickrAPI<Self>(timeout: .request)

  var chart: Chart {
    logsValidity
    Region("executeSearch") {
      On(pushUnknown) { $0.emit(error, "an unknown ViewModel was pushed!") }
      State(.idle) { On(execute, to: .validating) }
      State(.validating) {
        Always(to: .executing, when: isWorthSearching)
        Always(to: .idle)
      }
      State(.executing) {
        OnEntry { me in
          me.query = me.searchText
          me.executing = true
          me.emit(keyboardDown)
        }
        OnExit { $0.executing = false }
        Invoke(flickr.search) { $0.query }
        On(flickr.search.succeeded, to: "answered") { me, answer in
          me.refusal = answer.failure
          if answer.failure == nil { show(me, answer) }
        }
        On(flickr.search.failed, to: .failed, emit: fail)
        On(flickr.search.error, to: .error) { $0.emit(error, "There was a problem reaching Flickr: \($1)") }
      }
      State("answered") {
        Always(to: .failed, when: hasFailed) { $0.emit(fail, $0.refusal ?? "") }
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

  var screen: Screen {
    Screen("Flickr Search") {
      TextField(searchText, "Search")
      search
      EndEditing(on: keyboardDown)
      Push(titled: \FlickrResults.page.title, on: push)
      Alert("Search Failed", on: fail, ["OK"], dismissed)
      Alert("Connection Error", on: error, ["OK"], dismissed)
    }
  }

  private func show(_ me: borrowing Me, _ answer: FlickrAnswer) {
    let query = me.query
    if query.utf8.elementsEqual(me.searchText.utf8) {
      let results = me[me.make(FlickrResults.self, at: "results")]
      results.title = query
      results.searchResults = answer.photos.map { photo in
        me.make(FlickrItem.self) { item in
          item.identifier = photo.identifier
          item.title = photo.title
          item.url = photo.url
        }
      }
      me.emit(push, results.ref.value)
    }
    remember(me, query, answer)
    me.emit(success, answer.description(of: query))
  }

  private func remember(_ me: borrowing Me, _ text: String, _ answer: FlickrAnswer) {
    let entry = me.makeEntry(text, answer)
    let others = me.previousSearches.filter { !me[$0].text.utf8.elementsEqual(text.utf8) }
    me.previousSearches = Array(([entry] + others).prefix(FlickrHistory.limit))
  }
}
