import ViewModels

/// The phone login with signals, as written. Bugs: silent refusals (HZ-C6), credentials stored as they are at the
/// answer (HZ-G3), server failures shown as refusals (HZ-G10), other errors as empty texts (HZ-G11), and a HUD that
/// stays if a login never ends (HZ-G6).
struct PhoneSignals: PhoneOriginal {
  struct Model: PhoneForm {
    var loginCommand = SignalCommand<PhoneCredentials, Value>(InstanceID(0))
    var mobilePhone: String?
    var verifyCode: String?
    var validLogin = false
    var avatarUrlString: String?
    var executing = false
    var credentials: PhoneCredentials { PhoneCredentials(phone: mobilePhone ?? "", code: verifyCode ?? "") }
  }

  static let templateName = "Phone"
  /// Errors of this domain are refusals; all others are red.
  static let businessDomain = "SUCommandErrorDomain"

  let loginCommand = Field(\.loginCommand)
  let mobilePhone = Field(
    \.mobilePhone, samples: ["phone": "13874389438", "shortPhone": "1387438943", "newPrefix": "19912345678"])
  let verifyCode = Field(\.verifyCode, samples: ["code": "5858", "shortCode": "585", "fullWidth": "５８５８"])
  let validLogin = Field(\.validLogin)
  let avatarUrlString = Field(\.avatarUrlString, samples: ["avatar": PhoneAccount.only.avatarURL])
  let executing = Field(\.executing)
  let view = Child<PhoneView>()
  let login = Input()
  let fill = Input()
  /// Bypasses the controller.
  let submit = Input()
  let ask = Event<PhoneCredentials>()
  let succeededNow = Event<Void>()
  let failedNow = Event<Void>()
  let brokeNow = Event<Void>()
  let success = Subject<Value>()
  let fail = Subject<String>()
  let error = Subject<String>()
  let keyboardDown = Subject<Void>()
  /// Null on success, else an error.
  let answered = Subject<Value>()
  let calls = PhoneCalls<Self>()
  let keys = PhoneKeys(2)

  /// Stores the texts as they are when the answer comes.
  let loginWork = NamedSignal<Value, PhoneCredentials> { me, credentials in
    if !credentials.phone.isPhoneAsWritten { return .fail(business(PhoneTexts.wrongPhone)) }
    if !credentials.code.isCodeAsWritten { return .fail(business(PhoneTexts.wrongCode)) }
    let start = Signal<Value>.just(.null).doNext(me) { me, _ in me.raise(PhoneSignals.ask, credentials) }
    let answer = me.values(of: \.answered).take(1).flatMap { answer in
      answer == .null ? PhoneSignals.accept(me) : SignalRef(.failing(answer))
    }
    return .merge(answer.doNext(me) { me, _ in PhoneSignals.keys.store(me.credentials, me) }, start.ignoreValues())
  }
  let accept = NamedSignal<Value> { _ in .just(.null) }

  var chart: Chart {
    Uses(LoginCall<Self>.self)
    Accepts("unreachable-state", at: "login.validating", because: "as written, the command checks while it executes")
    SetUp { me in
      me.loginCommand = me.makeCommand(loginWork)
      write(me, keys.stored(me))
    }
    // The view model's wiring.
    Wire("followPhone") { me in
      me.values(\.mobilePhone).map { ($0 ?? "").isPhoneAsWritten ? PhoneAccount.only.avatarURL : nil }.distinct()
        .assign(to: me, \.avatarUrlString)
    }
    Wire("validate") { me in
      Signal.combineLatest(me.values(\.mobilePhone), me.values(\.verifyCode)) { phone, code in
        !(phone ?? "").isEmpty && !(code ?? "").isEmpty
      }.distinct().assign(to: me, \.validLogin)
    }
    // The controller's wiring.
    Wire("takePhone", view) { me, view in
      Signal.merge(view.values(\.phoneText), view.values(of: \.phoneEdited)).map(Optional.some)
        .assign(to: me, \.mobilePhone)
    }
    Wire("takeCode", view) { me, view in
      Signal.merge(view.values(\.codeText), view.values(of: \.codeEdited)).map(Optional.some)
        .assign(to: me, \.verifyCode)
    }
    Wire("showAvatar", view) { me, view in me.values(\.avatarUrlString).assign(to: view, \.avatarImage) }
    Wire("enableLogin", view) { me, view in me.values(\.validLogin).assign(to: view, \.loginEnabled) }
    Wire("showExecuting", loginCommand) { me, command in command.executing.assign(to: me, \.executing) }
    Wire("takeSuccess", loginCommand) { me, command in
      command.executionSignals.switchToLatest().subscribe(me) { me, _ in succeed(me) }
    }
    Wire("takeErrors", loginCommand) { me, command in command.errors.subscribe(me, tellError) }
    Region("login") {
      On(fill) { write($0, PhoneCredentials(phone: "13874389438", code: "5858")) }
      On(login) { me in
        me.emit(keyboardDown)
        me[view].isBusy = true
        me.execute(me.loginCommand, me.credentials)  // nobody hears a refusal
      }
      On(submit) { $0.execute($0.loginCommand, $0.credentials) }
      On(ask, to: .executing) { $0.callLogin($1) }
      On(calls.loginAnswered) { $0.emit(answered, .null) }
      On(calls.loginRefused) { $0.emit(answered, ["domain": "NSURLErrorDomain", "reason": .string($1)]) }
      On(calls.loginBroke) { $0.emit(answered, Self.business("呜呜，服务器不给力呀...")) }
      On(succeededNow, to: .succeeded)
      On(failedNow, to: .failed)
      On(brokeNow, to: .error)
      State(.idle)
      State(.validating)
      State(.executing)
      State(.succeeded)
      State(.failed)
      State(.error)
    }
  }

  var tips: [ScreenPart] { [Tip(on: fail), Tip(on: error)] }

  private static func business(_ message: String) -> Value {
    ["domain": .string(businessDomain), "code": 7_438, "message": .string(message)]
  }

  private func succeed(_ me: borrowing Me) {
    me[view].isBusy = false
    me.raise(succeededNow)
    me.emit(success, .null)
  }

  private func tellError(_ me: borrowing Me, _ error: Value) {
    let isBusiness = error["domain"] == .string(Self.businessDomain)
    me.raise(isBusiness ? failedNow : brokeNow)
    me.emit(isBusiness ? fail : self.error, error["message"].flatMap(String.init) ?? "")
  }
}
