import ViewModels

/// The reused cells of the version with signals. A like disables its cell's button, even if the cell then shows
/// another row (HZ-H10).
struct GoodsCells: InternalViewModel {
  struct Model: ModelType {
    var disabled: [Int] = []
  }
}

extension Handle where V == GoodsSignals {
  /// Nil if the row is not visible.
  func cell(ofRow row: Int) -> Int? { rowsInSight.contains(row) ? row % GoodsScroll.cellCount : nil }

  func setButton(ofCell cell: Int, enabled isEnabled: Bool) {
    let cells = self[GoodsSignals.cells]
    cells.disabled = cells.disabled.filter { $0 != cell } + (isEnabled ? [] : [cell])
    bindCells()
  }

  func bindCells() {
    let (items, disabled) = (self.items, self[GoodsSignals.cells].disabled)
    for index in rowsInSight {
      let isEnabled = !disabled.contains(index % GoodsScroll.cellCount)
      if self[items[index]].thumbEnabled != isEnabled { self[items[index]].thumbEnabled = isEnabled }
    }
  }

  private var rowsInSight: Range<Int> { self.scroll.visibleRows(of: self.items.count) }
}
