import ViewModels

/// The first page of all variants.
enum FlickrScreen {
  static let prompt = "Search"

  /// - Parameter parts: The text field, then the routes.
  static func screen<V: ViewModel>(
    of _: V.Type, _ execute: Input<Void>, _ canSearch: Field<V.Model, Bool>, _ executing: Field<V.Model, Bool>,
    _ previousSearches: Field<V.Model, [Ref<FlickrHistory>]>, @ScreenParts _ parts: () -> [ScreenPart]
  ) -> Screen {
    let parts = parts()
    return Screen("Flickr Search") {
      Array(parts.prefix(1))
      V.Button(execute, "Go", enabled: canSearch)
      V.List(previousSearches, "Previous searches") {
        V.Label(FlickrHistory.text, "")
        V.Label(FlickrHistory.totalText, "total")
        V.Label(FlickrHistory.thumbnail, "")
      }
      V.HUD("Loading", while: executing, covers: false)
      Array(parts.dropFirst())
    }
  }
}
