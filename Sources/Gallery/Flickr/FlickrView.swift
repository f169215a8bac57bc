import ViewModels

/// The text field of the original's controller.
struct FlickrView: InternalViewModel {
  struct Model: ModelType, Hashable {
    var searchText = ""
    /// Which string object the view model's text is: every assignment brings another one.
    var textIdentity = 0
    /// Which one was searched for.
    var queryIdentity = 0
  }

  let searchText = Field(\.searchText)
  let searchEdited = Subject<String>()
}
