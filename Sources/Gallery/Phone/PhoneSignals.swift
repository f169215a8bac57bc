import ViewModels

/// The phone login of seed 003 with signals, with its controller's wiring.
///
/// The avatar follows the phone at once. The login is a signal command, so a second tap is refused, though nobody hears it
/// (HZ-C6). What is stored is read when the answer comes (HZ-G3). A breakdown of the server comes as if it were a matter of
/// business (HZ-G10), any other error as an empty text (HZ-G11), and a login that never ends keeps the HUD (HZ-G6).
enum PhoneSignals: ViewModel {
  struct Model: Sendable {
    var view = Ref<PhoneView>(InstanceID(0))
    var loginCommand = SignalCommand<PhoneCredentials, Value>(InstanceID(0))
    var mobilePhone: String?
    var verifyCode: String?
    var validLogin = false
    var avatarUrlString: String?
    var executing = false
    var credentials: PhoneCredentials { PhoneCredentials(phone: mobilePhone ?? "", code: verifyCode ?? "") }
  }

  static let view = Field("view", \Model.view)
  static let loginCommand = Field("loginCommand", \Model.loginCommand)
  static let mobilePhone = Field(
    "mobilePhone", \Model.mobilePhone,
    samples: ["phone": "13874389438", "shortPhone": "1387438943", "newPrefix": "19912345678"])
  static let verifyCode = Field(
    "verifyCode", \Model.verifyCode, samples: ["code": "5858", "shortCode": "585", "fullWidth": "５８５８"])
  static let validLogin = Field("validLogin", \Model.validLogin)
  static let avatarUrlString = Field(
    "avatarUrlString", \Model.avatarUrlString, samples: ["avatar": PhoneService.avatarURL])
  static let executing = Field("executing", \Model.executing)
  static let login = Input<Void>("login")
  static let fill = Input<Void>("fill")
  /// The command of the view model, past the controller.
  static let submit = Input<Void>("submit")
  static let success = Subject<Value>("success")
  static let fail = Subject<String>("fail")
  static let error = Subject<String>("error")
  /// What takes the keyboard away.
  static let keyboardDown = Subject<Void>("keyboardDown")
  static let keys = PhoneKeys(2)

  /// Where a business error comes from; every other one is red.
  static let businessDomain = "SUCommandErrorDomain"
  static let serverText = "呜呜，服务器不给力呀..."

  private static func business(_ message: String) -> Value {
    ["domain": .string(businessDomain), "code": 7_438, "message": .string(message)]
  }

  // What the view model wires for itself.

  static let followPhone = Wiring("followPhone") { (me: Ref<PhoneSignals>) in
    me.values(mobilePhone).map { ($0 ?? "").isPhoneAsWritten ? PhoneService.avatarURL : nil }.distinct()
      .assign(to: me, avatarUrlString)
  }
  static let validate = Wiring("validate") { (me: Ref<PhoneSignals>) in
    Signal.combineLatest(me.values(mobilePhone), me.values(verifyCode)) { phone, code in
      !(phone ?? "").isEmpty && !(code ?? "").isEmpty
    }.distinct().assign(to: me, validLogin)
  }
  /// The work of the command: checks, then asks, then persists what stands there by then.
  static let loginWork = NamedSignal("loginWork") {
    (me: Ref<PhoneSignals>, credentials: PhoneCredentials) -> Signal<Value> in
    if !credentials.phone.isPhoneAsWritten { return .fail(business(PhoneTexts.wrongPhone)) }
    if !credentials.code.isCodeAsWritten { return .fail(business(PhoneTexts.wrongCode)) }
    let start = Signal<Value>.just(.null).doNext(startCall(me, credentials)).ignoreValues()
    let answer = me.values(of: answered).take(1).flatMap { answer in
      answer == .null ? accept() : SignalRef(.failing(answer))
    }
    return .merge(answer.doNext(persist(me)), start)
  }
  static let accept = NamedSignal("accept") { () -> Signal<Value> in .just(.null) }
  static let startCall = Handler("startCall") {
    (turn, _, me: Ref<PhoneSignals>, credentials: PhoneCredentials) in
    turn.raise(ask.name, credentials.value, for: me.id)
  }
  static let persist = Handler("persist") { (turn, _, me: Ref<PhoneSignals>) in
    keys.store(turn.model(of: me).credentials, turn)
  }
  /// What the server said: nothing when all is well, else an error.
  static let answered = Subject<Value>("answered")
  static let ask = Input<PhoneCredentials>("ask")

  // What its controller wires.

