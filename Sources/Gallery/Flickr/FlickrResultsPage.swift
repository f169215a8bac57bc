import ViewModels

protocol FlickrResultsPage: ViewModel where Model == FlickrResultsFields<Item> {
  associatedtype Item: FlickrPhotoItem
  var page: FlickrResultsTokens<Self> { get }
}

struct FlickrResultsFields<Item: FlickrPhotoItem>: ModelType {
  var title = ""
  var searchResults: [Ref<Item>] = []
  var cells: [Ref<FlickrCell<Item>>] = []
  var offset = 0.0
}

struct FlickrResultsTokens<Owner: FlickrResultsPage>: TokenGroup {
  let title = Field(\.title, samples: ["cats": "cats"])
  let searchResults = Field(\.searchResults)
  let cells = Field(\.cells)
  let offset = Field(\.offset, samples: ["second": FlickrTable.rowHeight])
  let scroll = Input<Double>()
}

extension FlickrResultsPage {
  @ScreenParts var table: [ScreenPart] {
    List(page.searchResults, "Results") { $0.row }
    Scroll(page.offset, "Scroll", page.scroll)
    List(page.cells, "Cells in sight") { $0.labels }
  }

  var showsCells: Part<Self> {
    Observe(page.searchResults) { me, items in
      me.cells = items.prefix(FlickrTable.visibleRows).map { item in
        me.make(FlickrCell<Item>.self) { $0.item = Weak(item) }
      }
    }
  }

  var scrolls: Part<Self> {
    On(page.scroll) { me, offset in
      me.offset = offset
      for index in FlickrTable.rows(at: offset, of: me.searchResults.count) {
        let item = me.searchResults[index]
        let cell = me[me.cells[index % FlickrTable.visibleRows]]
        if cell.item?.ref != item { cell.item = Weak(item) }
      }
    }
  }
}
