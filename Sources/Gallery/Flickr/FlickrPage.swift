import ViewModels

/// The search page as written. Bugs: texts checked only by length (HZ-J12), results for an old text (HZ-J8), a
/// history of string objects that is never refreshed (HZ-J7), weak services (HZ-J9), a crash when an object without
/// a page is pushed (HZ-J10).
struct FlickrPage<Version: FlickrVersion>: FlickrSearch {
  struct Model: ModelType {
    var searchText: String?
    var query = ""
    var executing = false
    /// The tutorial's dummy service completes after two seconds without a value.
    var usesDummy = false
    var delegate: Ref<FlickrService>?
    var previousSearches: [Ref<FlickrHistory>] = []
    var isValid: Bool { searchText?.utf16.count ?? 0 > 3 }
    var canSearch: Bool { isValid && !executing }
    var historyCount: Int { previousSearches.count }
  }

  static var templateName: String { "Flickr" }

  let searchText = Field(
    \.searchText, samples: ["cats": "cats", "short": "cat", "blank": "    ", "cat": "猫"])
  let query = Field(\.query, samples: ["cats": "cats"])
  let executing = Field(\.executing)
  let usesDummy = Field(\.usesDummy)
  let isValid = Field(\.isValid, from: \.searchText)
  let canSearch = Field(\.canSearch, from: \.searchText, \.executing)
  let previousSearches = Field(\.previousSearches)
  let historyCount = Field(\.historyCount, from: \.previousSearches)
  let view = Child<FlickrView>()
  let execute = Input()
  let dismissed = Input()
  let pushUnknown = Input()
  let releaseServices = Input()
  let completed = Event<Void>()
  let success = Subject<String>()
  let error = Subject<String>()
  let keyboardDown = Subject<Void>()
  let push = Subject<Value>()
  let isValidText = Guard("the text is longer than 3", \.isValid, reads: \.searchText)
  let outcome = FlickrOutcome<Self>()

  let runDummy = Wiring { me in
    Signal<Value>.empty.logAll().delay(.seconds(2)).logAll().subscribe(
      me, completed: { $0.raise(FlickrPage.completed) })
  }

  var chart: Chart {
    Uses(FlickrOriginalResults.self)
    Accepts("unreachable-state", at: "executeSearch.failed", because: "as written, it has only transport failures")
    Observe(searchText) { me, _ in me[view].textIdentity &+= 1 }
    SetUp { me in
      let service = me.make(FlickrService.self, at: "service")
      me[service].isFirst = Version.isFirst
      me.delegate = service
    }
    logsValidity
    Wire("takeText", view) { me, view in
      view.text(\.searchText, edited: \.searchEdited).map(Optional.some).assign(to: me, \.searchText)
    }
    Region("executeSearch") {
      On(pushUnknown) { $0.emit(push, $0.delegate?.value ?? .null) }
      On(releaseServices) { $0.delegate = nil }
      On(outcome.answered) { show($0, FlickrAnswer($1)) }
      On(dismissed)
      On(execute)  // not enabled: an error that nobody subscribed to
      State(.idle) { On(execute, to: .executing, when: isValidText) }
      State(.executing) {
        OnEntry(ask)
        OnExit { $0.executing = false }
        On(execute)
        On(completed, to: .succeeded)
        On(outcome.broke, to: .error) { $0.emit(error, "There was a problem reaching Flickr.") }
      }
      State(.succeeded) { On(execute, to: .executing, when: isValidText) }
      State(.failed)
      State(.error) {
        On(execute, to: .executing, when: isValidText)
        On(dismissed, to: .idle)
      }
    }
  }

  var screen: Screen {
    Screen("Flickr Search") {
      TextField(searchText, "Search", text: view.searchText, edited: view.searchEdited)
      search
      EndEditing(on: keyboardDown)
      Push(titled: \FlickrOriginalResults.page.title, on: push)
      Alert("Connection Error", on: error, ["OK"], dismissed)
    }
  }

  private func ask(_ me: borrowing Me) {
    me.query = me.searchText ?? ""
    me[view].queryIdentity = me[view].textIdentity
    me.executing = true
    me.emit(keyboardDown)
    if me.usesDummy {
      me.start(runDummy)
    } else if let delegate = me.delegate {
      me[delegate].call(.search, me.query, for: me.ref.value)
    } else {
      me.crash("the signal of the command is nil")
    }
  }

  private func show(_ me: borrowing Me, _ answer: FlickrAnswer) {
    if let failure = answer.failure { return me.raise(outcome.broke, failure) }
    let results = me[me.make(FlickrOriginalResults.self, at: "results")]
    let delegate = Weak(me.delegate)
    results.title = me.query
    results.searchResults = answer.photos.map { photo in
      me.make(FlickrOriginalItem.self) { item in
        item.identifier = photo.identifier
        item.title = photo.title
        item.url = photo.url
        item.delegate = delegate
      }
    }
    me.emit(push, results.ref.value)
    remember(me, answer)
    me.emit(success, answer.description(of: me.query))
    me.raise(completed)
  }

  private func remember(_ me: borrowing Me, _ answer: FlickrAnswer) {
    let history = me.previousSearches
    let identity = me[view].queryIdentity
    if let known = history.first(where: { me[$0].identity == identity }) {
      me.previousSearches = [known] + history.filter { $0 != known }
      return
    }
    let entry = me.makeEntry(me.query, answer, identity: identity)
    me.previousSearches = Array(([entry] + history).prefix(FlickrHistory.limit))
  }
}
