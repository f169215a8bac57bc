import ViewModels

/// The phone login of seed 003 that tells of itself by three properties, with its controller's wiring.
///
/// The controller observes `executing`, `responseObject` and `error` with their initial values, so its blocks for success and
/// failure run at bind, with nothing (HZ-G8). Both outcomes are cleared when a login starts; without that, the first failure
/// would be seen after a later success (HZ-G9). What the version with blocks does wrong with its texts stays wrong.
enum PhoneProperties: ViewModel {
  struct Model: Sendable {
    var view = Ref<PhoneView>(InstanceID(0))
    var mobilePhone: String?
    var verifyCode: String?
    var avatarUrlString: String?
    var executing = false
    var responseObject: PhoneAccount?
    var error: String?
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
  static let executing = Field("executing", \Model.executing)
  static let responseObject = Field("responseObject", \Model.responseObject, samples: ["account": .only])
  static let failure = Field("error", \Model.error, samples: ["offline": "网络错误"])
  static let login = Input<Void>("login")
  static let fill = Input<Void>("fill")
  /// The view model's own method, past the controller's checks.
  static let submit = Input<Void>("submit")
  static let success = Subject<PhoneAccount>("success")
  static let fail = Subject<String>("fail")
  /// What takes the keyboard away.
  static let keyboardDown = Subject<Void>("keyboardDown")
  /// What the controller's three blocks were called with.
  static let executingSeen = Subject<Bool>("executingSeen")
  static let responseSeen = Subject<PhoneAccount?>("responseSeen")
  static let errorSeen = Subject<String?>("errorSeen")
  static let keys = PhoneKeys(1)

  static let isWrongPhone = Guard<Model>("the phone is wrong", reads: [mobilePhone]) { !$0.isPhone }
  static let isWrongCode = Guard<Model>("the code is wrong", reads: [verifyCode]) {
    !($0.verifyCode ?? "").isCodeAsWritten
  }

  // What its controller wires.

  static let textChanged = Handler("textChanged") { (turn, _, me: Ref<PhoneProperties>) in turn.takeTexts(me) }
  static let takePhone = Wiring("takePhone") { (me: Ref<PhoneProperties>, view: Ref<PhoneView>) in
    view.values(of: PhoneView.phoneEdited).subscribe(next: textChanged(me))
  }
  static let takeCode = Wiring("takeCode") { (me: Ref<PhoneProperties>, view: Ref<PhoneView>) in
    view.values(of: PhoneView.codeEdited).subscribe(next: textChanged(me))
  }
  static let showAvatar = Wiring("showAvatar") { (me: Ref<PhoneProperties>, view: Ref<PhoneView>) in
    me.values(avatarUrlString).assign(to: view, PhoneView.avatarImage)
  }

  static let seeExecuting = Handler("seeExecuting") { (turn, value, me: Ref<PhoneProperties>) in
    let isExecuting = value == .bool(true)
    turn.emit(executingSeen, isExecuting, by: me)
    turn[turn[me, view], PhoneView.isBusy] = isExecuting
  }
  static let seeResponse = Handler("seeResponse") { (turn, value, me: Ref<PhoneProperties>) in
    let account = PhoneAccount(value)
    turn.emit(responseSeen, account, by: me)
    if let account { turn.emit(success, account, by: me) }
  }
  static let seeError = Handler("seeError") { (turn, value, me: Ref<PhoneProperties>) in
    let message = String(value)
    turn.emit(errorSeen, message, by: me)
    if let message { turn.emit(fail, message, by: me) }
  }
  static let observeExecuting = Wiring("observeExecuting") { (me: Ref<PhoneProperties>) in
    me.values(executing).subscribe(next: seeExecuting(me))
  }
  static let observeResponse = Wiring("observeResponse") { (me: Ref<PhoneProperties>) in
    me.values(responseObject).subscribe(next: seeResponse(me))
  }
  static let observeError = Wiring("observeError") { (me: Ref<PhoneProperties>) in
    me.values(failure).subscribe(next: seeError(me))
  }

