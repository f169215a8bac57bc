import ViewModels

/// The sign-in as fixed: each submission has one outcome, and none is possible between a success and its push.
struct User: UserPage {
  struct Model: UserForm, Hashable {
    var name: String? = ""
    var password: Secret<String>? = ""
    /// The last outcome, for late subscribers.
    var light: String?
    var heard: [String] = []
  }

  let name = Field(\.name, named: "user.name", samples: ["short": "abc", "known": "abcd"])
  let password = Field(\.password, named: "user.pwd", samples: ["right": "wxyz", "wrong": "wrong"])
  let isLoginValid = Field(\.isValid, named: "loginBtnIsValid", from: \.name, \.password)
  let light = Field(\.light, samples: ["green": "success", "yellow": "fail", "red": "error"])
  let heard = Field(\.heard, samples: ["all": ["success", "fail", "error"]])
  let login = Input()
  let dismissed = Input()
  let subscribe = Input()
  let replaceUser = Input()
  let returned = Event<Void>()
  let success = Subject<Account>()
  let fail = Subject<String>()
  let error = Subject<String>()
  let isValid = Guard("both fields are longer than 3", \.isValid, reads: \.name, \.password)
  let isMissing = Guard("the name or the password was never bound", reads: \.name, \.password) { !$0.isBound }
  let authenticate = Service<Account, Account>(
    after: .seconds(1), timeout: .request, samples: ["account": Account(name: "abcd", password: "wxyz")]
  ) { account in
    account.isKnown ? .ok(account) : .fail("认证失败")
  }

  let hearOutcomes = Wiring { me in
    me.values(\.light).filter { $0 != nil }.subscribe(me) { me, light in
      if let light { me.heard.append(light) }
    }
  }

  var chart: Chart {
    Region("login") {
      On(subscribe) { $0.start(hearOutcomes) }
      On(replaceUser) { me in
        me.name = ""
        me.password = ""
      }
      State(.idle) { On(login, to: .validating) }
      State(.validating) {
        Always(to: .executing, when: isValid)
        Always(to: "missing", when: isMissing)
        Always(to: .idle)
      }
      State("missing") { Always(to: .failed) { tellFail($0, "missing") } }
      State(.executing) {
        Invoke(authenticate) { $0.account }
        On(authenticate.succeeded, to: .succeeded) { me, account in
          me.light = "success"
          me.emit(success, account)
        }
        On(authenticate.failed, to: .failed, tellFail)
        On(authenticate.error, to: .error) { me, text in
          me.light = "error"
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

  var screen: Screen {
    Screen("用户登录") {
      TextField(name, "账号")
      SecureField(password, "密码")
      Button(login, "登录", enabled: isLoginValid)
      Alert("认证未通过", on: fail, ["确定"], dismissed)
      Alert("登录出错", on: error, ["确定"], dismissed)
      Push(.home, on: success)
      Reappeared(returned)
    }
  }

  var submitted: Happening { .any(of: .entered("login", .executing), .entered("login", "missing")) }

  func form(_ turn: borrowing Witness<User>) -> any UserForm { turn.model }

  private func tellFail(_ me: borrowing Me, _ text: String) {
    me.light = "fail"
    me.emit(fail, text)
  }
}
