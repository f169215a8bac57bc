import ViewModels

/// The cells of the version with signals: as many as are in sight, used again as the page is scrolled. Row 4 gets the cell of
/// row 0.
///
/// What disables a button is its cell, so a row that gets the cell of an article that is being liked has a disabled button
/// too (HZ-H10).
struct GoodsCells: InternalViewModel {
  struct Model: ModelType {
    /// The cells whose button is disabled.
    var disabled: [Int] = []
  }
}

extension Handle where V == GoodsSignals {
  /// Returns the cell that shows a row; `nil` when the row is out of sight.
  func cell(ofRow row: Int) -> Int? { rowsInSight.contains(row) ? row % GoodsScroll.cellCount : nil }

  /// Disables the button of a cell, or enables it, for whatever row it shows by then.
  func setButton(ofCell cell: Int, enabled isEnabled: Bool) {
    let cells = self[GoodsSignals.cells]
    cells.disabled = cells.disabled.filter { $0 != cell } + (isEnabled ? [] : [cell])
    bindCells()
  }

  /// Gives the rows in sight their cells.
  func bindCells() {
    let (items, disabled) = (self.items, self[GoodsSignals.cells].disabled)
    for index in rowsInSight {
      let isEnabled = !disabled.contains(index % GoodsScroll.cellCount)
      if self[items[index]].thumbEnabled != isEnabled { self[items[index]].thumbEnabled = isEnabled }
    }
  }

  private var rowsInSight: Range<Int> { self.scroll.visibleRows(of: self.items.count) }
}
