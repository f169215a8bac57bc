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

  /// Returns the cell that shows a row.
  static func cell(of row: Int) -> Int { row % GoodsScroll.cellCount }
}

extension TurnContext {
  /// Disables the button of a row's cell, or enables it, for whatever rows it shows by then.
  func setButton(ofRow row: Int, enabled isEnabled: Bool, in me: Ref<GoodsSignals>) {
    let (cells, cell) = (self[me, GoodsSignals.cells], GoodsCells.cell(of: row))
    self[cells, GoodsCells.disabled] =
      self[cells, GoodsCells.disabled].filter { $0 != cell } + (isEnabled ? [] : [cell])
    bindCells(me)
  }

  /// Gives the rows in sight their cells.
  func bindCells(_ me: Ref<GoodsSignals>) {
    let (items, disabled) = (self[me, GoodsSignals.items], self[self[me, GoodsSignals.cells], GoodsCells.disabled])
    for index in GoodsScroll(offset: self[me, GoodsSignals.offset]).visibleRows(of: items.count) {
      let isEnabled = !disabled.contains(GoodsCells.cell(of: index))
      guard self[items[index], GoodsItem.thumbEnabled] != isEnabled else { continue }
      self[items[index], GoodsItem.thumbEnabled] = isEnabled
    }
  }
}
