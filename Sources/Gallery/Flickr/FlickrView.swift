import ViewModels

/// The text field of the original's controller.
enum FlickrView: ViewModel {
  struct Model: Hashable, Sendable {
    var searchText = ""
    /// Which string object the view model's text is: every assignment brings another one.
    var textIdentity = 0
    /// Which one was searched for.
    var queryIdentity = 0
  }

  static let searchText = Field("searchText", \Model.searchText)
  static let textIdentity = Field("textIdentity", \Model.textIdentity)
  static let queryIdentity = Field("queryIdentity", \Model.queryIdentity)
  static let searchEdited = Subject<String>("searchEdited")

  static let definition = Definition<FlickrView>(
    Model(), fields: [searchText, textIdentity, queryIdentity], subjects: [searchEdited], isView: true
  ) {}
}
