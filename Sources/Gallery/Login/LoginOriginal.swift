import ViewModels

/// The login page of seed 000 as written, with its controller's wiring.
///
/// It answers at once, checks nothing (HZ-D2), lets a second tap through while the first push is on its way (HZ-D3),
/// and has no way to tell of a network failure (HZ-D5): nothing leads to `error`.
enum LoginOriginal: ViewModel {
  struct Model: Hashable, Sendable {
    var name: String?
    var password: Secret<String>?
    var loginEnabled = false
    var isComplete: Bool { name?.utf16.count ?? 0 > 5 && password?.revealed.utf16.count ?? 0 > 5 }
    var credentials: Credentials { Credentials(name: name ?? "", password: password ?? "") }
  }

  static let name = Field("name", \Model.name, samples: ["messy": "12aaaaaa!", "unknown": "AAAAAA"])
  static let password = Field("password", \Model.password, samples: ["right": "aaaaaa", "wrong": "bbbbbb"])
  static let loginEnabled = Field("loginEnabled", \Model.loginEnabled)
  static let login = Input<Void>("login")
  static let dismissed = Input<Void>("dismissed")
  static let success = Subject<Void>("success")
  static let fail = Subject<String>("fail")
  static let error = Subject<String>("error")
  static let areKnown = Guard<Model>("the credentials are known", reads: [name, password]) { $0.credentials.areKnown }

  // What the view model wires for itself.

  static let sanitise = Handler("sanitise") { (turn, value, me: Ref<LoginOriginal>) in
    guard let typed = String(value), typed.sanitisedLoginName != typed else { return }
    turn[me, name] = typed.sanitisedLoginName
  }
  static let sanitiseName = Wiring("sanitiseName") { (me: Ref<LoginOriginal>) in
    me.values(name).filter { $0 != nil }.subscribe(next: sanitise(me))
  }
  static let enableLogin = Wiring("enableLogin") { (me: Ref<LoginOriginal>) in
    Signal.combineLatest(me.values(name), me.values(password)) { name, password in
      name?.utf16.count ?? 0 > 5 && password?.revealed.utf16.count ?? 0 > 5
    }.assign(to: me, loginEnabled)
  }

  // What its controller wires, in the controller's order.

  static let showName = Wiring("showName") { (me: Ref<LoginOriginal>, view: Ref<LoginView>) in
    me.values(name).map { $0 ?? "" }.assign(to: view, LoginView.nameText)
  }
  static let takeName = Wiring("takeName") { (me: Ref<LoginOriginal>, view: Ref<LoginView>) in
    view.values(of: LoginView.nameEdited).map(Optional.some).assign(to: me, name)
  }
  static let showPassword = Wiring("showPassword") { (me: Ref<LoginOriginal>, view: Ref<LoginView>) in
    me.values(password).map { $0 ?? "" }.assign(to: view, LoginView.passwordText)
  }
  static let takePassword = Wiring("takePassword") { (me: Ref<LoginOriginal>, view: Ref<LoginView>) in
    view.values(of: LoginView.passwordEdited).map(Optional.some).assign(to: me, password)
  }
  static let enableButton = Wiring("enableButton") { (me: Ref<LoginOriginal>, view: Ref<LoginView>) in
    me.values(loginEnabled).assign(to: view, LoginView.buttonEnabled)
  }

  static let definition = Definition<LoginOriginal>(
    Model(), name: "Login", fields: [name, password, loginEnabled], inputs: [login, dismissed],
    subjects: [success, fail, error],
    properties: LoginLaws.all(name, loginEnabled, success, fail, error) { $0.isComplete }
  ) {
    Uses(LoginView.self)
    Uses(sanitise, sanitiseName, enableLogin, showName, takeName, showPassword, takePassword, enableButton)
    SetUp { me in
      me.start(sanitiseName, me.me)
      me.start(enableLogin, me.me)
      let view = me.makeView(LoginView.self, at: "view")
      me.start(showName, me.me, view)
      me.start(takeName, me.me, view)
      me[name] = me[view, LoginView.nameText]  // a text signal begins with the text that stands there
      me.start(showPassword, me.me, view)
      me.start(takePassword, me.me, view)
      me[password] = me[view, LoginView.passwordText]
      me.start(enableButton, me.me, view)
    }
    Accepts("unreachable-state", at: "login.error", because: "as written, nothing tells of a network failure (HZ-D5)")
    Region("login") {
      State(.idle) { On(login, to: .validating) }
      State(.validating) { Always(to: .executing) }
      State(.executing) {
        Always(to: .succeeded, when: areKnown) { $0.emit(success) }
        Always(to: .failed) { $0.emit(fail, "用户名或密码错误") }
      }
      State(.succeeded) { On(login, to: .validating) }
      State(.failed) {
        On(login, to: .validating)
        On(dismissed, to: .idle)
      }
      State(.error)
    }
  }

  static let screen = Screen("登录") {
    TextField(named: "name", "用户名", in: "view", text: LoginView.nameText, edited: LoginView.nameEdited)
    TextField(named: "password", "密码", in: "view", text: LoginView.passwordText, edited: LoginView.passwordEdited)
    Button(login, "登录", enabled: LoginView.buttonEnabled, in: "view")
    Alert("登录失败", on: fail, ["确定"], dismissed)
    Push(.home, on: success)
  }
}

/// The widgets of the original's controller. Programmatic text fires no edit.
enum LoginView: ViewModel {
  struct Model: Hashable, Sendable {
    var nameText = ""
    var passwordText: Secret<String> = ""
    var buttonEnabled = false
    var titleColour: String { buttonEnabled ? "cyan" : "gray" }
  }

  static let nameText = Field("nameText", \Model.nameText)
  static let passwordText = Field("passwordText", \Model.passwordText)
  static let buttonEnabled = Field("buttonEnabled", \Model.buttonEnabled)
  static let titleColour = Field("titleColour", \Model.titleColour, from: [buttonEnabled])
  static let nameEdited = Subject<String>("nameEdited")
  static let passwordEdited = Subject<Secret<String>>("passwordEdited")

  static let definition = Definition<LoginView>(
    Model(), fields: [nameText, passwordText, buttonEnabled, titleColour], subjects: [nameEdited, passwordEdited],
    isView: true
  ) {}
}
