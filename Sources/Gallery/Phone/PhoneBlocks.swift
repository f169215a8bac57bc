import ViewModels

/// The phone login with blocks, as written. Bugs: each edit reloads the avatar (HZ-G2) and shows it unconditionally
/// (HZ-G1); no notice of validity (HZ-G4); credentials stored as they are at the answer (HZ-G3); overlapping logins
/// (HZ-G5); ignored failures (HZ-G6).
struct PhoneBlocks: PhonePolling {
  struct Model: PhoneForm {
    var mobilePhone: String?
    var verifyCode: String?
    var avatarUrlString: String?
    var credentials: PhoneCredentials { PhoneCredentials(phone: mobilePhone ?? "", code: verifyCode ?? "") }
  }

  static let templateName = "Phone"

  let mobilePhone = Field(
    \.mobilePhone, samples: ["phone": "13874385438", "shortPhone": "1387438543", "newPrefix": "19912345678"])
  let verifyCode = Field(\.verifyCode, samples: ["code": "4848", "shortCode": "484", "fullWidth": "４８４８"])
  let validLogin = Field(\.isFilled)
  let avatarUrlString = Field(\.avatarUrlString, samples: ["avatar": PhoneAccount.only.avatarURL])
  let view = Child<PhoneView>()
  let login = Input()
  let fill = Input()
  /// Bypasses the controller's checks.
  let submit = Input()
  let success = Subject<PhoneAccount>()
  let fail = Subject<String>()
  let error = Subject<String>()
  let keyboardDown = Subject<Void>()
  let calls = PhoneCalls<Self>()
  let keys = PhoneKeys(1)

  let isWrongPhone = Guard("the phone is wrong", reads: \.mobilePhone) { !$0.isPhone }
  let isWrongCode = Guard("the code is wrong", reads: \.verifyCode) { !$0.isCode }

  var chart: Chart {
    Uses(LoginCall<Self>.self, AvatarCall<Self>.self)
    polling
    SetUp { showTexts($0, keys.stored($0)) }
    Accepts("unreachable-state", at: "login.error", because: "as written, no failure of a request is reported")
    Region("login") {
      On(fill) { showTexts($0, PhoneCredentials(phone: "13874385438", code: "4848")) }
      On(login, to: .validating)
      On(submit, to: .executing)
      On(calls.avatarLoaded) { $0.avatarUrlString = $1 }
      On(calls.loginAnswered, to: .succeeded) { me, account in
        keys.store(me.credentials, me)
        me[view].isBusy = false
        me.emit(success, account)
      }
      State(.idle)
      State(.validating) {
        Always(to: .failed, when: isWrongPhone) { $0.emit(fail, PhoneTexts.wrongPhone) }
        Always(to: .failed, when: isWrongCode) { $0.emit(fail, PhoneTexts.wrongCode) }
        Always(to: .executing) { me in
          me.emit(keyboardDown)
          me[view].isBusy = true
        }
      }
      State(.executing) { OnEntry { $0.callLogin($0.credentials) } }
      State(.succeeded)
      State(.failed)
      State(.error)
    }
  }

  var tips: [ScreenPart] { [Tip(on: fail), Tip(on: error)] }
}
