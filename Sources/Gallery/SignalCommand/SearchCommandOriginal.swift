import ViewModels

/// A search by the signal command of ReactiveObjC as the articles wire one.
///
/// Nobody hears of a refused execution (HZ-C6). Work that does not end is waited for (HZ-C7). It runs beside itself, and
/// `switchToLatest` drops what the earlier execution sends (HZ-C8). What the caller's completion clears stays after an error
/// (HZ-C9).
struct SearchCommandOriginal: SearchPage {
  typealias Model = SearchModel

  static let templateName = "Search"

  let page = SearchTokens<Self>()

  /// The work of an execution: what the call brings, whenever that is.
  let work = NamedSignal<String, String> { me, query in
    .merge(me.answer(to: query), me.call(query, isLimited: false))
  }
  /// All that the caller hears of.
  let completed = Handler { me in me.isBusy = false }

  var chart: Chart {
    Uses(SearchCall<Self>.self)
    SetUp { me in
      me.command = me.makeCommand(
        work, enabled: page.isValid(me.ref), allowsConcurrency: true, showing: "searching")
    }
    showsEnabled
    Wire("showResults", page.command) { me, command in
      command.executionSignals.switchToLatest().subscribe(me) { me, text in me.found.append(text) }
    }
    tellsErrors
    Accepts("reserved-name", at: "page", because: "it has one state, which nothing asks for")
    Region("page") {
      On(page.search) { me in
        me.isBusy = true
        me.subscribe(to: me.execute(me.command, me.query), completed: completed)
      }
      On(page.answered, emit: page.told)
      On(page.dismissed)
      State("shown")
    }
  }
}
