import ViewModels

/// The phone login without a view model. It has the bugs of `PhoneBlocks`, but shows a picture only if the phone is
/// valid by then.
struct PhoneController: PhonePage, PhoneCaller {
  struct Model: PhoneForm, Hashable {
    var mobilePhone = ""
    var verifyCode = ""
    var avatarUrlString: String?
    var loginEnabled = false
    var isBusy = false
    var credentials: PhoneCredentials { PhoneCredentials(phone: mobilePhone, code: verifyCode) }
  }

  static let templateName = "Phone"

  let mobilePhone = Field(
    \.mobilePhone, samples: ["phone": "13874389438", "shortPhone": "1387438943", "newPrefix": "19912345678"])
  let verifyCode = Field(\.verifyCode, samples: ["code": "3838", "shortCode": "383", "fullWidth": "３８３８"])
  let avatarUrlString = Field(\.avatarUrlString, samples: ["avatar": PhoneAccount.only.avatarURL])
  let validLogin = Field(\.loginEnabled, named: "loginEnabled")
  let isBusy = Field(\.isBusy)
  let login = Input()
  let fill = Input()
  let textChanged = Event<Void>()
  let success = Subject<PhoneAccount>()
  let fail = Subject<String>()
  let keyboardDown = Subject<Void>()
  let phoneEdited = Subject<String>()
  let codeEdited = Subject<String>()
  let calls = PhoneCalls<Self>()
  let keys = PhoneKeys(0)

  let isWrongPhone = Guard("the phone is wrong", reads: \.mobilePhone) { !$0.isPhone }
  let isWrongCode = Guard("the code is wrong", reads: \.verifyCode) { !$0.isCode }

  var chart: Chart {
    Uses(LoginCall<Self>.self, AvatarCall<Self>.self)
    Wire("takePhone") { me in me.values(of: \.phoneEdited).subscribe(me) { me, _ in me.raise(textChanged) } }
    Wire("takeCode") { me in me.values(of: \.codeEdited).subscribe(me) { me, _ in me.raise(textChanged) } }
    SetUp { showTexts($0, keys.stored($0)) }
    Accepts("unreachable-state", at: "login.error", because: "as written, no failure of a request is reported")
    Region("login") {
      On(textChanged, takeTexts)
      On(fill) { showTexts($0, PhoneCredentials(phone: "13874389438", code: "3838")) }
      On(login, to: .validating)
      On(calls.avatarLoaded) { $0.avatarUrlString = $0.isPhone ? $1 : nil }
      On(calls.loginAnswered, to: .succeeded) { me, account in
        keys.store(me.credentials, me)
        me.isBusy = false
        me.emit(success, account)
      }
      State(.idle)
      State(.validating) {
        Always(to: .failed, when: isWrongPhone) { $0.emit(fail, PhoneTexts.wrongPhone) }
        Always(to: .failed, when: isWrongCode) { $0.emit(fail, PhoneTexts.wrongCode) }
        Always(to: .executing) { me in
          me.emit(keyboardDown)
          me.isBusy = true
        }
      }
      State(.executing) { OnEntry { $0.callLogin($0.credentials) } }
      State(.succeeded)
      State(.failed)
      State(.error)
    }
  }

  var screen: Screen {
    Screen("登录") {
      Label(avatarUrlString, "头像")
      TextField(mobilePhone, "手机号", edited: phoneEdited)
      TextField(verifyCode, "验证码", edited: codeEdited)
      Button(login, "登录", enabled: validLogin)
      Button(fill, "填充")
      EndEditing(on: keyboardDown)
      HUD(PhoneTexts.busy, while: isBusy)
      Tip(on: fail)
      Push(.goods, on: success)
    }
  }

  private func takeTexts(_ me: borrowing Me) {
    me.loginEnabled = me.isFilled
    guard me.isPhone else { return me.avatarUrlString = nil }
    me.callAvatar(for: me.mobilePhone)
  }

  private func showTexts(_ me: borrowing Me, _ credentials: PhoneCredentials) {
    me.mobilePhone = credentials.phone
    me.verifyCode = credentials.code
    takeTexts(me)
  }
}
