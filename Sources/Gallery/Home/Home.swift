import ViewModels

/// The home page of seed 000, as it should have been: one timer, while the page is there; totals that are counted up only
/// once they were answered; and a word about what failed.
enum Home: ViewModel {
  struct Model: Sendable {
    var dataArray: [Ref<HomeRow>] = []
    var table = Ref<HomeTable>(InstanceID(0))
    var systemVersion = 10
    /// The totals that were answered before there were rows to show them.
    var answers: [String]?
    var rowCount: Int { dataArray.count }
  }

  static let dataArray = Field("dataArray", \Model.dataArray)
  static let rowCount = Field("rowCount", \Model.rowCount, from: [dataArray])
  static let table = Field("table", \Model.table)
  static let systemVersion = Field("systemVersion", \Model.systemVersion, samples: ["old": 9, "new": 10])
  static let answers = Field("answers", \Model.answers, samples: ["ten": ["10"]])
  static let getDatas = Input<Void>("getDatas")
  static let scroll = Input<Double>("scroll")
  static let leave = Input<Void>("leave")
  static let dismissed = Input<Void>("dismissed")
  /// A load is given up: there is nothing left to count.
  static let gaveUp = Input<Void>("gaveUp")
  static let reload = Subject<Int>("reload")
  static let success = Subject<Int>("success")
  static let fail = Subject<String>("fail")
  static let error = Subject<String>("error")
  static let hasTimers = Guard<Model>("timers take blocks", reads: [systemVersion]) { $0.systemVersion >= 10 }
  static let isAnswered = Guard<Model>("the totals are there", reads: [answers]) { $0.answers != nil }

  static let list = Service<Int, [HomeRecord]>(
    "list", after: .milliseconds(500), timeout: .request, samples: ["none": [], "two": HomeRecord.page(of: 2)]
  ) { .ok(HomeRecord.page(of: $0)) }
  static let totals = Service<Int, [String]>(
    "totals", after: .seconds(1), timeout: .request,
    samples: ["few": ["10", "11"], "words": ["abc", "12abc", ""]]
  ) { .ok(HomeRecord.totals(of: $0)) }

  static let tick = Handler("tick") { (turn, _, me: Ref<Home>) in
    for row in turn[me, dataArray] {
      guard let total = turn[row, HomeRow.totalNumber].flatMap({ Int($0) }), total < .max else { continue }
      turn[row, HomeRow.totalNumber] = String(total + 1)
    }
  }
  static let reloadTable = Wiring("reloadTable") { (me: Ref<Home>, table: Ref<HomeTable>) in
    me.values(dataArray).subscribe(next: HomeTable.reload(table))
  }
  static let tellReload = Wiring("tellReload") { (me: Ref<Home>) in
    me.values(rowCount).output(by: me, reload)
  }

  static let definition = Definition<Home>(
    Model(), fields: [dataArray, rowCount, table, systemVersion, answers],
    inputs: [getDatas, scroll, leave, dismissed], subjects: [reload, success, fail, error],
    properties: HomeLaws.all(dataArray) { tick($0) }
  ) {
    Uses(HomeRow.self)
    Uses(HomeTable.self)
    Uses(tick, reloadTable, tellReload)
    Observe(systemVersion) { me, version in me.turn.store("systemVersion", version.value) }
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
      On(getDatas, to: .executing)
      State(.idle)
      State(.executing) {
        Invoke(list) { _ in 40 }
        On(list.succeeded, to: "loaded") { me, records in me.show(records) }
        On(list.failed, to: .failed) { $0.emit(fail, $1) }
        On(list.error, to: .error) { $0.emit(error, $1) }
      }
      State("loaded") {
        Always(to: "live", when: isAnswered) { $0.showTotals() }
      }
      State("live")
      State(.failed) { On(dismissed, to: .idle) { me, _ in me.raise(gaveUp) } }
      State(.error) { On(dismissed, to: .idle) { me, _ in me.raise(gaveUp) } }
    }
    Region("totals") {
      On(leave, to: .idle)
      On(getDatas, to: .executing)
      State(.idle)
      State(.executing) {
        OnEntry { $0[answers] = nil }
        Invoke(totals) { _ in 40 }
        On(totals.succeeded, to: .succeeded) { $0[answers] = $1 }
        On(totals.failed, to: .failed) { $0.emit(fail, $1) }
        On(totals.error, to: .error) { $0.emit(error, $1) }
      }
      State(.succeeded)
      State(.failed) { On(dismissed, to: .idle) { me, _ in me.raise(gaveUp) } }
      State(.error) { On(dismissed, to: .idle) { me, _ in me.raise(gaveUp) } }
    }
    Region("timer") {
      On(leave, to: "off")
      On(getDatas, to: "on", when: hasTimers)
      State("off")
      State("on") {
        On(gaveUp, to: "off")
        OnEntry { $0.every(.seconds(2), tick($0.me)) }
        OnExit { $0.turn.cancel(tick($0.me)) }
      }
    }
  }

  static let screen = HomeScreen.screen(
    of: Home.self, dataArray, scroll, leave: leave,
    routes: [
      Alert("加载失败", on: fail, ["确定"], dismissed),
      Alert("加载出错", on: error, [AlertButton("重试", getDatas), AlertButton("取消", dismissed)]),
    ])
}

extension Handle where V == Home {
  /// Shows new rows. A row that stood there keeps its total until the new one is answered.
  fileprivate func show(_ records: [HomeRecord]) {
    let before = self[Home.dataArray]
    self[Home.dataArray] = records.enumerated().map { index, record in
      make(HomeRow.self) { row in
        self[row, HomeRow.number] = record.number
        self[row, HomeRow.name] = record.name
        self[row, HomeRow.score] = record.score
        if before.indices.contains(index) { self[row, HomeRow.totalNumber] = self[before[index], HomeRow.totalNumber] }
      }
    }
    emit(Home.success, records.count)
  }

  /// Gives the rows the totals that were answered; a row without one keeps none.
  fileprivate func showTotals() {
    for (row, total) in zip(self[Home.dataArray], self[Home.answers] ?? []) { self[row, HomeRow.totalNumber] = total }
  }
}
