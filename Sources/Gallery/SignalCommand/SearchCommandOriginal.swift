import ViewModels

/// A search by ReactiveObjC's signal command, as written. Bugs: silent refusals (HZ-C6), endless work (HZ-C7),
/// overlapping executions whose earlier results `switchToLatest` drops (HZ-C8), and a busy flag that stays after an
/// error (HZ-C9).
struct SearchCommandOriginal: SearchPage {
  typealias Model = SearchModel

  static let templateName = "Search"

  let page = SearchTokens<Self>()

  let work = NamedSignal<String, String> { me, query in
    .merge(me.answer(to: query), me.call(query, isLimited: false))
  }
  /// The caller handles nothing else.
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
