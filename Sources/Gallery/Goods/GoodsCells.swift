import ViewModels

/// The cells of the version with signals: as many as are in sight, used again as the page is scrolled. Row 4 gets the cell of
/// row 0.
///
/// What disables a button is its cell, so a row that gets the cell of an article that is being liked has a disabled button
/// too (HZ-H10).
enum GoodsCells: ViewModel {
  struct Model: Sendable {
    /// The cells whose button is disabled.
    var disabled: [Int] = []
  }

  static let disabled = Field("disabled", \Model.disabled)

  static let definition = Definition<GoodsCells>(Model(), fields: [disabled], isView: true) {}
}

extension TurnContext {
  /// Returns the cell that shows a row; `nil` when the row is out of sight.
  func cell(ofRow row: Int, in me: Ref<GoodsSignals>) -> Int? {
    rowsInSight(me).contains(row) ? row % GoodsScroll.cellCount : nil
  }

  /// Disables the button of a cell, or enables it, for whatever row it shows by then.
  func setButton(ofCell cell: Int, enabled isEnabled: Bool, in me: Ref<GoodsSignals>) {
    let cells = self[me, GoodsSignals.cells]
    self[cells, GoodsCells.disabled] =
      self[cells, GoodsCells.disabled].filter { $0 != cell } + (isEnabled ? [] : [cell])
    bindCells(me)
  }

  /// Gives the rows in sight their cells.
  func bindCells(_ me: Ref<GoodsSignals>) {
    let (items, disabled) = (self[me, GoodsSignals.items], self[self[me, GoodsSignals.cells], GoodsCells.disabled])
    for index in rowsInSight(me) {
      let isEnabled = !disabled.contains(index % GoodsScroll.cellCount)
      guard self[items[index], GoodsItem.thumbEnabled] != isEnabled else { continue }
      self[items[index], GoodsItem.thumbEnabled] = isEnabled
    }
  }

  private func rowsInSight(_ me: Ref<GoodsSignals>) -> Range<Int> {
    GoodsScroll(offset: self[me, GoodsSignals.offset]).visibleRows(of: self[me, GoodsSignals.items].count)
  }
}
