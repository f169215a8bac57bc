import ViewModels

/// The home page as written. Bugs: the timer counts missing totals (HZ-E1); neither a second load (HZ-E2) nor
/// leaving the page (HZ-E3) stops it; a reload blanks totals (HZ-E5); failures are silent (HZ-E6).
struct HomeOriginal: HomePage {
  struct Model: ModelType {
    var dataArray: [Ref<HomeRow>] = []
    /// Before iOS 10, timers take no block, so none starts.
    var systemVersion = 10
    /// Whether a cell stops observing its old row, as in the article (HZ-E4).
    var takesUntil = true
    var rowCount: Int { dataArray.count }
  }

  static let templateName = "Home"

  let dataArray = Field(\.dataArray)
  let rowCount = Field(\.rowCount, from: \.dataArray)
  let systemVersion = Field(\.systemVersion, samples: ["old": 9, "new": 10])
  let takesUntil = Field(\.takesUntil)
  let table = Child<HomeTable>()
  let getDatas = Input()
  let scroll = Input<Double>()
  let leave = Input()
  let listed = Event<Void>()
  let answered = Event<Void>()
  let reload = Subject<Int>()

  let tick = Handler { me in
    for row in me.dataArray { me[row].totalNumber = String((me[row].totalNumber?.integerValue ?? 0) &+ 1) }
  }
  let schedule = Handler { me in me.every(.seconds(2), HomeOriginal.tick) }

  var chart: Chart {
    Uses(HomeLoad.self)
    Observe(systemVersion) { $0.store("systemVersion", $1) }
    Observe(takesUntil) { $0[table].takesUntil = $1 }
    SetUp { me in
      if let version: Int = me.stored("systemVersion") { me.systemVersion = version }
    }
    Wire("tellReload") { me in me.values(\.rowCount).emit(by: me, \.reload) }
    Wire("reloadTable", table) { me, table in me.values(\.dataArray).subscribe(table) { $0.reload($1) } }
    SetUp { $0.raise(getDatas) }
    Region("home") {
      On(scroll) { $0[table].scroll(to: $1) }
      On(leave, to: .idle)
      On(getDatas, to: .executing, load)
      State(.idle)
      State(.executing) { On(listed, to: "loaded") }
      State("loaded") { On(answered, to: "live") }
      State("live")
    }
  }

  var screen: Screen { Screen("首页") { rows } }

  private func load(_ me: borrowing Me) {
    let load = me[me.make(HomeLoad.self, at: "load")]
    load.page = me.ref
    load.rows = HomeRecord.page(of: 40).enumerated().map { index, record in
      let row = me.make(HomeRow.self, at: "dataArray[\(index)]")
      me[row].number = record.number
      me[row].name = record.name
      me[row].score = record.score
      return row
    }
    if me.systemVersion >= 10 { me.post(schedule) }
  }
}

/// What the blocks of one call of `getDatas` capture; each call has its own.
struct HomeLoad: ViewModel {
  struct Model: ModelType {
    var page = Ref<HomeOriginal>(InstanceID(0))
    var rows: [Ref<HomeRow>] = []
  }

  static let templateName = "load"

  let list = Service<Int, [HomeRecord]>(
    after: .milliseconds(500), samples: ["none": [], "two": HomeRecord.page(of: 2)]
  ) { .ok(HomeRecord.page(of: $0)) }
  let totals = Service<Int, [String]>(
    after: .seconds(1), samples: ["few": ["10", "11"], "words": ["abc", "12abc", ""]]
  ) { .ok(HomeRecord.totals(of: $0)) }

  var chart: Chart {
    Accepts("unheard-answer", at: "list.executing", because: "as written, a load has no failure block")
    Accepts("unheard-answer", at: "totals.executing", because: "as written, a load has no failure block")
    Region("list") {
      State(.executing) {
        Invoke(list) { $0.rows.count }
        On(list.succeeded, to: .succeeded) { me in
          me[me.page].dataArray = me.rows
          me[me.page].raise(HomeOriginal.listed)
        }
      }
      State(.succeeded)
    }
    Region("totals") {
      State(.executing) {
        Invoke(totals) { $0.rows.count }
        On(totals.succeeded, to: .succeeded) { me, totals in
          for (row, total) in zip(me.rows, totals) { me[row].totalNumber = total }
          me[me.page].raise(HomeOriginal.answered)
        }
      }
      State(.succeeded)
    }
  }
}
