import ViewModels

/// The sign-in of seed 002, as it should have been: exactly one of green, yellow and red for each submission.
enum User: ViewModel {
  struct Model: Hashable, Sendable {
    var account = Account(name: "", password: "")
    var isValid: Bool { account.name.utf16.count > 3 && account.password.revealed.utf16.count > 3 }
  }

  static let name = Field("user.name", \Model.account.name)
  static let password = Field("user.pwd", \Model.account.password, samples: ["right": "wxyz", "wrong": "wrong"])
  static let isLoginValid = Field("loginBtnIsValid", \Model.isValid, from: [name, password])
  static let login = Input<Void>("login")
  static let dismissed = Input<Void>("dismissed")
  static let success = Subject<Account>("success")
  static let fail = Subject<String>("fail")
  static let error = Subject<String>("error")
  static let isValid = Guard<Model>("both fields are longer than 3", reads: [name, password]) { $0.isValid }
  static let authenticate = Service<Account, Account>("authenticate", after: .seconds(1)) { account in
    account.isKnown ? .ok(account) : .fail("认证失败")
  }

  static let definition = Definition<User>(
    Model(), fields: [name, password, isLoginValid], inputs: [login, dismissed], subjects: [success, fail, error]
  ) {
    Region("login") {
      State(.idle) { On(login, to: .validating) }
      State(.validating) {
        Always(to: .executing, when: isValid)
        Always(to: .idle)
      }
      State(.executing) {
        Invoke(authenticate) { $0.account }
        On(authenticate.succeeded, to: .succeeded) { $0.emit(success, $1) }
        On(authenticate.failed, to: .failed) { $0.emit(fail, $1) }
        On(authenticate.error, to: .error) { $0.emit(error, $1) }
      }
      State(.succeeded) { On(login, to: .validating) }
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
    Push(Page("home", title: "首页"), on: success)
  }
}
