import ViewModels

/// The results page of the original.
enum FlickrOriginalResults: ViewModel {
  struct Model: Sendable {
    var title = ""
    var searchResults: [Ref<FlickrOriginalItem>] = []
    var cells: [Ref<FlickrOriginalCell>] = []
    /// How far it is scrolled, in points.
    var offset = 0.0
  }

  static let title = Field("title", \Model.title, samples: ["cats": "cats"])
  static let searchResults = Field("searchResults", \Model.searchResults)
  static let cells = Field("cells", \Model.cells)
  static let offset = Field("offset", \Model.offset, samples: ["second": FlickrTable.rowHeight])
  static let scroll = Input<Double>("scroll")

  static let definition = Definition<FlickrOriginalResults>(
    Model(), name: "FlickrResults", fields: [title, searchResults, cells, offset], inputs: [scroll]
  ) {
    Uses(FlickrOriginalItem.self)
    Uses(FlickrOriginalCell.self)
    Observe(searchResults) { me, items in
      me[cells] = items.prefix(FlickrTable.visibleRows).map { item in
        me.make(FlickrOriginalCell.self) { cell in me[cell, FlickrOriginalCell.item] = Weak(item) }
      }
    }
    Region("table") {
      On(scroll) { me, offset in
        me[FlickrOriginalResults.offset] = offset
        for index in FlickrTable.rows(at: offset, of: me[searchResults].count) {
          let (cell, item) = (me[cells][index % FlickrTable.visibleRows], me[searchResults][index])
          if me[cell, FlickrOriginalCell.item]?.ref != item { me[cell, FlickrOriginalCell.item] = Weak(item) }
        }
      }
      State(.idle)
    }
  }

  static let screen = Screen("") {
    List(searchResults, "Results") {
      FlickrOriginalItem.Label(FlickrOriginalItem.title, "")
      FlickrOriginalItem.Label(FlickrOriginalItem.favourites, "favourites")
      FlickrOriginalItem.Label(FlickrOriginalItem.comments, "comments")
      FlickrOriginalItem.Button(FlickrOriginalItem.appear, "appear")
      FlickrOriginalItem.Button(FlickrOriginalItem.disappear, "disappear")
    }
    Scroll(offset, "Scroll", scroll)
    List(cells, "Cells in sight") {
      FlickrOriginalCell.Label(FlickrOriginalCell.titleLabel, "")
      FlickrOriginalCell.Label(FlickrOriginalCell.favouritesLabel, "favourites")
      FlickrOriginalCell.Label(FlickrOriginalCell.commentsLabel, "comments")
    }
  }
}
