import ViewModels

/// The page of the results.
enum FlickrResults: ViewModel {
  typealias Model = FlickrResultsPage<FlickrItem, FlickrCell>.Model

  static let page = FlickrResultsPage<FlickrItem, FlickrCell>(shown: FlickrCell.item, leave: FlickrItem.leave)
  static let definition = page.definition(of: FlickrResults.self)

  static let screen = Screen("") {
    List(page.searchResults, "Results") {
      FlickrItem.Label(FlickrItem.title, "")
      FlickrItem.Label(FlickrItem.favourites, "favourites")
      FlickrItem.Label(FlickrItem.comments, "comments")
      FlickrItem.Button(FlickrItem.appear, "appear")
      FlickrItem.Button(FlickrItem.disappear, "disappear")
    }
    Scroll(page.offset, "Scroll", page.scroll)
    List(page.cells, "Cells in sight") {
      FlickrCell.Label(FlickrCell.titleLabel, "")
      FlickrCell.Label(FlickrCell.favouritesLabel, "favourites")
      FlickrCell.Label(FlickrCell.commentsLabel, "comments")
    }
    Disappeared(FlickrItem.leave)
  }
}
