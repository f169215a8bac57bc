import ViewModels

/// The phone login of seed 003 without a view model: the controller holds texts, checks, requests and widgets.
///
/// It is the baseline that the other versions are cut out of, with the hazards of the version with blocks but for one: what
/// was loaded is shown if the phone is right by then, else the placeholder.
enum PhoneController: ViewModel {
  struct Model: Hashable, Sendable {
    var mobilePhone = ""
    var verifyCode = ""
    var avatarUrlString: String?
    var loginEnabled = false
    var isBusy = false
    var credentials: PhoneCredentials { PhoneCredentials(phone: mobilePhone, code: verifyCode) }
  }

  static let mobilePhone = Field(
    "mobilePhone", \Model.mobilePhone,
    samples: ["phone": "13874389438", "shortPhone": "1387438943", "newPrefix": "19912345678"])
  static let verifyCode = Field(
    "verifyCode", \Model.verifyCode, samples: ["code": "3838", "shortCode": "383", "fullWidth": "３８３８"])
  static let avatarUrlString = Field(
    "avatarUrlString", \Model.avatarUrlString, samples: ["avatar": PhoneService.avatarURL])
  static let loginEnabled = Field("loginEnabled", \Model.loginEnabled)
  static let isBusy = Field("isBusy", \Model.isBusy)
  static let phoneEdited = Subject<String>("phoneEdited")
  static let codeEdited = Subject<String>("codeEdited")
  static let login = Input<Void>("login")
  static let fill = Input<Void>("fill")
  static let success = Subject<PhoneAccount>("success")
  static let fail = Subject<String>("fail")
  /// What takes the keyboard away.
  static let keyboardDown = Subject<Void>("keyboardDown")
  static let keys = PhoneKeys(0)

  static let isWrongPhone = Guard<Model>("the phone is wrong", reads: [mobilePhone]) {
    !$0.mobilePhone.isPhoneAsWritten
  }
  static let isWrongCode = Guard<Model>("the code is wrong", reads: [verifyCode]) { !$0.verifyCode.isCodeAsWritten }

  static let textChanged = Handler("textChanged") { (turn, _, me: Ref<PhoneController>) in
    turn.raise("textChanged", for: me.id)
  }
  static let takePhone = Wiring("takePhone") { (me: Ref<PhoneController>) in
    me.values(of: phoneEdited).subscribe(next: textChanged(me))
  }
  static let takeCode = Wiring("takeCode") { (me: Ref<PhoneController>) in
    me.values(of: codeEdited).subscribe(next: textChanged(me))
  }
  static let changed = Input<Void>("textChanged")

  static let definition = Definition<PhoneController>(
    Model(), name: "Phone", fields: [mobilePhone, verifyCode, avatarUrlString, loginEnabled, isBusy],
    inputs: [login, fill], subjects: [success, fail, keyboardDown, phoneEdited, codeEdited],
    properties: Property.phoneLaws(
      mobilePhone.name, avatarUrlString, validity: loginEnabled.name, keys, isPhone: { $0.mobilePhone.isPhoneAsWritten }
    ) { $0.credentials }
  ) {
    Uses(LoginCall.self)
    Uses(AvatarCall.self)
    Uses(textChanged, takePhone, takeCode)
    SetUp { me in
      me.start(takePhone, me.me)
      me.start(takeCode, me.me)
      me.showTexts(keys.stored(me.turn))
    }
    Accepts("unreachable-state", at: "login.error", because: "as written, no failure of a request is told")
    Region("login") {
      On(changed) { me, _ in me.takeTexts() }
      On(fill) { me, _ in me.showTexts(PhoneCredentials(phone: "13874389438", code: "3838")) }
      On(login, to: .validating)
      On(AvatarCall.answered) { me, url in
        me[avatarUrlString] = me.model.mobilePhone.isPhoneAsWritten ? url : nil
      }
      On(LoginCall.answered, to: .succeeded) { me, account in
        keys.store(me.model.credentials, me.turn)
        me[isBusy] = false
        me.emit(success, account)
      }
      State(.idle)
      State(.validating) {
        Always(to: .failed, when: isWrongPhone) { $0.emit(fail, PhoneTexts.wrongPhone) }
        Always(to: .failed, when: isWrongCode) { $0.emit(fail, PhoneTexts.wrongCode) }
        Always(to: .executing) { me in
          me.emit(keyboardDown)
          me[isBusy] = true
        }
      }
      State(.executing) { OnEntry { me in me.callLogin(me.model.credentials) } }
      State(.succeeded)
      State(.failed)
      State(.error)
    }
  }

  static let screen = Screen("登录") {
    Label(avatarUrlString, "头像")
    TextField(named: mobilePhone.name, "手机号", in: "", text: mobilePhone, edited: phoneEdited)
    TextField(named: verifyCode.name, "验证码", in: "", text: verifyCode, edited: codeEdited)
    Button(login, "登录", enabled: loginEnabled)
    Button(fill, "填充")
    EndEditing(on: keyboardDown)
    HUD(PhoneTexts.busy, while: isBusy)
    Tip(on: fail)
    Push(.goods, on: success)
  }
}

extension Handle where V == PhoneController {
  /// What every edit of either text does.
  fileprivate func takeTexts() {
    self[PhoneController.loginEnabled] = !model.mobilePhone.isEmpty && !model.verifyCode.isEmpty
    guard model.mobilePhone.isPhoneAsWritten else { return self[PhoneController.avatarUrlString] = nil }
    callAvatar(for: model.mobilePhone)
  }

  fileprivate func showTexts(_ credentials: PhoneCredentials) {
    self[PhoneController.mobilePhone] = credentials.phone
    self[PhoneController.verifyCode] = credentials.code
    takeTexts()
  }
}
