import ViewModels

/// A cell of the home page's table: it shows one row, and another one when it is used again.
enum HomeCell: ViewModel {
  struct Model: Sendable {
    var row: Weak<HomeRow>?
    var takesUntil = true
    var numberLabel = ""
    var nameLabel = ""
    var scoreLabel = ""
    var totalNumberLabel: String?
  }

  static let row = Field("row", \Model.row)
  /// Whether the observation of a row ends with the next assignment of `row`, as the article has it.
  static let takesUntil = Field("takesUntil", \Model.takesUntil)
  static let numberLabel = Field("numberLabel", \Model.numberLabel)
  static let nameLabel = Field("nameLabel", \Model.nameLabel)
  static let scoreLabel = Field("scoreLabel", \Model.scoreLabel)
  static let totalNumberLabel = Field("totalNumberLabel", \Model.totalNumberLabel)

  static let showTotal = Wiring("showTotal") { (cell: Ref<HomeCell>, row: Ref<HomeRow>) in
    row.values(HomeRow.totalNumber).take(until: cell.changes(HomeCell.row)).write(to: cell, totalNumberLabel)
  }
  /// What the article warns of: each row that the cell ever showed goes on writing its label (HZ-E4).
  static let showTotalForEver = Wiring("showTotalForEver") { (cell: Ref<HomeCell>, row: Ref<HomeRow>) in
    row.values(HomeRow.totalNumber).write(to: cell, totalNumberLabel)
  }

  static let definition = Definition<HomeCell>(
    Model(), fields: [row, takesUntil, numberLabel, nameLabel, scoreLabel, totalNumberLabel]
  ) {
    Uses(showTotal, showTotalForEver)
    Setter(row) { cell, row in
      guard let row = row?.ref else { return }
      cell[numberLabel] = cell[row, HomeRow.number]
      cell[nameLabel] = cell[row, HomeRow.name]
      cell[scoreLabel] = cell[row, HomeRow.score]
      // The trigger is subscribed inside the assignment, so it does not hear this one but the next.
      cell.start(cell[takesUntil] ? showTotal : showTotalForEver, cell.me, row)
    }
    // HZ-E4
    Invariant("a label shows the total of the cell's present row") { cell in
      guard let row = cell[row]?.ref else { return true }
      return cell[row, HomeRow.totalNumber] == cell[totalNumberLabel]
    }
  }
}
