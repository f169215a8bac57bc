import ViewModels

/// The first page of both versions.
///
/// A text is worth a search by its length alone (HZ-J12). The page navigates whenever an answer comes, whatever the user
/// has typed since (HZ-J8); the history knows a search by its string object, and never refreshes it (HZ-J7); the services
/// are held weakly (HZ-J9); and what has no page crashes when it is pushed (HZ-J10).
struct FlickrPage: Sendable {
  var searchText: String?
  var query = ""
  var executing = false
  var usesDummy = false
  var service: Ref<FlickrService>?
  var view = Ref<FlickrView>(InstanceID(0))
  var previousSearches: [Ref<FlickrHistory>] = []
  var isValid: Bool { searchText?.utf16.count ?? 0 > 3 }
  var canSearch: Bool { isValid && !executing }
  var historyCount: Int { previousSearches.count }

  static let searchText = Field(
    "searchText", \Self.searchText, samples: ["cats": "cats", "short": "cat", "blank": "    ", "cat": "猫"])
  static let query = Field("query", \Self.query, samples: ["cats": "cats"])
  static let executing = Field("executing", \Self.executing)
  /// The dummy service of the tutorial's first steps: it completes after two seconds, and sends nothing.
  static let usesDummy = Field("usesDummy", \Self.usesDummy)
  static let service = Field("service", \Self.service)
  static let view = Field("view", \Self.view)
  static let isValid = Field("isValid", \Self.isValid, from: [searchText])
  static let canSearch = Field("canSearch", \Self.canSearch, from: [searchText, executing])
  static let previousSearches = Field("previousSearches", \Self.previousSearches)
  static let historyCount = Field("historyCount", \Self.historyCount, from: [previousSearches])
  static let execute = Input<Void>("execute")
  static let dismissed = Input<Void>("dismissed")
  static let pushUnknown = Input<Void>("pushUnknown")
  static let releaseServices = Input<Void>("releaseServices")
  static let answered = Input<FlickrAnswer>("answered")
  static let completed = Input<Void>("completed")
  static let broke = Input<String>("broke")
  static let success = Subject<String>("success")
  static let error = Subject<String>("error")
  static let keyboardDown = Subject<Void>("keyboardDown")
  static let push = Subject<Value>("push")
  static let isValidText = Guard<FlickrPage>("the text is longer than 3", reads: [searchText]) { $0.isValid }

  static func definition<V: ViewModel>(of _: V.Type, isFirst: Bool) -> Definition<V> where V.Model == FlickrPage {
    let logValid = Handler("logValid") { (turn, isValid, _: Ref<V>) in
      turn.log("search text is valid \(isValid == true ? 1 : 0)")
    }
    let watchValid = Wiring("watchValid") { (me: Ref<V>) in
      me.values(isValid).distinct().subscribe(next: logValid(me))
    }
    let takeText = Wiring("takeText") { (me: Ref<V>, view: Ref<FlickrView>) in
      view.text(FlickrView.searchText, edited: FlickrView.searchEdited).map(Optional.some).assign(to: me, searchText)
    }
    let endDummy = Handler("endDummy") { (turn, _, me: Ref<V>) in turn.raise(completed.name, for: me.id) }
    let runDummy = Wiring("runDummy") { (me: Ref<V>) in
      Signal<Value>.empty.logAll().delay(.seconds(2)).logAll().subscribe(next: nil, completed: endDummy(me))
    }
    return Definition<V>(
      FlickrPage(), name: "Flickr",
      fields: [
        searchText, query, executing, usesDummy, service, view, isValid, canSearch, previousSearches, historyCount,
      ],
      inputs: [execute, dismissed, pushUnknown, releaseServices], subjects: [success, error, keyboardDown, push],
      properties: FlickrLaws.all(searchText, query, success, push, previousSearches, executing)
    ) {
      V.Uses(FlickrView.self)
      V.Uses(FlickrService.self)
      V.Uses(FlickrHistory.self)
      V.Uses(FlickrOriginalResults.self)
      V.Accepts("unreachable-state", at: "executeSearch.failed", because: "as written, a search only breaks down")
      V.Uses(logValid, watchValid, takeText, endDummy, runDummy)
      V.Observe(searchText) { me, _ in me[me[view], FlickrView.textIdentity] &+= 1 }
      V.SetUp { me in
        let service = me.make(FlickrService.self, at: "service")
        me[service, FlickrService.isFirst] = isFirst
        me[FlickrPage.service] = service
        me[view] = me.make(FlickrView.self, at: "view")
        me.start(watchValid, me.me)
        me.start(takeText, me.me, me[view])
      }
      V.Region("executeSearch") {
        V.On(pushUnknown) { me, _ in me.emit(push, me[FlickrPage.service]?.value ?? .null) }
        V.On(releaseServices) { me, _ in me[FlickrPage.service] = nil }
        V.On(answered) { $0.show($1) }
        V.On(dismissed) { _, _ in }
        V.On(execute) { _, _ in }  // not enabled: an error that nobody subscribed to
        V.State(.idle) { V.On(execute, to: .executing, when: isValidText) }
        V.State(.executing) {
          V.OnEntry { me in
            me.prepare()
            if me[usesDummy] { me.start(runDummy, me.me) } else { me.search() }
          }
          V.OnExit { $0[executing] = false }
          V.On(execute) { _, _ in }
          V.On(completed, to: .succeeded)
          V.On(broke, to: .error) { me, _ in me.emit(error, "There was a problem reaching Flickr.") }
        }
        V.State(.succeeded) { V.On(execute, to: .executing, when: isValidText) }
        V.State(.failed)
        V.State(.error) {
          V.On(execute, to: .executing, when: isValidText)
          V.On(dismissed, to: .idle)
        }
      }
    }
  }

