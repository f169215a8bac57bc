import ViewModels

struct HomeCell: ViewModel {
  struct Model: ModelType {
    var row: Weak<HomeRow>?
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
  /// The article warns of this: rows shown earlier still write the label (HZ-E4).
  let showTotalForEver = Wiring<Ref<HomeRow>> { cell, row in
    row.values(\.totalNumber).write(to: cell, \.totalNumberLabel)
  }

  var chart: Chart {
    Setter(row) { cell, row in
      guard let row = row?.ref else { return }
      cell.numberLabel = cell[row].number
      cell.nameLabel = cell[row].name
      cell.scoreLabel = cell[row].score
      // Subscribed during the assignment, the trigger fires only at the next one.
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
