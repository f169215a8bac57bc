import ViewModels

/// The widgets of the originals' controllers. Programmatic text fires no edit.
struct PhoneView: InternalViewModel {
  struct Model: ModelType, Hashable {
    var phoneText = ""
    var codeText = ""
    var avatarImage: String?
    var loginEnabled = false
    /// Whether the sign of work was asked for.
    var isBusy = false
  }

  let phoneText = Field(\.phoneText)
  let codeText = Field(\.codeText)
  let avatarImage = Field(\.avatarImage)
  let loginEnabled = Field(\.loginEnabled)
  let isBusy = Field(\.isBusy)
  let phoneEdited = Subject<String>()
  let codeEdited = Subject<String>()
}
