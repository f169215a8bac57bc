import ViewModels

/// The phone login as fixed: an avatar belongs to its number, one login runs at a time with a limit of ten seconds,
/// and what it stores is what it sent.
struct Phone: PhonePage {
  struct Model: PhoneForm, Hashable {
    var mobilePhone = ""
    var verifyCode = ""
    var avatarUrlString: String?
    /// The number of the shown or requested avatar.
    var avatarPhone: String?
    var executing = false
    var submitted: PhoneCredentials?
    var credentials: PhoneCredentials { PhoneCredentials(phone: mobilePhone, code: verifyCode) }
    var isEmpty: Bool { mobilePhone.isEmpty && verifyCode.isEmpty }
    var isPhone: Bool { mobilePhone.isPhone }
    var isCode: Bool { verifyCode.isCode }
    var isForAnotherPhone: Bool { avatarPhone.map { !$0.utf8.elementsEqual(mobilePhone.utf8) } ?? true }
  }

  let mobilePhone = Field(
    \.mobilePhone, samples: ["phone": "13874385438", "shortPhone": "1387438543", "newPrefix": "19912345678"])
  let verifyCode = Field(\.verifyCode, samples: ["code": "4848", "shortCode": "484", "fullWidth": "４８４８"])
  let validLogin = Field(\.isFilled, from: \.mobilePhone, \.verifyCode)
  let avatarUrlString = Field(\.avatarUrlString, samples: ["avatar": PhoneAccount.only.avatarURL])
  let avatarPhone = Field(\.avatarPhone, samples: ["avatarOf": "13874385438"])
  let executing = Field(\.executing)
  let submitted = Field(\.submitted, samples: ["form": PhoneCredentials(phone: "13874385438", code: "4848")])
  let login = Input()
  let fill = Input()
  let reappeared = Input()
  let success = Subject<PhoneAccount>()
  let fail = Subject<String>()
  let error = Subject<String>()
  let keyboardDown = Subject<Void>()
  let service = PhoneService<Self>(avatarTimeout: .request)
  let keys = PhoneKeys(1)

  let isEmpty = Guard("both texts are empty", \.isEmpty, reads: \.mobilePhone, \.verifyCode)
  let isPartial = Guard("one text is empty", reads: \.mobilePhone, \.verifyCode) { !$0.isEmpty && !$0.isFilled }
  let isFilled = Guard("both texts are filled", \.isFilled, reads: \.mobilePhone, \.verifyCode)
  let isPhone = Guard("the phone is right", \.isPhone, reads: \.mobilePhone)
  let isWrongPhone = Guard("the phone is wrong", reads: \.mobilePhone) { !$0.isPhone }
  let isWrongCode = Guard("the code is wrong", reads: \.verifyCode) { !$0.isCode }
  let isForAnotherPhone = Guard(
    "the avatar is another phone's", \.isForAnotherPhone, reads: \.mobilePhone, \.avatarPhone)

  var chart: Chart {
    SetUp { show($0, keys.stored($0)) }
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
        OnEntry { me in if me.avatarUrlString != nil { me.avatarUrlString = nil } }
        Always(to: "loading", when: isPhone)
      }
      State("loading") {
        OnEntry { $0.avatarPhone = $0.mobilePhone }
        Invoke(service.loadAvatar) { $0.mobilePhone }
        Always(to: "none", when: isForAnotherPhone)
        On(service.loadAvatar.succeeded, to: "shown") { $0.avatarUrlString = $1 }
        On(service.loadAvatar.failed, to: "unavailable")
        On(service.loadAvatar.error, to: "unavailable")
      }
      State("shown") { Always(to: "none", when: isForAnotherPhone) }
      State("unavailable") { Always(to: "none", when: isForAnotherPhone) }
    }
    Region("login") {
      On(fill) { show($0, PhoneCredentials(phone: "13874385438", code: "4848")) }
      On(reappeared) { show($0, keys.stored($0)) }
      State(.idle) { On(login, to: .validating) }
      State(.validating) {
        Always(to: .failed, when: isWrongPhone) { $0.emit(fail, PhoneTexts.wrongPhone) }
        Always(to: .failed, when: isWrongCode) { $0.emit(fail, PhoneTexts.wrongCode) }
        Always(to: .executing, emit: keyboardDown)
      }
      State(.executing) {
        OnEntry { me in
          me.submitted = me.credentials
          me.executing = true
        }
        OnExit { $0.executing = false }
        Invoke(service.requestLogin) { $0.credentials }
        On(service.requestLogin.succeeded, to: .succeeded) { me, account in
          if let submitted = me.submitted { keys.store(submitted, me) }
          me.emit(success, account)
        }
        On(service.requestLogin.failed, to: .failed, emit: fail)
        On(service.requestLogin.error, to: .error) { $0.emit(error, $1.isEmpty ? "网络不可用" : $1) }
        After(.seconds(10), to: .error) { $0.emit(error, "请求超时") }
      }
      State(.succeeded) { On(reappeared, to: .idle) { show($0, keys.stored($0)) } }
      State(.failed) { On(login, to: .validating) }
      State(.error) { On(login, to: .validating) }
    }
  }

  var screen: Screen {
    Screen("登录") {
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

  private func show(_ me: borrowing Me, _ credentials: PhoneCredentials) {
    if me.mobilePhone != credentials.phone { me.mobilePhone = credentials.phone }
    if me.verifyCode != credentials.code { me.verifyCode = credentials.code }
  }
}
