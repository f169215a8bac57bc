import ViewModels

/// The controllers' widgets. Setting text by program fires no edit.
struct PhoneView: InternalViewModel {
  struct Model: ModelType, Hashable {
    var phoneText = ""
    var codeText = ""
    var avatarImage: String?
    var loginEnabled = false
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
