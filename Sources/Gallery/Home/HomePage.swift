import ViewModels

protocol HomePage: ViewModel {
  var dataArray: Field<[Ref<HomeRow>]> { get }
  var table: Child<HomeTable> { get }
  var scroll: Input<Double> { get }
  var getDatas: Input<Void> { get }
  var leave: Input<Void> { get }
  var tick: Handler<> { get }
}

extension HomePage {
  @ScreenParts var rows: [ScreenPart] {
    List(dataArray, "排行榜") { row in
      Label(row.number, "排名")
      Label(row.name, "姓名")
      Label(row.score, "分数")
      Label(row.totalNumber, "总人数")
    }
    Scroll(table.offset, "滚动", scroll)
    List(table.cells, "可见单元格") { cell in
      Label(cell.numberLabel, "排名")
      Label(cell.nameLabel, "姓名")
      Label(cell.scoreLabel, "分数")
      Label(cell.totalNumberLabel, "总人数")
    }
    // The user comes back from another tab, or shows another one.
    Environment(getDatas)
    Environment(leave)
    Disappeared(leave)
  }

  @Laws var laws: Chart {
    // HZ-E1, HZ-E7: only an answer makes a total.
    Law("a tick makes no totals", from: 0) { known, turn in
      let before = known
      known = turn[dataArray].count { turn[$0].totalNumber.flatMap { Int($0) } != nil }
      return turn.cause.source != .timer || known == before
    }
    // HZ-E2
    Invariant("no more than one timer runs") { $0.waiting(for: tick) <= 1 }
    // HZ-E3
    Invariant("no timer runs when the page was left") { $0.waiting(for: tick) == 0 || !$0.isIn("home.idle") }
    // HZ-E5
    Law("a reload blanks no total", from: 0) { shown, turn in
      let before = shown
      shown = turn[dataArray].count { turn[$0].totalNumber != nil }
      return shown > 0 || before == 0 || turn[dataArray].isEmpty
    }
  }
}
