import ViewModels

/// The login page of seed 000, as it should have been: one submission at a time, and a way out of every outcome.
/// Who is in does not log in again before coming back to the page: until the push has run, the page still takes taps (HZ-D3).
enum Login: ViewModel {
  struct Model: Hashable, Sendable {
    var name = ""
    var password: Secret<String> = ""
    /// What will be cleaned away does not count, so the button does not flicker (HZ-D4).
    var isComplete: Bool { name.sanitisedLoginName.utf16.count > 5 && password.revealed.utf16.count > 5 }
  }

  static let name = Field("name", \Model.name, samples: ["messy": "12aaaaaa!", "unknown": "AAAAAA"])
  static let password = Field("password", \Model.password, samples: ["right": "aaaaaa", "wrong": "bbbbbb"])
  static let loginEnabled = Field("loginEnabled", \Model.isComplete, from: [name, password])
  static let login = Input<Void>("login")
  static let dismissed = Input<Void>("dismissed")
  static let returned = Input<Void>("returned")
  static let success = Subject<Session>("success")
  static let fail = Subject<String>("fail")
  static let error = Subject<String>("error")
  static let isComplete = Guard<Model>("both fields are longer than 5", reads: [name, password]) { $0.isComplete }
  static let authenticate = Service<Credentials, Session>(
    "authenticate", after: .seconds(1), timeout: .request, samples: ["session": Session(name: "s-1")]
  ) { credentials in
    credentials.areKnown ? .ok(Session(name: "s-1")) : .fail("用户名或密码错误")
  }

  static let definition = Definition<Login>(
    Model(), fields: [name, password, loginEnabled], inputs: [login, dismissed, returned],
    subjects: [success, fail, error],
    properties: LoginLaws.all(name, loginEnabled, success, fail, error) { $0.isComplete }
  ) {
    Observe(name) { me, typed in
      let clean = typed.sanitisedLoginName
      if clean != typed { me[name] = clean }
    }
    Region("login") {
      State(.idle) { On(login, to: .validating) }
      State(.validating) {
        Always(to: .executing, when: isComplete)
        Always(to: .idle)
      }
      State(.executing) {
        Invoke(authenticate) { Credentials(name: $0.name, password: $0.password) }
        On(authenticate.succeeded, to: .succeeded) { $0.emit(success, $1) }
        On(authenticate.failed, to: .failed) { $0.emit(fail, $1) }
        On(authenticate.error, to: .error) { $0.emit(error, $1) }
      }
      State(.succeeded) { On(returned, to: .idle) }
      State(.failed) { On(dismissed, to: .idle) }
      State(.error) { On(dismissed, to: .idle) }
    }
  }

  static let screen = Screen("登录") {
    TextField(name, "用户名")
    SecureField(password, "密码")
    Button(login, "登录", enabled: loginEnabled)
    Alert("登录失败", on: fail, ["确定"], dismissed)
    Alert("登录失败", on: error, ["确定"], dismissed)
    Push(.home, on: success)
    Reappeared(returned)
  }
}
