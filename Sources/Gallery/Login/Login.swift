import ViewModels

/// The login page as fixed: one submission at a time. After a success it ignores taps until the page reappears,
/// because the push comes later (HZ-D3).
struct Login: LoginPage {
  struct Model: LoginForm, Hashable {
    var name = ""
    var password: Secret<String> = ""
    /// Counts only the cleaned name, so that the button does not flicker (HZ-D4).
    var hasName: Bool { name.sanitisedLoginName.utf16.count > 5 }
    var hasPassword: Bool { password.revealed.utf16.count > 5 }
    var isComplete: Bool { hasName && hasPassword }
  }

  let name = Field(\.name, samples: ["messy": "12aaaaaa!", "unknown": "AAAAAA"])
  let password = Field(\.password, samples: ["right": "aaaaaa", "wrong": "bbbbbb"])
  let loginEnabled = Field(\.isComplete, from: \.name, \.password)
  let login = Input()
  let dismissed = Input()
  let returned = Event<Void>()
  let success = Subject<LoginSession>()
  let fail = Subject<String>()
  let error = Subject<String>()
  let hasName = Guard("the name is longer than 5", \.hasName, reads: \.name)
  let hasPassword = Guard("the password is longer than 5", \.hasPassword, reads: \.password)
  let authenticate = Service<Credentials, LoginSession>(
    after: .seconds(1), timeout: .request, samples: ["session": LoginSession(name: "s-1")]
  ) { credentials in
    credentials.areKnown ? .ok(LoginSession(name: "s-1")) : .fail("用户名或密码错误")
  }

  var chart: Chart {
    Observe(name) { me, typed in
      let clean = typed.sanitisedLoginName
      if clean != typed { me.name = clean }
    }
    Region("login") {
      State(.idle) { On(login, to: .validating) }
      State(.validating) {
        Always(to: .executing, when: hasName && hasPassword)
        Always(to: .idle)
      }
      State(.executing) {
        Invoke(authenticate) { Credentials(name: $0.name, password: $0.password) }
        On(authenticate.succeeded, to: .succeeded, emit: success)
        On(authenticate.failed, to: .failed, emit: fail)
        On(authenticate.error, to: .error, emit: error)
      }
      State(.succeeded) { On(returned, to: .idle) }
      State(.failed) { On(dismissed, to: .idle) }
      State(.error) { On(dismissed, to: .idle) }
    }
  }

  var screen: Screen {
    Screen("登录") {
      TextField(name, "用户名")
      SecureField(password, "密码")
      Button(login, "登录", enabled: loginEnabled)
      Alert("登录失败", on: fail, ["确定"], dismissed)
      Alert("登录失败", on: error, ["确定"], dismissed)
      Push(.home, on: success)
      Reappeared(returned)
    }
  }
}
