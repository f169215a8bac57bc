import ViewModels

protocol SearchPage: ViewModel where Model == SearchModel {
  var page: SearchTokens<Self> { get }
}

struct SearchModel: ModelType {
  var query = ""
  var command = SignalCommand<String, String>(InstanceID(0))
  var canSearch = false
  var isBusy = false
  var found: [String] = []
}

struct SearchTokens<Owner: SearchPage>: TokenGroup {
  let query = Field(\.query, samples: ["word": "cats"])
  let command = Field(\.command, named: "searchCommand")
  let canSearch = Field(\.canSearch)
  let isBusy = Field(\.isBusy)
  let found = Field(\.found, samples: ["threeCats": ["cats: 3"]])
  let search = Input()
  let dismissed = Input()
  let answered = Event<SearchAnswer>()
  let error = Subject<String>()
  let rejected = Subject<String>()
  let told = Subject<SearchAnswer>()

  let isValid = NamedSignal<Bool> { me in me.values(\.page.query).map { $0.utf16.count > 3 } }
  let result = NamedSignal<String, String> { _, text in .just(text) }
}

extension SearchPage {
  var screen: Screen {
    Screen("搜索") {
      TextField(page.query, "关键字")
      Button(page.search, "搜索", enabled: page.canSearch)
      Label(page.found, "结果")
      HUD("搜索中...", while: page.isBusy, covers: false)
      Alert("搜索出错", on: page.error, ["确定"], page.dismissed)
      Tip(on: page.rejected)
    }
  }

  var showsEnabled: Chart {
    Wire("showEnabled", page.command) { me, command in command.enabled.assign(to: me, \.page.canSearch) }
  }
  var tellsErrors: Chart {
    Wire("tellErrors", page.command) { me, command in command.errors.map(\.errorText).emit(by: me, \.page.error) }
  }

  @Laws var laws: Chart {
    Held(
      to: CommandLaws(
        ofSignalCommand: "searching", isConcurrent: true, isExecuting: { $0.isBusy }, tellsError: .sent(page.error),
        showsValue: .set(page.found), tellsRefusal: .sent(page.rejected)))
  }
}

extension Ref where V: SearchPage {
  /// Sends no values. `isLimited` cancels it after a minute.
  func call(_ query: String, isLimited: Bool) -> Signal<String> {
    Signal.just("").doNext(self) { me, _ in
      let call = me[me.make(SearchCall<V>.self, at: "call")]
      call.page = me.ref
      call.query = query
      call.isLimited = isLimited
    }.ignoreValues()
  }

  func answer(to query: String) -> Signal<String> {
    values(of: \.page.told).filter { $0.query == query }.take(1).flatMap { answer in
      answer.error == .null ? V.page.result(self, answer.text) : SignalRef(.failing(answer.error))
    }
  }
}

extension Value {
  fileprivate var errorText: String { String(failureReason ?? self) ?? "" }
}