  static let definition = Definition<PhoneProperties>(
    Model(), name: "Phone",
    fields: [view, mobilePhone, verifyCode, validLogin, avatarUrlString, executing, responseObject, failure],
    inputs: [login, fill, submit], subjects: [success, fail, keyboardDown, executingSeen, responseSeen, errorSeen],
    properties: Property.phoneLaws(
      mobilePhone.name, avatarUrlString, validity: validLogin.name, keys, isPhone: { $0.isPhone }
    ) { $0.credentials }
  ) {
    Uses(PhoneView.self)
    Uses(LoginCall.self)
    Uses(AvatarCall.self)
    Uses(seeExecuting, seeResponse, seeError, observeExecuting, observeResponse, observeError)
    Uses(textChanged, takePhone, takeCode, showAvatar)
    Setter(mobilePhone) { me, phone in
      guard let phone, phone.isPhoneAsWritten else { return me[avatarUrlString] = nil }
      me.callAvatar(for: phone)
    }
    SetUp { me in
      let view = me.make(PhoneView.self, at: "view")
      me[PhoneProperties.view] = view
      me.start(takePhone, me.me, view)
      me.start(takeCode, me.me, view)
      me.start(showAvatar, me.me, view)
      me.start(observeExecuting, me.me)
      me.start(observeResponse, me.me)
      me.start(observeError, me.me)
      me.showTexts(keys.stored(me.turn))
    }
    Region("login") {
      On(fill) { me, _ in me.showTexts(PhoneCredentials(phone: "13874385438", code: "4848")) }
      On(login, to: .validating)
      On(submit, to: .executing)
      On(AvatarCall.answered) { $0[avatarUrlString] = $1 }
      On(LoginCall.answered, to: .succeeded) { me, account in
        keys.store(me.model.credentials, me.turn)
        me[responseObject] = account
        me[executing] = false  // last, so that the sign of work goes when the data is there
      }
      On(LoginCall.refused, to: .failed) { me, reason in me.end(with: reason) }
      On(LoginCall.broke, to: .error) { me, message in me.end(with: message) }
      State(.idle)
      State(.validating) {
        Always(to: .failed, when: isWrongPhone) { $0.emit(fail, PhoneTexts.wrongPhone) }
        Always(to: .failed, when: isWrongCode) { $0.emit(fail, PhoneTexts.wrongCode) }
        Always(to: .executing) { $0.emit(keyboardDown) }
      }
      State(.executing) {
        OnEntry { me in
          me[responseObject] = nil
          me[failure] = nil
          me[executing] = true
          me.callLogin(me.model.credentials)
        }
      }
      State(.succeeded)
      State(.failed)
      State(.error)
    }
  }

  static let screen = PhoneView.screen(
    avatar: avatarUrlString.name, login: login, fill: fill, success: success, keyboardDown: keyboardDown,
    tips: [fail])
}

extension TurnContext {
  /// What every edit of either text does.
  fileprivate func takeTexts(_ me: Ref<PhoneProperties>) {
    let view = self[me, PhoneProperties.view]
    self[me, PhoneProperties.mobilePhone] = self[view, PhoneView.phoneText]
    self[me, PhoneProperties.verifyCode] = self[view, PhoneView.codeText]
    self[view, PhoneView.loginEnabled] = self[me, PhoneProperties.validLogin]  // polled, since it tells nobody
  }
}

extension Handle where V == PhoneProperties {
  /// Whoever observes the error hears of it before executing drops. Whose error it is nobody can tell.
  fileprivate func end(with message: String) {
    self[PhoneProperties.failure] = message
    self[PhoneProperties.executing] = false
  }

  /// Sets both texts by program and does what an edit would have done.
  fileprivate func showTexts(_ credentials: PhoneCredentials) {
    self[self[PhoneProperties.view], PhoneView.phoneText] = credentials.phone
    self[self[PhoneProperties.view], PhoneView.codeText] = credentials.code
    turn.takeTexts(me)
  }
}
