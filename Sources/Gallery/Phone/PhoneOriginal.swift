import ViewModels

/// The originals with widgets at `view`.
protocol PhoneOriginal: PhonePage, PhoneCaller where Phone == String? {
  associatedtype Success
  var verifyCode: Field<String?> { get }
  var view: Child<PhoneView> { get }
  var login: Input<Void> { get }
  var fill: Input<Void> { get }
  var success: Subject<Success> { get }
  var fail: Subject<String> { get }
  var keyboardDown: Subject<Void> { get }
  var tips: [ScreenPart] { get }
}

extension PhoneOriginal {
  var screen: Screen {
    Screen("登录") {
      Label(view.avatarImage, "头像", named: avatarUrlString.name)
      TextField(mobilePhone, "手机号", text: view.phoneText, edited: view.phoneEdited)
      TextField(verifyCode, "验证码", text: view.codeText, edited: view.codeEdited)
      Button(login, "登录", enabled: view.loginEnabled)
      Button(fill, "填充")
      EndEditing(on: keyboardDown)
      HUD(PhoneTexts.busy, while: view.isBusy)
      tips
      Push(.goods, on: success)
    }
  }

  func write(_ me: borrowing Me, _ credentials: PhoneCredentials) {
    me[view].phoneText = credentials.phone
    me[view].codeText = credentials.code
  }
}

/// Originals that read both texts at every edit.
protocol PhonePolling: PhoneOriginal {}

extension PhonePolling {
  @Parts<Self> var polling: Chart {
    Setter(mobilePhone) { me, phone in
      guard let phone, phone.isPhoneAsWritten else { return me.set(avatarUrlString, to: nil) }
      me.callAvatar(for: phone)
    }
    Wire("takePhone", view) { me, view in view.values(of: \.phoneEdited).subscribe(me) { me, _ in takeTexts(me) } }
    Wire("takeCode", view) { me, view in view.values(of: \.codeEdited).subscribe(me) { me, _ in takeTexts(me) } }
    Wire("showAvatar", view) { me, view in me.values(\.avatarUrlString).assign(to: view, \.avatarImage) }
  }

  /// Sets both texts by program, and does what an edit does.
  func showTexts(_ me: borrowing Me, _ credentials: PhoneCredentials) {
    write(me, credentials)
    takeTexts(me)
  }

  private func takeTexts(_ me: borrowing Me) {
    me.set(mobilePhone, to: me[view].phoneText)
    me.set(verifyCode, to: me[view].codeText)
    me[view].loginEnabled = me.isFilled  // polled, because it sends no changes
  }
}
