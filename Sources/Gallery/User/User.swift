import ViewModels

/// The sign-in of seed 002, as it should have been: exactly one of green, yellow and red for each submission,
/// and no further one between green and the page that it pushes.
enum User: ViewModel {
  struct Model: Hashable, Sendable {
    /// Nil while nothing is bound to them.
    var name: String? = ""
    var password: Secret<String>? = ""
    /// The last outcome, kept for whoever subscribes late.
    var light: String?
    /// What the late subscriber has heard.
    var heard: [String] = []
    var account: Account { Account(name: name ?? "", password: password ?? "") }
    var form: UserLaws.Form { (name, password?.revealed) }
    var isValid: Bool { UserLaws.isValid(form) }
  }

  static let name = Field("user.name", \Model.name, samples: ["short": "abc", "known": "abcd"])
  static let password = Field("user.pwd", \Model.password, samples: ["right": "wxyz", "wrong": "wrong"])
  static let isLoginValid = Field("loginBtnIsValid", \Model.isValid, from: [name, password])
  static let light = Field(
    "light", \Model.light, samples: ["green": "success", "yellow": "fail", "red": "error"])
  static let heard = Field("heard", \Model.heard, samples: ["all": ["success", "fail", "error"]])
  static let login = Input<Void>("login")
  static let subscribe = Input<Void>("subscribe")
  static let replaceUser = Input<Void>("replaceUser")
  static let dismissed = Input<Void>("dismissed")
  static let returned = Input<Void>("returned")
  static let success = Subject<Account>("success")
  static let fail = Subject<String>("fail")
  static let error = Subject<String>("error")
  static let isValid = Guard<Model>("both fields are longer than 3", reads: [name, password]) { $0.isValid }
  static let isMissing = Guard<Model>("the name or the password was never bound", reads: [name, password]) {
    $0.name == nil || $0.password == nil
  }
  static let authenticate = Service<Account, Account>(
    "authenticate", after: .seconds(1), timeout: .request,
    samples: ["account": Account(name: "abcd", password: "wxyz")]
  ) { account in
    account.isKnown ? .ok(account) : .fail("认证失败")
  }
  static let hear = Handler("hear") { (turn, light, me: Ref<User>) in
    if let light = String(light) { turn[me, heard].append(light) }
  }
  static let hearOutcomes = Wiring("hearOutcomes") { (me: Ref<User>) in
    me.values(light).filter { $0 != nil }.subscribe(next: hear(me))
  }

  static let definition = Definition<User>(
    Model(), fields: [name, password, isLoginValid, light, heard],
    inputs: [login, dismissed, subscribe, replaceUser, returned], subjects: [success, fail, error],
    properties: UserLaws.all(success, fail, error, heard) { $0.model.form }
  ) {
    Uses(hear, hearOutcomes)
    Region("login") {
      On(subscribe) { me, _ in me.start(hearOutcomes, me.me) }
      On(replaceUser) { me, _ in
        me[name] = ""
        me[password] = ""
      }
      State(.idle) { On(login, to: .validating) }
      State(.validating) {
        Always(to: .executing, when: isValid)
        Always(to: "missing", when: isMissing)
        Always(to: .idle)
      }
      State("missing") {
        Always(to: .failed) { me in
          me[light] = "fail"
          me.emit(fail, "missing")
        }
      }
      State(.executing) {
        Invoke(authenticate) { $0.account }
        On(authenticate.succeeded, to: .succeeded) { me, account in
          me[light] = "success"
          me.emit(success, account)
        }
        On(authenticate.failed, to: .failed) { me, text in
          me[light] = "fail"
          me.emit(fail, text)
        }
        On(authenticate.error, to: .error) { me, text in
          me[light] = "error"
          me.emit(error, text)
        }
      }
      State(.succeeded) { On(returned, to: .idle) }
      State(.failed) {
        On(login, to: .validating)
        On(dismissed, to: .idle)
      }
      State(.error) {
        On(login, to: .validating)
        On(dismissed, to: .idle)
      }
    }
  }

  static let screen = Screen("用户登录") {
    TextField(name, "账号")
    SecureField(password, "密码")
    Button(login, "登录", enabled: isLoginValid)
    Alert("认证未通过", on: fail, ["确定"], dismissed)
    Alert("登录出错", on: error, ["确定"], dismissed)
    Push(.home, on: success)
    Reappeared(returned)
  }
}
