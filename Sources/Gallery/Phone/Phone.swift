import ViewModels

/// The phone login of seed 003, as it should have been.
///
/// An avatar belongs to the number that it was loaded for; one login is under way at a time, what is stored is what it
/// sent, and each outcome, a silence of ten seconds included, has a way out.
enum Phone: ViewModel {
  struct Model: Hashable, Sendable {
    var mobilePhone = ""
    var verifyCode = ""
    var avatarUrlString: String?
    /// The number that the avatar is, or is being, loaded for.
    var avatarPhone: String?
    var executing = false
    var submitted: PhoneCredentials?
    var isFilled: Bool { !mobilePhone.isEmpty && !verifyCode.isEmpty }
    var isEmpty: Bool { mobilePhone.isEmpty && verifyCode.isEmpty }
    var isForAnotherPhone: Bool { avatarPhone.map { !$0.utf8.elementsEqual(mobilePhone.utf8) } ?? true }
    var credentials: PhoneCredentials { PhoneCredentials(phone: mobilePhone, code: verifyCode) }
  }

  static let mobilePhone = Field(
    "mobilePhone", \Model.mobilePhone,
    samples: ["phone": "13874385438", "shortPhone": "1387438543", "newPrefix": "19912345678"])
  static let verifyCode = Field(
    "verifyCode", \Model.verifyCode, samples: ["code": "4848", "shortCode": "484", "fullWidth": "４８４８"])
  static let validLogin = Field("validLogin", \Model.isFilled, from: [mobilePhone, verifyCode])
  static let avatarUrlString = Field(
    "avatarUrlString", \Model.avatarUrlString, samples: ["avatar": PhoneService.avatarURL])
  static let avatarPhone = Field("avatarPhone", \Model.avatarPhone, samples: ["avatarOf": "13874385438"])
  static let executing = Field("executing", \Model.executing)
  static let submitted = Field(
    "submitted", \Model.submitted, samples: ["form": PhoneCredentials(phone: "13874385438", code: "4848")])
  static let login = Input<Void>("login")
  static let fill = Input<Void>("fill")
  static let reappeared = Input<Void>("reappeared")
  static let success = Subject<PhoneAccount>("success")
  static let fail = Subject<String>("fail")
  static let error = Subject<String>("error")
  /// What takes the keyboard away.
  static let keyboardDown = Subject<Void>("keyboardDown")
  static let keys = PhoneKeys(1)
  static let loadAvatar = PhoneService.loadAvatar(timeout: .request)

  static let isEmpty = Guard<Model>("both texts are empty", reads: [mobilePhone, verifyCode]) { $0.isEmpty }
  static let isPartial = Guard<Model>("one text is empty", reads: [mobilePhone, verifyCode]) {
    !$0.isEmpty && !$0.isFilled
  }
  static let isFilled = Guard<Model>("both texts are filled", reads: [mobilePhone, verifyCode]) { $0.isFilled }
  static let isPhone = Guard<Model>("the phone is right", reads: [mobilePhone]) { $0.mobilePhone.isPhone }
  static let isWrongPhone = Guard<Model>("the phone is wrong", reads: [mobilePhone]) { !$0.mobilePhone.isPhone }
  static let isWrongCode = Guard<Model>("the code is wrong", reads: [verifyCode]) { !$0.verifyCode.isCode }
  static let isForAnotherPhone = Guard<Model>("the avatar is another phone's", reads: [mobilePhone, avatarPhone]) {
    $0.isForAnotherPhone
  }

  static let definition = Definition<Phone>(
    Model(), fields: [mobilePhone, verifyCode, validLogin, avatarUrlString, avatarPhone, executing, submitted],
    inputs: [login, fill, reappeared], subjects: [success, fail, error, keyboardDown],
    properties: Property.phoneLaws(
      mobilePhone.name, avatarUrlString, validity: validLogin.name, keys, isPhone: { $0.mobilePhone.isPhone }
    ) { $0.credentials }
  ) {
    SetUp { $0.show(keys.stored($0.turn)) }
    Region("form") {
      State("empty") {
        Always(to: "partial", when: isPartial)
        Always(to: "enterable", when: isFilled)
      }
      State("partial") {
        Always(to: "empty", when: isEmpty)
        Always(to: "enterable", when: isFilled)
      }
      State("enterable") {
        Always(to: "empty", when: isEmpty)
        Always(to: "partial", when: isPartial)
      }
    }
    Region("avatar") {
      State("none") {
        OnEntry { me in if me[avatarUrlString] != nil { me[avatarUrlString] = nil } }
        Always(to: "loading", when: isPhone)
      }
      State("loading") {
        OnEntry { $0[avatarPhone] = $0[mobilePhone] }
        Invoke(loadAvatar) { $0.mobilePhone }
        Always(to: "none", when: isForAnotherPhone)
        On(loadAvatar.succeeded, to: "shown") { $0[avatarUrlString] = $1 }
        On(loadAvatar.failed, to: "unavailable")
        On(loadAvatar.error, to: "unavailable")
      }
      State("shown") { Always(to: "none", when: isForAnotherPhone) }
      State("unavailable") { Always(to: "none", when: isForAnotherPhone) }
    }
    Region("login") {
      On(fill) { me, _ in me.show(PhoneCredentials(phone: "13874385438", code: "4848")) }
      On(reappeared) { me, _ in me.show(keys.stored(me.turn)) }
      State(.idle) { On(login, to: .validating) }
      State(.validating) {
        Always(to: .failed, when: isWrongPhone) { $0.emit(fail, PhoneTexts.wrongPhone) }
        Always(to: .failed, when: isWrongCode) { $0.emit(fail, PhoneTexts.wrongCode) }
        Always(to: .executing) { $0.emit(keyboardDown) }
      }
      State(.executing) {
        OnEntry { me in
          me[submitted] = me.model.credentials
          me[executing] = true
        }
        OnExit { $0[executing] = false }
        Invoke(PhoneService.requestLogin) { $0.credentials }
        On(PhoneService.requestLogin.succeeded, to: .succeeded) { me, account in
          if let submitted = me[submitted] { keys.store(submitted, me.turn) }
          me.emit(success, account)
        }
        On(PhoneService.requestLogin.failed, to: .failed) { $0.emit(fail, $1) }
        On(PhoneService.requestLogin.error, to: .error) { $0.emit(error, $1.isEmpty ? "网络不可用" : $1) }
        After(.seconds(10), to: .error) { $0.emit(error, "请求超时") }
      }
      State(.succeeded) { On(reappeared, to: .idle) { me, _ in me.show(keys.stored(me.turn)) } }
      State(.failed) { On(login, to: .validating) }
      State(.error) { On(login, to: .validating) }
    }
  }

  static let screen = Screen("登录") {
    Label(avatarUrlString, "头像")
    TextField(mobilePhone, "手机号")
    TextField(verifyCode, "验证码")
    Button(login, "登录", enabled: validLogin)
    Button(fill, "填充")
    EndEditing(on: keyboardDown)
    HUD(PhoneTexts.busy, while: executing)
    Tip(on: fail)
    Tip(on: error)
    Push(.goods, on: success)
    Reappeared(reappeared)
  }
}

extension Handle where V == Phone {
  fileprivate func show(_ credentials: PhoneCredentials) {
    if self[Phone.mobilePhone] != credentials.phone { self[Phone.mobilePhone] = credentials.phone }
    if self[Phone.verifyCode] != credentials.code { self[Phone.verifyCode] = credentials.code }
  }
}
