import ViewModels

/// A cell of the home page's table: it shows one row, and another one when it is used again.
struct HomeCell: ViewModel {
  struct Model: ModelType {
    var row: Weak<HomeRow>?
    /// Whether the observation of a row ends with the next assignment of `row`, as the article has it.
    var takesUntil = true
    var numberLabel = ""
    var nameLabel = ""
    var scoreLabel = ""
    var totalNumberLabel: String?
  }

  let row = Field(\.row)
  let takesUntil = Field(\.takesUntil)
  let numberLabel = Field(\.numberLabel, samples: ["last": "40"])
  let nameLabel = Field(\.nameLabel, samples: ["hong": "小红"])
  let scoreLabel = Field(\.scoreLabel, samples: ["full": "100"])
  let totalNumberLabel = Field(\.totalNumberLabel, samples: ["large": "99"])

  let showTotal = Wiring<Ref<HomeRow>> { cell, row in
    row.values(\.totalNumber).take(until: cell.changes(\.row)).write(to: cell, \.totalNumberLabel)
  }
  /// What the article warns of: each row that the cell ever showed goes on writing its label (HZ-E4).
  let showTotalForEver = Wiring<Ref<HomeRow>> { cell, row in
    row.values(\.totalNumber).write(to: cell, \.totalNumberLabel)
  }

  var chart: Chart {
    Setter(row) { cell, row in
      guard let row = row?.ref else { return }
      cell.numberLabel = cell[row].number
      cell.nameLabel = cell[row].name
      cell.scoreLabel = cell[row].score
      // The trigger is subscribed inside the assignment, so it does not hear this one but the next.
      cell.start(cell.takesUntil ? showTotal : showTotalForEver, row)
    }
  }

  var laws: Chart {
    // HZ-E4
    Invariant("a label shows the total of the cell's present row") { cell in
      guard let row = cell.row?.ref else { return true }
      return cell[row].totalNumber == cell.totalNumberLabel
    }
  }
}
