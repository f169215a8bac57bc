import ViewModels

/// The screen that all variants of the home page share: the rows, and the cells that show those in sight.
enum HomeScreen {
  static func screen<V: ViewModel>(
    of _: V.Type, _ rows: Field<V.Model, [Ref<HomeRow>]>, _ scroll: Input<Double>, leave: Input<Void>,
    routes: [ScreenPart] = []
  ) -> Screen {
    Screen("首页") {
      V.List(rows, "排行榜") {
        V.Label(HomeRow.number, "排名")
        V.Label(HomeRow.name, "姓名")
        V.Label(HomeRow.score, "分数")
        V.Label(HomeRow.totalNumber, "总人数")
      }
      V.Scroll(HomeTable.offset, "滚动", scroll, in: "table")
      V.List(HomeTable.cells, "可见单元格", in: "table") {
        V.Label(HomeCell.numberLabel, "排名")
        V.Label(HomeCell.nameLabel, "姓名")
        V.Label(HomeCell.scoreLabel, "分数")
        V.Label(HomeCell.totalNumberLabel, "总人数")
      }
      V.Disappeared(leave)
      routes
    }
  }
}
