import ViewModels

/// The phone login of seed 003 with blocks, with its controller's wiring.
///
/// Each edit of either text loads the avatar again (HZ-G2) and shows it unconditionally (HZ-G1); the validity tells nobody
/// (HZ-G4); what is stored is read when the answer comes (HZ-G3); nothing stops a second login (HZ-G5), and nothing handles
/// a failure (HZ-G6).
enum PhoneBlocks: ViewModel {
  struct Model: Sendable {
    var view = Ref<PhoneView>(InstanceID(0))
    var mobilePhone: String?
    var verifyCode: String?
    var avatarUrlString: String?
    var isFilled: Bool { !(mobilePhone ?? "").isEmpty && !(verifyCode ?? "").isEmpty }
    var isPhone: Bool { (mobilePhone ?? "").isPhoneAsWritten }
    var credentials: PhoneCredentials { PhoneCredentials(phone: mobilePhone ?? "", code: verifyCode ?? "") }
  }

  static let view = Field("view", \Model.view)
  static let mobilePhone = Field(
    "mobilePhone", \Model.mobilePhone,
    samples: ["phone": "13874385438", "shortPhone": "1387438543", "newPrefix": "19912345678"])
  static let verifyCode = Field(
    "verifyCode", \Model.verifyCode, samples: ["code": "4848", "shortCode": "484", "fullWidth": "４８４８"])
  static let validLogin = Field("validLogin", \Model.isFilled)
  static let avatarUrlString = Field(
    "avatarUrlString", \Model.avatarUrlString, samples: ["avatar": PhoneService.avatarURL])
  static let login = Input<Void>("login")
  static let fill = Input<Void>("fill")
  /// The view model's own method, past the controller's checks.
  static let submit = Input<Void>("submit")
  static let success = Subject<PhoneAccount>("success")
  static let fail = Subject<String>("fail")
  static let error = Subject<String>("error")
  /// What takes the keyboard away.
  static let keyboardDown = Subject<Void>("keyboardDown")
  static let keys = PhoneKeys(1)

  static let isWrongPhone = Guard<Model>("the phone is wrong", reads: [mobilePhone]) { !$0.isPhone }
  static let isWrongCode = Guard<Model>("the code is wrong", reads: [verifyCode]) {
    !($0.verifyCode ?? "").isCodeAsWritten
  }

  // What its controller wires.

  static let textChanged = Handler("textChanged") { (turn, _, me: Ref<PhoneBlocks>) in turn.takeTexts(me) }
  static let takePhone = Wiring("takePhone") { (me: Ref<PhoneBlocks>, view: Ref<PhoneView>) in
    view.values(of: PhoneView.phoneEdited).subscribe(next: textChanged(me))
  }
  static let takeCode = Wiring("takeCode") { (me: Ref<PhoneBlocks>, view: Ref<PhoneView>) in
    view.values(of: PhoneView.codeEdited).subscribe(next: textChanged(me))
  }
  static let showAvatar = Wiring("showAvatar") { (me: Ref<PhoneBlocks>, view: Ref<PhoneView>) in
    me.values(avatarUrlString).assign(to: view, PhoneView.avatarImage)
  }

  static let definition = Definition<PhoneBlocks>(
    Model(), name: "Phone", fields: [view, mobilePhone, verifyCode, validLogin, avatarUrlString],
    inputs: [login, fill, submit], subjects: [success, fail, error, keyboardDown],
    properties: Property.phoneLaws(
      mobilePhone.name, avatarUrlString, validity: validLogin.name, keys, isPhone: { $0.isPhone }
    ) { $0.credentials }
  ) {
    Uses(PhoneView.self)
    Uses(LoginCall.self)
    Uses(AvatarCall.self)
    Uses(textChanged, takePhone, takeCode, showAvatar)
    Setter(mobilePhone) { me, phone in
      guard let phone, phone.isPhoneAsWritten else { return me[avatarUrlString] = nil }
      me.callAvatar(for: phone)
    }
    SetUp { me in
      let view = me.make(PhoneView.self, at: "view")
      me[PhoneBlocks.view] = view
      me.start(takePhone, me.me, view)
      me.start(takeCode, me.me, view)
      me.start(showAvatar, me.me, view)
      me.showTexts(keys.stored(me.turn))
    }
    Accepts("unreachable-state", at: "login.error", because: "as written, no failure of a request is told")
    Region("login") {
      On(fill) { me, _ in me.showTexts(PhoneCredentials(phone: "13874385438", code: "4848")) }
      On(login, to: .validating)
      On(submit, to: .executing)
      On(AvatarCall.answered) { $0[avatarUrlString] = $1 }
      On(LoginCall.answered, to: .succeeded) { me, account in
        keys.store(me.model.credentials, me.turn)
        me[me[view], PhoneView.isBusy] = false
        me.emit(success, account)
      }
      State(.idle)
      State(.validating) {
        Always(to: .failed, when: isWrongPhone) { $0.emit(fail, PhoneTexts.wrongPhone) }
        Always(to: .failed, when: isWrongCode) { $0.emit(fail, PhoneTexts.wrongCode) }
        Always(to: .executing) { me in
          me.emit(keyboardDown)
          me[me[view], PhoneView.isBusy] = true
        }
      }
      State(.executing) { OnEntry { me in me.callLogin(me.model.credentials) } }
      State(.succeeded)
      State(.failed)
      State(.error)
    }
  }

  static let screen = PhoneView.screen(
    avatar: avatarUrlString.name, login: login, fill: fill, success: success, keyboardDown: keyboardDown,
    tips: [fail, error])
}

extension TurnContext {
  /// What every edit of either text does.
  fileprivate func takeTexts(_ me: Ref<PhoneBlocks>) {
    let view = self[me, PhoneBlocks.view]
    self[me, PhoneBlocks.mobilePhone] = self[view, PhoneView.phoneText]
    self[me, PhoneBlocks.verifyCode] = self[view, PhoneView.codeText]
    self[view, PhoneView.loginEnabled] = self[me, PhoneBlocks.validLogin]  // polled, since it tells nobody
  }
}

extension Handle where V == PhoneBlocks {
  /// Sets both texts by program and does what an edit would have done.
  fileprivate func showTexts(_ credentials: PhoneCredentials) {
    self[self[PhoneBlocks.view], PhoneView.phoneText] = credentials.phone
    self[self[PhoneBlocks.view], PhoneView.codeText] = credentials.code
    turn.takeTexts(me)
  }
}
