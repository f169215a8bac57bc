import ViewModels

/// A search by the signal command of ReactiveObjC as it should be wired.
///
/// One execution at a time, and a refused one is told; the work ends as an error when nothing comes for a minute; what the view
/// shows as executing is what the command shows; every result is shown.
enum SearchCommand: ViewModel {
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
  static let isValid = NamedSignal("isValid") { (me: Ref<SearchCommand>) -> Signal<Bool> in
    me.values(query).map { $0.utf16.count > 3 }
  }
  /// The work of an execution: what the call brings, or an error after a minute.
  static let work = NamedSignal("work") { (me: Ref<SearchCommand>, query: String) -> Signal<String> in
    let start = Signal<String>.just("").doNext(call(me, query)).ignoreValues()
    let answer = me.values(of: told).filter { $0.query == query }.take(1).flatMap { $0.signal }
    let end = Signal<String>.empty.delay(.seconds(60)).concat(Signal<String>.fail("请求超时"))
    return Signal<String>.merge([answer, start, end]).take(1)
  }
  static let call = Handler("call") { (turn, _, me: Ref<SearchCommand>, query: String) in
    let me = turn.handle(of: me)
    let call = me.make(SearchCall.self, at: "call")
    me[call, SearchCall.page] = me.me.value
    me[call, SearchCall.query] = query
    me[call, SearchCall.isLimited] = true
  }
  static let showExecuting = Wiring("showExecuting") {
    (me: Ref<SearchCommand>, command: SignalCommand<String, String>) in
    command.executing.assign(to: me, isBusy)
  }
  static let showResults = Wiring("showResults") { (me: Ref<SearchCommand>, command: SignalCommand<String, String>) in
    command.executionSignals.flatten().subscribe(next: show(me))
  }
  /// What the caller hears of a refused execution.
  static let refused = Handler("refused") { (turn, value, me: Ref<SearchCommand>) in
    if value == "NotEnabled" { turn.emit(rejected, "请稍候", by: me) }
  }
  static let showEnabled = Wiring("showEnabled") { (me: Ref<SearchCommand>, command: SignalCommand<String, String>) in
    command.enabled.assign(to: me, canSearch)
  }
  static let tellErrors = Wiring("tellErrors") { (me: Ref<SearchCommand>, command: SignalCommand<String, String>) in
    command.errors.subscribe(next: tell(me))
  }
  static let show = Handler("show") { (turn, value, me: Ref<SearchCommand>) in
    if let text = String(value) { turn[me, found] = turn[me, found] + [text] }
  }
  static let tell = Handler("tell") { (turn, value, me: Ref<SearchCommand>) in turn.emit(error, value.errorText, by: me)
  }

  static let definition = Definition<SearchCommand>(
    Model(), name: "Search", fields: [query, command, canSearch, isBusy, found], inputs: [search, dismissed],
    subjects: [error, rejected, told],
    properties: SearchScreen.laws(isBusy: isBusy, found: found, error: error, rejected: rejected)
  ) {
    Uses(SearchCall.self)
    Uses(
      isValid, work, showResults, showExecuting, showEnabled, tellErrors, call, show, tell, refused, SearchAnswer.found)
    SetUp { me in
      let made = me.makeCommand(
        work, of: me.me, enabled: isValid(me.me), showing: "searching")
      me[command] = made
      me.start(showEnabled, me.me, made)
      me.start(showExecuting, me.me, made)
      me.start(showResults, me.me, made)
      me.start(tellErrors, me.me, made)
    }
    Region("page") {
      On(search) { me, _ in
        me.subscribe(to: me.execute(me[command], me[query]), error: refused(me.me))
      }
      On(SearchCall.answered) { me, answer in me.emit(told, answer) }
      On(dismissed) { _, _ in }
      State("shown")
    }
  }

  static let screen = SearchScreen.screen(
    of: SearchCommand.self, query, canSearch, isBusy, found, search, error: error, rejected: rejected,
    dismissed: dismissed)
}
