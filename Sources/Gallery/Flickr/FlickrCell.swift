import ViewModels

struct FlickrCell<Item: FlickrPhotoItem>: ViewModel {
  struct Model: ModelType {
    var item: Weak<Item>?
    var titleLabel = ""
    var favouritesLabel: Int?
    var commentsLabel: Int?
  }

  let item = Field(\.item)
  let titleLabel = Field(\.titleLabel, samples: ["photo": "photo 1"])
  let favouritesLabel = Field(\.favouritesLabel, samples: ["twelve": 12])
  let commentsLabel = Field(\.commentsLabel, samples: ["five": 5])

  let showFavourites = Wiring<Ref<Item>> { cell, item in
    Item.shown(item.values(\.favourites), until: cell.changes(\.item)).write(to: cell, \.favouritesLabel)
  }
  let showComments = Wiring<Ref<Item>> { cell, item in
    Item.shown(item.values(\.comments), until: cell.changes(\.item)).write(to: cell, \.commentsLabel)
  }

  var chart: Chart {
    Setter(item) { cell, item in
      guard let item = item?.ref else { return }
      cell.titleLabel = cell[item].title
      cell.start(showFavourites, item)
      cell.start(showComments, item)
    }
  }

  var laws: Chart {
    // HZ-J6
    Invariant("a cell shows the numbers of its present photo") { cell in
      guard let item = cell.item?.ref else { return true }
      return cell.favouritesLabel == cell[item].favourites && cell.commentsLabel == cell[item].comments
    }
  }

  @ScreenParts var labels: [ScreenPart] {
    Label(titleLabel, "")
    Label(favouritesLabel, "favourites")
    Label(commentsLabel, "comments")
  }
}
