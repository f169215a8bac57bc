import ViewModels

/// The widgets of the originals' controllers. Programmatic text fires no edit.
enum PhoneView: ViewModel {
  struct Model: Hashable, Sendable {
    var phoneText = ""
    var codeText = ""
    var avatarImage: String?
    var loginEnabled = false
    /// Whether the sign of work was asked for.
    var isBusy = false
  }

  static let phoneText = Field("phoneText", \Model.phoneText)
  static let codeText = Field("codeText", \Model.codeText)
  static let avatarImage = Field("avatarImage", \Model.avatarImage)
  static let loginEnabled = Field("loginEnabled", \Model.loginEnabled)
  static let isBusy = Field("isBusy", \Model.isBusy)
  static let phoneEdited = Subject<String>("phoneEdited")
  static let codeEdited = Subject<String>("codeEdited")

  static let definition = Definition<PhoneView>(
    Model(), fields: [phoneText, codeText, avatarImage, loginEnabled, isBusy], subjects: [phoneEdited, codeEdited],
    isView: true
  ) {}
}

extension PhoneView {
  /// The page of an original, whose widgets stand at `view`.
  ///
  /// - Parameters:
  ///   - login: The input that the button calls.
  ///   - success: What pushes the home page.
  ///   - keyboardDown: What takes the keyboard away.
  static func screen<P>(
    avatar: String, login: Input<Void>, fill: Input<Void>, success: Subject<P>, keyboardDown: Subject<Void>,
    tips: [Subject<String>]
  ) -> Screen {
    Screen("登录") {
      Label(avatarImage, "头像", named: avatar, in: "view")
      TextField(named: "mobilePhone", "手机号", in: "view", text: phoneText, edited: phoneEdited)
      TextField(named: "verifyCode", "验证码", in: "view", text: codeText, edited: codeEdited)
      Button(login, "登录", enabled: loginEnabled, in: "view")
      Button(fill, "填充")
      EndEditing(on: keyboardDown)
      HUD(PhoneTexts.busy, while: isBusy, in: "view")
      tips.map { Tip(on: $0) }
      Push(.goods, on: success)
    }
  }
}
