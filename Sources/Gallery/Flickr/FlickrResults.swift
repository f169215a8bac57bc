import ViewModels

/// The page of the results: the photos, and the cells that show those in sight.
enum FlickrResults: ViewModel {
  struct Model: Sendable {
    var title = ""
    var searchResults: [Ref<FlickrItem>] = []
    var cells: [Ref<FlickrCell>] = []
    /// How far it is scrolled, in points.
    var offset = 0.0
  }

  static let title = Field("title", \Model.title, samples: ["cats": "cats"])
  static let searchResults = Field("searchResults", \Model.searchResults)
  static let cells = Field("cells", \Model.cells)
  static let offset = Field("offset", \Model.offset, samples: ["second": FlickrTable.rowHeight])
  static let scroll = Input<Double>("scroll")

  static let definition = Definition<FlickrResults>(
    Model(), fields: [title, searchResults, cells, offset], inputs: [scroll]
  ) {
    Uses(FlickrItem.self)
    Uses(FlickrCell.self)
    Observe(searchResults) { me, items in
      me[cells] = items.prefix(FlickrTable.visibleRows).map { item in
        me.make(FlickrCell.self) { cell in me[cell, FlickrCell.item] = Weak(item) }
      }
    }
    Region("table") {
      On(scroll) { me, offset in
        me[FlickrResults.offset] = offset
        for index in FlickrTable.rows(at: offset, of: me[searchResults].count) {
          let (cell, item) = (me[cells][index % FlickrTable.visibleRows], me[searchResults][index])
          if me[cell, FlickrCell.item]?.ref != item { me[cell, FlickrCell.item] = Weak(item) }
        }
      }
      State(.idle)
    }
  }

  static let screen = Screen("") {
    List(searchResults, "Results") {
      FlickrItem.Label(FlickrItem.title, "")
      FlickrItem.Label(FlickrItem.favourites, "favourites")
      FlickrItem.Label(FlickrItem.comments, "comments")
      FlickrItem.Button(FlickrItem.appear, "appear")
      FlickrItem.Button(FlickrItem.disappear, "disappear")
    }
    Scroll(offset, "Scroll", scroll)
    List(cells, "Cells in sight") {
      FlickrCell.Label(FlickrCell.titleLabel, "")
      FlickrCell.Label(FlickrCell.favouritesLabel, "favourites")
      FlickrCell.Label(FlickrCell.commentsLabel, "comments")
    }
  }
}
