import ViewModels

/// The phone login of seed 003 with blocks, with its controller's wiring.
///
/// Each edit of either text loads the avatar again (HZ-G2) and shows it unconditionally (HZ-G1); the validity tells nobody
/// (HZ-G4); what is stored is read when the answer comes (HZ-G3); nothing stops a second login (HZ-G5), and nothing handles
/// a failure (HZ-G6).
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
  /// The view model's own method, past the controller's checks.
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
