import ViewModels

/// The home page of seed 000 as written, with its controller's wiring.
///
/// The rows come after half a second, their totals after one, and a timer adds one to each every other second: also to a
/// total that has not come yet (HZ-E1). Nothing invalidates the timer, neither a second load (HZ-E2) nor leaving the page
/// (HZ-E3), a reload blanks what was seen (HZ-E5), and nobody hears that loading failed (HZ-E6).
enum HomeOriginal: ViewModel {
  struct Model: Sendable {
    var dataArray: [Ref<HomeRow>] = []
    var table = Ref<HomeTable>(InstanceID(0))
    var systemVersion = 10
    var takesUntil = true
    var rowCount: Int { dataArray.count }
  }

  static let dataArray = Field("dataArray", \Model.dataArray)
  static let rowCount = Field("rowCount", \Model.rowCount, from: [dataArray])
  static let table = Field("table", \Model.table)
  /// Before iOS 10 a timer takes no block, and the article starts none. What is assigned holds from the next start on.
  static let systemVersion = Field("systemVersion", \Model.systemVersion, samples: ["old": 9, "new": 10])
  /// Whether a cell observes its row until the next one is assigned; the article does, and says why (HZ-E4).
  static let takesUntil = Field("takesUntil", \Model.takesUntil)
  static let getDatas = Input<Void>("getDatas")
  static let scroll = Input<Double>("scroll")
  static let leave = Input<Void>("leave")
  static let listed = Input<Void>("listed")
  static let answered = Input<Void>("answered")
  static let reload = Subject<Int>("reload")

  static let tick = Handler("tick") { (turn, _, me: Ref<HomeOriginal>) in
    for row in turn[me, dataArray] {
      turn[row, HomeRow.totalNumber] = String((turn[row, HomeRow.totalNumber]?.integerValue ?? 0) &+ 1)
    }
  }
  static let schedule = Handler("schedule") { (turn, _, me: Ref<HomeOriginal>) in
    turn.handle(of: me).every(.seconds(2), tick(me))
  }
  static let reloadTable = Wiring("reloadTable") { (me: Ref<HomeOriginal>, table: Ref<HomeTable>) in
    me.values(dataArray).subscribe(next: HomeTable.reload(table))
  }
  static let tellReload = Wiring("tellReload") { (me: Ref<HomeOriginal>) in
    me.values(rowCount).output(by: me, reload)
  }

  static let definition = Definition<HomeOriginal>(
    Model(), name: "Home", fields: [dataArray, rowCount, table, systemVersion, takesUntil],
    inputs: [getDatas, scroll, leave], subjects: [reload], properties: HomeLaws.all(dataArray) { tick($0) }
  ) {
    Uses(HomeRow.self)
    Uses(HomeTable.self)
    Uses(HomeLoad.self)
    Uses(tick, schedule, reloadTable, tellReload)
    Observe(systemVersion) { me, version in me.turn.store("systemVersion", version.value) }
    Observe(takesUntil) { me, takesUntil in me[me[table], HomeTable.takesUntil] = takesUntil }
    SetUp { me in
      if let version = me.turn.stored("systemVersion").flatMap(Int.init) { me[systemVersion] = version }
      me[table] = me.make(HomeTable.self, at: "table")
      me.start(tellReload, me.me)
      me.start(reloadTable, me.me, me[table])
      me.raise(getDatas)
    }
    Region("home") {
      On(scroll) { me, offset in me.turn.handle(of: me[table]).scroll(to: offset) }
      On(leave, to: .idle)
      On(getDatas, to: .executing) { me, _ in me.load() }
      State(.idle)
      State(.executing) { On(listed, to: "loaded") }
      State("loaded") { On(answered, to: "live") }
      State("live")
    }
  }

  static let screen = HomeScreen.screen(of: HomeOriginal.self, dataArray, scroll, leave: leave)
}

extension Handle where V == HomeOriginal {
  /// Makes the rows, and schedules what is to come: rows, totals, and behind them the timer.
  fileprivate func load() {
    let load = make(HomeLoad.self, at: "load")
    self[load, HomeLoad.page] = me
    self[load, HomeLoad.rows] = HomeRecord.page(of: 40).enumerated().map { index, record in
      let row = make(HomeRow.self, at: "dataArray[\(index)]")
      self[row, HomeRow.number] = record.number
      self[row, HomeRow.name] = record.name
      self[row, HomeRow.score] = record.score
      return row
    }
    if self[HomeOriginal.systemVersion] >= 10 { post(HomeOriginal.schedule(me)) }
  }
}

/// What the blocks of one call of `getDatas` captured: the page, and the rows that they will fill. Each call has its own.
enum HomeLoad: ViewModel {
  struct Model: Sendable {
    var page = Ref<HomeOriginal>(InstanceID(0))
    var rows: [Ref<HomeRow>] = []
  }

  static let page = Field("page", \Model.page)
  static let rows = Field("rows", \Model.rows)
  static let list = Service<Int, [HomeRecord]>(
    "list", after: .milliseconds(500), samples: ["none": [], "two": HomeRecord.page(of: 2)]
  ) { .ok(HomeRecord.page(of: $0)) }
  static let totals = Service<Int, [String]>(
    "totals", after: .seconds(1), samples: ["few": ["10", "11"], "words": ["abc", "12abc", ""]]
  ) { .ok(HomeRecord.totals(of: $0)) }

  static let definition = Definition<HomeLoad>(Model(), name: "load", fields: [page, rows]) {
    Accepts("unheard-answer", at: "list.executing", because: "as written, a load has no failure block")
    Accepts("unheard-answer", at: "totals.executing", because: "as written, a load has no failure block")
    Region("list") {
      State(.executing) {
        Invoke(list) { $0.rows.count }
        On(list.succeeded, to: .succeeded) { me, _ in
          me[me[page], HomeOriginal.dataArray] = me[rows]
          me.turn.raise(HomeOriginal.listed.name, for: me[page].id)
        }
      }
      State(.succeeded)
    }
    Region("totals") {
      State(.executing) {
        Invoke(totals) { $0.rows.count }
        On(totals.succeeded, to: .succeeded) { me, totals in
          for (row, total) in zip(me[rows], totals) { me[row, HomeRow.totalNumber] = total }
          me.turn.raise(HomeOriginal.answered.name, for: me[page].id)
        }
      }
      State(.succeeded)
    }
  }
}
