import ViewModels

/// A table with reused cells: row 12 gets the cell of row 0.
struct HomeTable: InternalViewModel {
  static let visibleRows = 12
  static let rowHeight = 44.0

  struct Model: ModelType {
    var rows: [Ref<HomeRow>] = []
    var cells: [Ref<HomeCell>] = []
    var offset = 0.0
    var takesUntil = true

    var shown: Range<Int> {
      let last = Double(max(0, rows.count - visibleRows))
      let top = Int(max(0, min(last, offset / rowHeight)))
      return top..<min(top + visibleRows, rows.count)
    }
  }

  let rows = Field(\.rows)
  let cells = Field(\.cells)
  let offset = Field(\.offset, samples: ["nextPage": rowHeight * Double(visibleRows)])
}

extension Handle where V == HomeTable {
  func reload(_ rows: [Ref<HomeRow>]) {
    self.rows = rows
    if self.cells.isEmpty, !rows.isEmpty {
      self.cells = (0..<HomeTable.visibleRows).map { _ in make(HomeCell.self) }
    }
    for index in self.shown { bind(index) }
  }

  func scroll(to offset: Double) {
    self.offset = offset
    let (rows, cells) = (self.rows, self.cells)
    for index in self.shown where self[cells[index % cells.count]].row?.ref != rows[index] { bind(index) }
  }

  private func bind(_ index: Int) {
    let cell = self[self.cells[index % self.cells.count]]
    cell.takesUntil = self.takesUntil
    cell.row = Weak(self.rows[index])
  }
}
