import ViewModels

/// The home page as fixed: one timer while it is visible, and totals counted only once answered.
struct Home: HomePage {
  struct Model: ModelType {
    var dataArray: [Ref<HomeRow>] = []
    var systemVersion = 10
    /// Totals answered before there are rows.
    var answers: [String]?
    var rowCount: Int { dataArray.count }
  }

  let dataArray = Field(\.dataArray)
  let rowCount = Field(\.rowCount, from: \.dataArray)
  let systemVersion = Field(\.systemVersion, samples: ["old": 9, "new": 10])
  let answers = Field(\.answers, samples: ["ten": ["10"]])
  let table = Child<HomeTable>()
  let getDatas = Input()
  let scroll = Input<Double>()
  let leave = Input()
  let dismissed = Input()
  let gaveUp = Event<Void>()
  let reload = Subject<Int>()
  let success = Subject<Int>()
  let fail = Subject<String>()
  let error = Subject<String>()
  let hasTimers = Guard("timers take blocks", reads: \.systemVersion) { $0.systemVersion >= 10 }
  let isAnswered = Guard("the totals are there", reads: \.answers) { $0.answers != nil }

  let list = Service<Int, [HomeRecord]>(
    after: .milliseconds(500), timeout: .request, samples: ["none": [], "two": HomeRecord.page(of: 2)]
  ) { .ok(HomeRecord.page(of: $0)) }
  let totals = Service<Int, [String]>(
    after: .seconds(1), timeout: .request, samples: ["few": ["10", "11"], "words": ["abc", "12abc", ""]]
  ) { .ok(HomeRecord.totals(of: $0)) }

  let tick = Handler { me in
    for row in me.dataArray {
      guard let total = me[row].totalNumber.flatMap({ Int($0) }), total < .max else { continue }
      me[row].totalNumber = String(total + 1)
    }
  }

  var chart: Chart {
    Observe(systemVersion) { $0.store("systemVersion", $1) }
    SetUp { me in
      if let version: Int = me.stored("systemVersion") { me.systemVersion = version }
    }
    Wire("tellReload") { me in me.values(\.rowCount).emit(by: me, \.reload) }
    Wire("reloadTable", table) { me, table in me.values(\.dataArray).subscribe(table) { $0.reload($1) } }
    SetUp { $0.raise(getDatas) }
    Region("home") {
      On(scroll) { $0[table].scroll(to: $1) }
      On(leave, to: .idle)
      On(getDatas, to: .executing)
      State(.idle)
      State(.executing) {
        Invoke(list) { _ in 40 }
        On(list.succeeded, to: "loaded", show)
        On(list.failed, to: .failed, emit: fail)
        On(list.error, to: .error, emit: error)
      }
      State("loaded") { Always(to: "live", when: isAnswered, showTotals) }
      State("live")
      State(.failed) { On(dismissed, to: .idle) { $0.raise(gaveUp) } }
      State(.error) { On(dismissed, to: .idle) { $0.raise(gaveUp) } }
    }
    Region("totals") {
      On(leave, to: .idle)
      On(getDatas, to: .executing)
      State(.idle)
      State(.executing) {
        OnEntry { $0.answers = nil }
        Invoke(totals) { _ in 40 }
        On(totals.succeeded, to: .succeeded) { $0.answers = $1 }
        On(totals.failed, to: .failed, emit: fail)
        On(totals.error, to: .error, emit: error)
      }
      State(.succeeded)
      State(.failed) { On(dismissed, to: .idle) { $0.raise(gaveUp) } }
      State(.error) { On(dismissed, to: .idle) { $0.raise(gaveUp) } }
    }
    Region("timer") {
      On(leave, to: "off")
      On(getDatas, to: "on", when: hasTimers)
      State("off")
      State("on") {
        On(gaveUp, to: "off")
        OnEntry { $0.every(.seconds(2), tick) }
        OnExit { $0.cancel(tick) }
      }
    }
  }

  var screen: Screen {
    Screen("首页") {
      rows
      Alert("加载失败", on: fail, ["确定"], dismissed)
      Alert("加载出错", on: error, ["重试": getDatas, "取消": dismissed])
    }
  }

  /// A row keeps its total until the new one is answered.
  private func show(_ me: borrowing Me, _ records: [HomeRecord]) {
    let before = me.dataArray
    me.dataArray = records.enumerated().map { index, record in
      me.make(HomeRow.self) { row in
        row.number = record.number
        row.name = record.name
        row.score = record.score
        if before.indices.contains(index) { row.totalNumber = row[before[index]].totalNumber }
      }
    }
    me.emit(success, records.count)
  }

  private func showTotals(_ me: borrowing Me) {
    for (row, total) in zip(me.dataArray, me.answers ?? []) { me[row].totalNumber = total }
  }
}
