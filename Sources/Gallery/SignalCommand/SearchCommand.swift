import ViewModels

/// A search by ReactiveObjC's signal command as fixed: one execution at a time, reported refusals, and a limit of a
/// minute.
struct SearchCommand: SearchPage {
  typealias Model = SearchModel

  static let templateName = "Search"

  let page = SearchTokens<Self>()

  let work = NamedSignal<String, String> { me, query in
    let end = Signal<String>.empty.delay(.seconds(60)).concat(.fail("请求超时"))
    return Signal.merge(me.answer(to: query), me.call(query, isLimited: true), end).take(1)
  }
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
