import ViewModels

/// The table view: as many cells as fit on the screen, used again as rows come into sight. Row 12 gets the cell of row 0.
enum HomeTable: ViewModel {
  static let visibleRows = 12
  static let rowHeight = 44.0

  struct Model: Sendable {
    var rows: [Ref<HomeRow>] = []
    var cells: [Ref<HomeCell>] = []
    /// How far it is scrolled, in points.
    var offset = 0.0
    var takesUntil = true

    /// The rows that are in sight.
    var shown: Range<Int> {
      let last = Double(max(0, rows.count - visibleRows))
      let top = Int(max(0, min(last, offset / rowHeight)))
      return top..<min(top + visibleRows, rows.count)
    }
  }

  static let rows = Field("rows", \Model.rows)
  static let cells = Field("cells", \Model.cells)
  static let offset = Field("offset", \Model.offset, samples: ["nextPage": rowHeight * Double(visibleRows)])
  static let takesUntil = Field("takesUntil", \Model.takesUntil)

  static let reload = Handler("reload") { (turn, rows, table: Ref<HomeTable>) in
    turn.handle(of: table).reload([Ref<HomeRow>](rows) ?? [])
  }

  static let definition = Definition<HomeTable>(
    Model(), fields: [rows, cells, offset, takesUntil], isView: true
  ) {
    Uses(HomeCell.self)
    Uses(reload)
  }
}

extension Handle where V == HomeTable {
  /// Asks for all visible cells anew.
  func reload(_ rows: [Ref<HomeRow>]) {
    self[HomeTable.rows] = rows
    if self[HomeTable.cells].isEmpty, !rows.isEmpty {
      self[HomeTable.cells] = (0..<HomeTable.visibleRows).map { _ in make(HomeCell.self) }
    }
    for index in model.shown { bind(index) }
  }

  /// Binds the rows that came into sight.
  func scroll(to offset: Double) {
    self[HomeTable.offset] = offset
    let (rows, cells) = (self[HomeTable.rows], self[HomeTable.cells])
    for index in model.shown where self[cells[index % cells.count], HomeCell.row]?.ref != rows[index] { bind(index) }
  }

  private func bind(_ index: Int) {
    let cells = self[HomeTable.cells]
    let cell = cells[index % cells.count]
    self[cell, HomeCell.takesUntil] = self[HomeTable.takesUntil]
    self[cell, HomeCell.row] = Weak(self[HomeTable.rows][index])
  }
}
