import ViewModels

/// The first page of all variants.
enum FlickrScreen {
  static func screen<V: ViewModel, Text>(
    of _: V.Type, _ searchText: Field<V.Model, Text>, _ execute: Input<Void>, _ canSearch: Field<V.Model, Bool>,
    _ executing: Field<V.Model, Bool>, _ previousSearches: Field<V.Model, [Ref<FlickrHistory>]>,
    @ScreenParts _ routes: () -> [ScreenPart]
  ) -> Screen {
    let routes = routes()
    return Screen("Flickr Search") {
      V.TextField(searchText, "Search")
      V.Button(execute, "Go", enabled: canSearch)
      V.List(previousSearches, "Previous searches") {
        V.Label(FlickrHistory.text, "")
        V.Label(FlickrHistory.totalText, "total")
        V.Label(FlickrHistory.thumbnail, "")
      }
      V.HUD("Loading", while: executing, covers: false)
      routes
    }
  }
}
