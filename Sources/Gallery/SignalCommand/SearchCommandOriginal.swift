import ViewModels

/// A search by the signal command of ReactiveObjC as the articles wire one.
///
/// Nobody hears of a refused execution (HZ-C6). Work that does not end is waited for (HZ-C7). It runs beside itself, and
/// `switchToLatest` drops what the earlier execution sends (HZ-C8). What the caller's completion clears stays after an error
/// (HZ-C9).
enum SearchCommandOriginal: ViewModel {
  struct Model: Sendable {
    var query = ""
    var command = SignalCommand<String, String>(InstanceID(0))
    var canSearch = false
    var isBusy = false
    var found: [String] = []
  }

  static let query = Field("query", \Model.query, samples: ["word": "cats"])
  static let command = Field("searchCommand", \Model.command)
  static let canSearch = Field("canSearch", \Model.canSearch)
  static let isBusy = Field("isBusy", \Model.isBusy)
  static let found = Field("found", \Model.found, samples: ["threeCats": ["cats: 3"]])
  static let search = Input<Void>("search")
  static let dismissed = Input<Void>("dismissed")
  static let error = Subject<String>("error")
  static let rejected = Subject<String>("rejected")
  /// What a call brought.
  static let told = Subject<SearchAnswer>("told")

  /// At least four characters, as the article has it.
  static let isValid = NamedSignal("isValid") { (me: Ref<SearchCommandOriginal>) -> Signal<Bool> in
    me.values(query).map { $0.utf16.count > 3 }
  }
  /// The work of an execution: what the call brings, whenever that is.
  static let work = NamedSignal("work") { (me: Ref<SearchCommandOriginal>, query: String) -> Signal<String> in
    let start = Signal<String>.just("").doNext(call(me, query)).ignoreValues()
    let answer = me.values(of: told).filter { $0.query == query }.take(1).flatMap { $0.signal }
    return Signal<String>.merge([answer, start])
  }
  static let call = Handler("call") { (turn, _, me: Ref<SearchCommandOriginal>, query: String) in
    let me = turn.handle(of: me)
    let call = me.make(SearchCall.self, at: "call")
    me[call, SearchCall.page] = me.me.value
    me[call, SearchCall.query] = query
  }
  static let showResults = Wiring("showResults") {
    (me: Ref<SearchCommandOriginal>, command: SignalCommand<String, String>) in
    command.executionSignals.switchToLatest().subscribe(next: show(me))
  }
  /// All that the caller hears of.
  static let completed = Handler("completed") { (turn, _, me: Ref<SearchCommandOriginal>) in turn[me, isBusy] = false }
  static let showEnabled = Wiring("showEnabled") {
    (me: Ref<SearchCommandOriginal>, command: SignalCommand<String, String>) in
    command.enabled.assign(to: me, canSearch)
  }
  static let tellErrors = Wiring("tellErrors") {
    (me: Ref<SearchCommandOriginal>, command: SignalCommand<String, String>) in
    command.errors.subscribe(next: tell(me))
  }
  static let show = Handler("show") { (turn, value, me: Ref<SearchCommandOriginal>) in
    if let text = String(value) { turn[me, found] = turn[me, found] + [text] }
  }
  static let tell = Handler("tell") { (turn, value, me: Ref<SearchCommandOriginal>) in
    turn.emit(error, value.errorText, by: me)
  }

  static let definition = Definition<SearchCommandOriginal>(
    Model(), name: "Search", fields: [query, command, canSearch, isBusy, found], inputs: [search, dismissed],
    subjects: [error, rejected, told],
    properties: SearchScreen.laws(isBusy: isBusy, found: found, error: error, rejected: rejected)
  ) {
    Uses(SearchCall.self)
    Uses(isValid, work, showResults, showEnabled, tellErrors, call, show, tell, completed, SearchAnswer.found)
    SetUp { me in
      let made = me.makeCommand(
        work, of: me.me, enabled: isValid(me.me), allowsConcurrency: true, showing: "searching")
      me[command] = made
      me.start(showEnabled, me.me, made)
      me.start(showResults, me.me, made)
      me.start(tellErrors, me.me, made)
    }
    Region("page") {
      On(search) { me, _ in
        me[isBusy] = true
        me.subscribe(to: me.execute(me[command], me[query]), completed: completed(me.me))
      }
      On(SearchCall.answered) { me, answer in me.emit(told, answer) }
      On(dismissed) { _, _ in }
      State("shown")
    }
  }

  static let screen = SearchScreen.screen(
    of: SearchCommandOriginal.self, query, canSearch, isBusy, found, search, error: error, rejected: rejected,
    dismissed: dismissed)
}