  static func screen<V: ViewModel>(of _: V.Type) -> Screen where V.Model == FlickrPage {
    FlickrScreen.screen(of: V.self, execute, canSearch, executing, previousSearches) {
      V.TextField(
        named: "searchText", FlickrScreen.prompt, in: "view", text: FlickrView.searchText,
        edited: FlickrView.searchEdited)
      V.EndEditing(on: keyboardDown)
      V.Push(FlickrOriginalResults.self, titled: FlickrOriginalResults.page.title, on: push)
      V.Alert("Connection Error", on: error, ["OK"], dismissed)
    }
  }
}

extension Handle where V.Model == FlickrPage {
  /// Captures what is searched for, and tells the view.
  fileprivate func prepare() {
    self[FlickrPage.query] = self[FlickrPage.searchText] ?? ""
    let view = self[FlickrPage.view]
    self[view, FlickrView.queryIdentity] = self[view, FlickrView.textIdentity]
    self[FlickrPage.executing] = true
    emit(FlickrPage.keyboardDown)
  }

  /// Asks the service, if somebody still holds it.
  fileprivate func search() {
    guard let service = self[FlickrPage.service] else { return crash("the signal of the command is nil") }
    turn.handle(of: service).call(.search, self[FlickrPage.query], for: me.value)
  }

  /// What `doNext` does with an answer: navigate, then note it.
  fileprivate func show(_ answer: FlickrAnswer) {
    if answer.failure != nil { return turn.raise(FlickrPage.broke.name, .string(answer.failure ?? ""), for: me.id) }
    let results = make(FlickrOriginalResults.self, at: "results")
    let service = Weak(self[FlickrPage.service])
    self[results, FlickrOriginalResults.page.title] = self[FlickrPage.query]
    self[results, FlickrOriginalResults.page.searchResults] = answer.photos.map { photo in
      make(FlickrOriginalItem.self) { item in
        self[item, FlickrOriginalItem.identifier] = photo.identifier
        self[item, FlickrOriginalItem.title] = photo.title
        self[item, FlickrOriginalItem.url] = photo.url
        self[item, FlickrOriginalItem.service] = service
      }
    }
    emit(FlickrPage.push, results.value)
    remember(answer)
    emit(FlickrPage.success, answer.description(of: self[FlickrPage.query]))
    raise(FlickrPage.completed)
  }

  /// A search for the same string object moves to the front as it is; any other one is new.
  private func remember(_ answer: FlickrAnswer) {
    let history = self[FlickrPage.previousSearches]
    let identity = self[self[FlickrPage.view], FlickrView.queryIdentity]
    if let known = history.first(where: { self[$0, FlickrHistory.identity] == identity }) {
      self[FlickrPage.previousSearches] = [known] + history.filter { $0 != known }
      return
    }
    let entry = makeEntry(self[FlickrPage.query], answer, identity: identity)
    self[FlickrPage.previousSearches] = Array(([entry] + history).prefix(FlickrHistory.limit))
  }
}
