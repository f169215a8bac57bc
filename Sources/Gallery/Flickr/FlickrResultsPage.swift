import ViewModels

/// The page of the results, whatever its photos and cells are: the photos, and the cells that show those in sight.
struct FlickrResultsPage<Item: ViewModel, Cell: ViewModel>: Sendable {
  struct Model: Sendable {
    var title = ""
    var searchResults: [Ref<Item>] = []
    var cells: [Ref<Cell>] = []
    /// How far it is scrolled, in points.
    var offset = 0.0
  }

  let title = Field("title", \Model.title, samples: ["cats": "cats"])
  let searchResults = Field("searchResults", \Model.searchResults)
  let cells = Field("cells", \Model.cells)
  let offset = Field("offset", \Model.offset, samples: ["second": FlickrTable.rowHeight])
  let scroll = Input<Double>("scroll")
  /// The photo that a cell shows.
  let shown: Field<Cell.Model, Weak<Item>?>
  /// What tells the photos that their page was left; `nil` where nobody tells them.
  let leave: Input<Void>?

  func definition<Page: ViewModel>(of _: Page.Type) -> Definition<Page> where Page.Model == Model {
    Definition<Page>(
      Model(), name: "FlickrResults", fields: [title, searchResults, cells, offset],
      inputs: [scroll] + (leave.map { [$0] } ?? [])
    ) {
      Page.Uses(Item.self)
      Page.Uses(Cell.self)
      Page.Observe(searchResults) { me, items in
        me[cells] = items.prefix(FlickrTable.visibleRows).map { item in
          me.make(Cell.self) { cell in me[cell, shown] = Weak(item) }
        }
      }
      Page.Region("table") {
        Page.On(scroll) { me, offset in
          me[self.offset] = offset
          for index in FlickrTable.rows(at: offset, of: me[searchResults].count) {
            let (cell, item) = (me[cells][index % FlickrTable.visibleRows], me[searchResults][index])
            if me[cell, shown]?.ref != item { me[cell, shown] = Weak(item) }
          }
        }
        if let leave {
          Page.On(leave) { me, _ in for item in me[searchResults] { me.raise(leave, for: item) } }
        }
        Page.State(.idle)
      }
    }
  }
}
