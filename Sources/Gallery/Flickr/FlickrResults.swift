import ViewModels

struct FlickrResults: FlickrResultsPage {
  typealias Item = FlickrItem
  typealias Model = FlickrResultsFields<FlickrItem>

  let page = FlickrResultsTokens<Self>()
  let leave = Input()

  var chart: Chart {
    showsCells
    Region("table") {
      scrolls
      On(leave) { me in for item in me.searchResults { me[item].raise(FlickrItem.leave) } }
      State(.idle)
    }
  }

  var screen: Screen {
    Screen("") {
      table
      Disappeared(leave)
    }
  }
}

/// The original does not notify the photos when the page is left.
struct FlickrOriginalResults: FlickrResultsPage {
  typealias Item = FlickrOriginalItem
  typealias Model = FlickrResultsFields<FlickrOriginalItem>

  static let templateName = "FlickrResults"

  let page = FlickrResultsTokens<Self>()

  var chart: Chart {
    showsCells
    Region("table") {
      scrolls
      State(.idle)
    }
  }

  var screen: Screen { Screen("") { table } }
}
