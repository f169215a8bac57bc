import ViewModels

/// The phone login with three observed properties, as written. The controller observes initial values, so its
/// blocks run at bind with nil (HZ-G8). A login clears both outcomes; otherwise an old failure would appear after a
/// success (HZ-G9).
struct PhoneProperties: PhonePolling {
  struct Model: PhoneForm {
    var mobilePhone: String?
    var verifyCode: String?
    var avatarUrlString: String?
    var executing = false
    var responseObject: PhoneAccount?
    var error: String?
    var credentials: PhoneCredentials { PhoneCredentials(phone: mobilePhone ?? "", code: verifyCode ?? "") }
  }

  static let templateName = "Phone"

  let mobilePhone = Field(
    \.mobilePhone, samples: ["phone": "13874385438", "shortPhone": "1387438543", "newPrefix": "19912345678"])
  let verifyCode = Field(\.verifyCode, samples: ["code": "4848", "shortCode": "484", "fullWidth": "４８４８"])
  let validLogin = Field(\.isFilled)
  let avatarUrlString = Field(\.avatarUrlString, samples: ["avatar": PhoneAccount.only.avatarURL])
  let executing = Field(\.executing)
  let responseObject = Field(\.responseObject, samples: ["account": .only])
  let error = Field(\.error, samples: ["offline": "网络错误"])
  let view = Child<PhoneView>()
  let login = Input()
  let fill = Input()
  /// Bypasses the controller's checks.
  let submit = Input()
  let success = Subject<PhoneAccount>()
  let fail = Subject<String>()
  let keyboardDown = Subject<Void>()
  let executingSeen = Subject<Bool>()
  let responseSeen = Subject<PhoneAccount?>()
  let errorSeen = Subject<String?>()
  let calls = PhoneCalls<Self>()
  let keys = PhoneKeys(1)

  let isWrongPhone = Guard("the phone is wrong", reads: \.mobilePhone) { !$0.isPhone }
  let isWrongCode = Guard("the code is wrong", reads: \.verifyCode) { !$0.isCode }

  var chart: Chart {
    Uses(LoginCall<Self>.self, AvatarCall<Self>.self)
    polling
    Wire("observeExecuting") { me in
      me.values(\.executing).subscribe(me) { me, isExecuting in
        me.emit(executingSeen, isExecuting)
        me[view].isBusy = isExecuting
      }
    }
    Wire("observeResponse") { me in
      me.values(\.responseObject).subscribe(me) { me, account in
        me.emit(responseSeen, account)
        if let account { me.emit(success, account) }
      }
    }
    Wire("observeError") { me in
      me.values(\.error).subscribe(me) { me, message in
        me.emit(errorSeen, message)
        if let message { me.emit(fail, message) }
      }
    }
    SetUp { showTexts($0, keys.stored($0)) }
    Region("login") {
      On(fill) { showTexts($0, PhoneCredentials(phone: "13874385438", code: "4848")) }
      On(login, to: .validating)
      On(submit, to: .executing)
      On(calls.avatarLoaded) { $0.avatarUrlString = $1 }
      On(calls.loginAnswered, to: .succeeded) { me, account in
        keys.store(me.credentials, me)
        me.responseObject = account
        me.executing = false  // last, so that the HUD closes when the data is there
      }
      On(calls.loginRefused, to: .failed, end)
      On(calls.loginBroke, to: .error, end)
      State(.idle)
      State(.validating) {
        Always(to: .failed, when: isWrongPhone) { $0.emit(fail, PhoneTexts.wrongPhone) }
        Always(to: .failed, when: isWrongCode) { $0.emit(fail, PhoneTexts.wrongCode) }
        Always(to: .executing, emit: keyboardDown)
      }
      State(.executing) {
        OnEntry { me in
          me.responseObject = nil
          me.error = nil
          me.executing = true
          me.callLogin(me.credentials)
        }
      }
      State(.succeeded)
      State(.failed)
      State(.error)
    }
  }

  var tips: [ScreenPart] { [Tip(on: fail)] }

  /// Sets the error first, so that its observers still see `executing`.
  private func end(_ me: borrowing Me, _ message: String) {
    me.error = message
    me.executing = false
  }
}
