import ViewModels

/// The page of the original's results.
enum FlickrOriginalResults: ViewModel {
  typealias Model = FlickrResultsPage<FlickrOriginalItem, FlickrOriginalCell>.Model

  static let page = FlickrResultsPage<FlickrOriginalItem, FlickrOriginalCell>(
    shown: FlickrOriginalCell.item, leave: nil)
  static let definition = page.definition(of: FlickrOriginalResults.self)

  static let screen = Screen("") {
    List(page.searchResults, "Results") {
      FlickrOriginalItem.Label(FlickrOriginalItem.title, "")
      FlickrOriginalItem.Label(FlickrOriginalItem.favourites, "favourites")
      FlickrOriginalItem.Label(FlickrOriginalItem.comments, "comments")
      FlickrOriginalItem.Button(FlickrOriginalItem.appear, "appear")
      FlickrOriginalItem.Button(FlickrOriginalItem.disappear, "disappear")
    }
    Scroll(page.offset, "Scroll", page.scroll)
    List(page.cells, "Cells in sight") {
      FlickrOriginalCell.Label(FlickrOriginalCell.titleLabel, "")
      FlickrOriginalCell.Label(FlickrOriginalCell.favouritesLabel, "favourites")
      FlickrOriginalCell.Label(FlickrOriginalCell.commentsLabel, "comments")
    }
  }
}
