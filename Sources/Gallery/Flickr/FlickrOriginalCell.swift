import ViewModels

/// A cell of the original's results: each photo that it ever showed goes on writing its labels (HZ-J6).
enum FlickrOriginalCell: ViewModel {
  struct Model: Sendable {
    var item: Weak<FlickrOriginalItem>?
    var titleLabel = ""
    var favouritesLabel: Int?
    var commentsLabel: Int?
  }

  static let item = Field("item", \Model.item)
  static let titleLabel = Field("titleLabel", \Model.titleLabel, samples: ["photo": "photo 1"])
  static let favouritesLabel = Field("favouritesLabel", \Model.favouritesLabel, samples: ["twelve": 12])
  static let commentsLabel = Field("commentsLabel", \Model.commentsLabel, samples: ["five": 5])

  static let showFavourites = Wiring("showFavourites") {
    (cell: Ref<FlickrOriginalCell>, item: Ref<FlickrOriginalItem>) in
    item.values(FlickrOriginalItem.favourites).write(to: cell, favouritesLabel)
  }
  static let showComments = Wiring("showComments") { (cell: Ref<FlickrOriginalCell>, item: Ref<FlickrOriginalItem>) in
    item.values(FlickrOriginalItem.comments).write(to: cell, commentsLabel)
  }

  static let definition = Definition<FlickrOriginalCell>(
    Model(), name: "FlickrCell", fields: [item, titleLabel, favouritesLabel, commentsLabel]
  ) {
    Uses(showFavourites, showComments)
    Setter(item) { cell, item in
      guard let item = item?.ref else { return }
      cell[titleLabel] = cell[item, FlickrOriginalItem.title]
      cell.start(showFavourites, cell.me, item)
      cell.start(showComments, cell.me, item)
    }
    // HZ-J6
    Invariant("a cell shows the numbers of its present photo") { cell in
      guard let item = cell[item]?.ref else { return true }
      return cell[favouritesLabel] == cell[item, FlickrOriginalItem.favourites]
        && cell[commentsLabel] == cell[item, FlickrOriginalItem.comments]
    }
  }
}
