import ViewModels

/// The re-used cell of the sketch: a list with two rows and one cell that shows one of them at a time.
struct Home: TokenViewModel {
  struct Model: ModelType {
    var rows: [Ref<Row>] = []
    var cell: Ref<HomeCell>?
  }

  let showFirst = Input()
  let showSecond = Input()
  let forget = Input()
  let tick = Handler { home in
    for row in home.rows { home[row].total = String((home[row].total.flatMap { Int($0) } ?? 0) + 1) }
  }

  var chart: Chart {
    SetUp { home in
      let first = home.make(Row.self, at: "first")
      let second = home.make(Row.self, at: "second")
      home[second].number = "20"
      home.rows = [first, second]
      home.cell = home.make(HomeCell.self, at: "cell")
      home.every(.seconds(2), tick)
    }
    Region("list") {
      State("shown") {
        On(showFirst) { show(0, $0) }
        On(showSecond) { show(1, $0) }
        On(forget) { $0.rows = [] }
      }
    }
  }

  private func show(_ index: Int, _ home: borrowing Me) {
    if let cell = home.cell { home[cell].row = Weak(home.rows[index]) }
  }
}

struct Row: TokenViewModel {
  struct Model: ModelType, Hashable {
    var number = "10"
    var total: String?
  }

  let total = Field(\.total)
}

struct HomeCell: TokenViewModel {
  struct Model: ModelType {
    var row: Weak<Row>?
    var number = ""
    var total: String?
  }

  let row = Field(\.row)
  let total = Field(\.total)
  let showTotal = Wiring<Ref<Row>> { cell, row in
    row.values(\.total).take(until: cell.changes(\.row)).write(to: cell, \.total)
  }

  var chart: Chart {
    Setter(row) { cell, row in
      guard let row = row?.ref else { return }
      cell.number = cell[row].number
      cell.start(showTotal, row)  // its trigger joins too late to hear this change
    }
  }
}
