import ViewModels

/// A cell of the results, which shows one photo, and another one when it is used again.
enum FlickrCell: ViewModel {
  struct Model: Sendable {
    var item: Weak<FlickrItem>?
    var titleLabel = ""
    var favouritesLabel: Int?
    var commentsLabel: Int?
  }

  static let item = Field("item", \Model.item)
  static let titleLabel = Field("titleLabel", \Model.titleLabel, samples: ["photo": "photo 1"])
  static let favouritesLabel = Field("favouritesLabel", \Model.favouritesLabel, samples: ["twelve": 12])
  static let commentsLabel = Field("commentsLabel", \Model.commentsLabel, samples: ["five": 5])

  static let showFavourites = Wiring("showFavourites") { (cell: Ref<FlickrCell>, item: Ref<FlickrItem>) in
    item.values(FlickrItem.favourites).take(until: cell.changes(FlickrCell.item)).write(to: cell, favouritesLabel)
  }
  static let showComments = Wiring("showComments") { (cell: Ref<FlickrCell>, item: Ref<FlickrItem>) in
    item.values(FlickrItem.comments).take(until: cell.changes(FlickrCell.item)).write(to: cell, commentsLabel)
  }

  static let definition = Definition<FlickrCell>(
    Model(), fields: [item, titleLabel, favouritesLabel, commentsLabel]
  ) {
    Uses(showFavourites, showComments)
    Setter(item) { cell, item in
      guard let item = item?.ref else { return }
      cell[titleLabel] = cell[item, FlickrItem.title]
      cell.start(showFavourites, cell.me, item)
      cell.start(showComments, cell.me, item)
    }
    // HZ-J6
    Invariant("a cell shows the numbers of its present photo") { cell in
      guard let item = cell[item]?.ref else { return true }
      return cell[favouritesLabel] == cell[item, FlickrItem.favourites]
        && cell[commentsLabel] == cell[item, FlickrItem.comments]
    }
  }
}
