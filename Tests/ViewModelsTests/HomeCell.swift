import ViewModels

/// The re-used cell of the sketch: a list with two rows and one cell that shows one of them at a time.
enum Home: ViewModel {
  struct Model: Sendable {
    var rows: [Ref<Row>] = []
    var cell: Ref<HomeCell>?
  }

  static let rows = Field("rows", \Model.rows)
  static let cell = Field("cell", \Model.cell)
  static let showFirst = Input<Void>("showFirst")
  static let showSecond = Input<Void>("showSecond")
  static let forget = Input<Void>("forget")
  static let tick = Handler("tick") { (turn, _, home: Ref<Home>) in
    for row in turn[home, rows] {
      turn[row, Row.total] = String((turn[row, Row.total].flatMap { Int($0) } ?? 0) + 1)
    }
  }

  static let definition = Definition<Home>(Model(), fields: [rows, cell], inputs: [showFirst, showSecond, forget]) {
    Uses(Row.self)
    Uses(HomeCell.self)
    Uses(tick)
    SetUp { home in
      let first = home.make(Row.self, at: "first")
      let second = home.make(Row.self, at: "second")
      home[second, Row.number] = "20"
      home[rows] = [first, second]
      home[cell] = home.make(HomeCell.self, at: "cell")
      home.every(.seconds(2), tick(home.me))
    }
    Region("list") {
      State("shown") {
        On(showFirst) { home, _ in home.show(0) }
        On(showSecond) { home, _ in home.show(1) }
        On(forget) { home, _ in home[rows] = [] }
      }
    }
  }
}

extension Handle where V == Home {
  fileprivate func show(_ index: Int) {
    guard let cell = self[Home.cell] else { return }
    self[cell, HomeCell.row] = Weak(self[Home.rows][index])
  }
}

enum Row: ViewModel {
  struct Model: Hashable, Sendable {
    var number = "10"
    var total: String?
  }

  static let number = Field("number", \Model.number)
  static let total = Field("total", \Model.total)
  static let definition = Definition<Row>(Model(), fields: [number, total]) {}
}

enum HomeCell: ViewModel {
  struct Model: Sendable {
    var row: Weak<Row>?
    var number = ""
    var total: String?
  }

  static let row = Field("row", \Model.row)
  static let number = Field("number", \Model.number)
  static let total = Field("total", \Model.total)
  static let showTotal = Wiring("showTotal") { (cell: Ref<HomeCell>, row: Ref<Row>) in
    row.values(Row.total).take(until: cell.changes(HomeCell.row)).write(to: cell, total)
  }

  static let definition = Definition<HomeCell>(Model(), fields: [row, number, total]) {
    Uses(showTotal)
    Setter(row) { cell, row in
      guard let row = row?.ref else { return }
      cell[number] = cell[row, Row.number]
      cell.start(showTotal, cell.me, row)  // its trigger joins too late to hear this change
    }
  }
}