  static let takePhone = Wiring("takePhone") { (me: Ref<PhoneSignals>, view: Ref<PhoneView>) in
    Signal.merge(view.values(PhoneView.phoneText), view.values(of: PhoneView.phoneEdited)).map(Optional.some)
      .assign(to: me, mobilePhone)
  }
  static let takeCode = Wiring("takeCode") { (me: Ref<PhoneSignals>, view: Ref<PhoneView>) in
    Signal.merge(view.values(PhoneView.codeText), view.values(of: PhoneView.codeEdited)).map(Optional.some)
      .assign(to: me, verifyCode)
  }
  static let showAvatar = Wiring("showAvatar") { (me: Ref<PhoneSignals>, view: Ref<PhoneView>) in
    me.values(avatarUrlString).assign(to: view, PhoneView.avatarImage)
  }
  static let enableLogin = Wiring("enableLogin") { (me: Ref<PhoneSignals>, view: Ref<PhoneView>) in
    me.values(validLogin).assign(to: view, PhoneView.loginEnabled)
  }
  static let showExecuting = Wiring("showExecuting") {
    (me: Ref<PhoneSignals>, command: SignalCommand<PhoneCredentials, Value>) in
    command.executing.assign(to: me, executing)
  }
  static let takeSuccess = Wiring("takeSuccess") {
    (me: Ref<PhoneSignals>, command: SignalCommand<PhoneCredentials, Value>) in
    command.executionSignals.switchToLatest().subscribe(next: succeed(me))
  }
  static let takeErrors = Wiring("takeErrors") {
    (me: Ref<PhoneSignals>, command: SignalCommand<PhoneCredentials, Value>) in
    command.errors.subscribe(next: failed(me))
  }
  static let succeed = Handler("succeed") { (turn, _, me: Ref<PhoneSignals>) in
    turn[turn[me, view], PhoneView.isBusy] = false
    turn.raise(succeededNow.name, for: me.id)
    turn.emit(success, .null, by: me)
  }
  static let failed = Handler("failed") { (turn, value, me: Ref<PhoneSignals>) in
    let isBusiness = value["domain"] == .string(businessDomain)
    turn.raise(isBusiness ? failedNow.name : brokeNow.name, for: me.id)
    let message = value["message"].flatMap(String.init) ?? ""
    turn.emit(isBusiness ? fail : error, message, by: me)
  }
  static let succeededNow = Input<Void>("succeededNow")
  static let failedNow = Input<Void>("failedNow")
  static let brokeNow = Input<Void>("brokeNow")

  static let definition = Definition<PhoneSignals>(
    Model(), name: "Phone",
    fields: [view, loginCommand, mobilePhone, verifyCode, validLogin, avatarUrlString, executing],
    inputs: [login, fill, submit], subjects: [success, fail, error, keyboardDown, answered],
    properties: Property.phoneLaws(
      mobilePhone.name, avatarUrlString, validity: validLogin.name, keys,
      isPhone: { ($0.mobilePhone ?? "").isPhoneAsWritten }
    ) { $0.credentials }
  ) {
    Uses(PhoneView.self)
    Uses(LoginCall.self)
    Uses(followPhone, validate, loginWork, accept, startCall, persist)
    Accepts("unreachable-state", at: "login.validating", because: "as written, the command checks while it executes")
    Uses(takePhone, takeCode, showAvatar, enableLogin, showExecuting, takeSuccess, takeErrors, succeed, failed)
    SetUp { me in
      let view = me.make(PhoneView.self, at: "view")
      let command = me.makeCommand(loginWork, of: me.me)
      me[PhoneSignals.view] = view
      me[loginCommand] = command
      me.showTexts(keys.stored(me.turn))
      me.start(followPhone, me.me)
      me.start(validate, me.me)
      me.start(takePhone, me.me, view)
      me.start(takeCode, me.me, view)
      me.start(showAvatar, me.me, view)
      me.start(enableLogin, me.me, view)
      me.start(showExecuting, me.me, command)
      me.start(takeSuccess, me.me, command)
      me.start(takeErrors, me.me, command)
    }
    Region("login") {
      On(fill) { me, _ in me.showTexts(PhoneCredentials(phone: "13874389438", code: "5858")) }
      On(login) { me, _ in
        me.emit(keyboardDown)
        me[me[view], PhoneView.isBusy] = true
        me.execute(me[loginCommand], me.model.credentials)  // nobody hears a refusal
      }
      On(submit) { me, _ in me.execute(me[loginCommand], me.model.credentials) }
      On(ask, to: .executing) { me, credentials in me.callLogin(credentials) }
      On(LoginCall.answered) { me, _ in me.emit(answered, .null) }
      On(LoginCall.refused) { me, reason in
        me.emit(answered, ["domain": "NSURLErrorDomain", "reason": .string(reason)])
      }
      On(LoginCall.broke) { me, _ in me.emit(answered, business(serverText)) }
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

  static let screen = PhoneView.screen(
    avatar: avatarUrlString.name, login: login, fill: fill, success: success, keyboardDown: keyboardDown,
    tips: [fail, error])
}

extension Handle where V == PhoneSignals {
  /// Sets both texts by program; the bindings hear it as they hear an edit.
  fileprivate func showTexts(_ credentials: PhoneCredentials) {
    self[self[PhoneSignals.view], PhoneView.phoneText] = credentials.phone
    self[self[PhoneSignals.view], PhoneView.codeText] = credentials.code
  }
}
