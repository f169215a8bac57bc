import ViewModels

/// A search by the signal command of ReactiveObjC as it should be wired.
///
/// One execution at a time, and a refused one is told; the work ends as an error when nothing comes for a minute; what the view
/// shows as executing is what the command shows; every result is shown.
struct SearchCommand: SearchPage {
  typealias Model = SearchModel

  static let templateName = "Search"

  let page = SearchTokens<Self>()

  /// The work of an execution: what the call brings, or an error after a minute.
  let work = NamedSignal<String, String> { me, query in
    let end = Signal<String>.empty.delay(.seconds(60)).concat(.fail("请求超时"))
    return Signal.merge(me.answer(to: query), me.call(query, isLimited: true), end).take(1)
  }
  /// What the caller hears of a refused execution.
  let refused = Handler<Value> { me, error in
    if error == "NotEnabled" { me.emit(SearchCommand.page.rejected, "请稍候") }
  }

  var chart: Chart {
    Uses(SearchCall<Self>.self)
    SetUp { $0.command = $0.makeCommand(work, enabled: page.isValid($0.ref), showing: "searching") }
    showsEnabled
    Wire("showExecuting", page.command) { me, command in command.executing.assign(to: me, \.page.isBusy) }
    Wire("showResults", page.command) { me, command in
      command.executionSignals.flatten().subscribe(me) { me, text in me.found.append(text) }
    }
    tellsErrors
    Accepts("reserved-name", at: "page", because: "it has one state, which nothing asks for")
    Region("page") {
      On(page.search) { me in me.subscribe(to: me.execute(me.command, me.query), error: refused) }
      On(page.answered, emit: page.told)
      On(page.dismissed)
      State("shown")
    }
  }
}
