import ViewModels

/// The sign-in of seed 002 as written, with its controller's wiring.
///
/// One submission sends all three outcomes (HZ-F1), nothing checks the form but the button (HZ-F6), and a name that was
/// never bound crashes it (HZ-F2).
enum UserOriginal: ViewModel {
  struct Model: Sendable {
    var user = Ref<UserEntity>(InstanceID(0))
    var isLoginValid = false
  }

  static let user = Field("user", \Model.user)
  static let isLoginValid = Field("loginBtnIsValid", \Model.isLoginValid)
  static let login = Input<Void>("login")
  static let dismissed = Input<Void>("dismissed")
  static let success = Subject<Account>("success")
  static let fail = Subject<String>("fail")
  static let error = Subject<String>("error")

  /// A new cold signal over the path to the user's fields, assigned without de-duplication.
  static let enableLogin = Wiring("enableLogin") { (me: Ref<UserOriginal>) in
    Signal.combineLatest(me.values(user, UserEntity.name), me.values(user, UserEntity.password)) { name, password in
      name?.utf16.count ?? 0 > 3 && password?.revealed.utf16.count ?? 0 > 3
    }.assign(to: me, isLoginValid)
  }
  static let takeName = Wiring("takeName") { (user: Ref<UserEntity>, view: Ref<UserView>) in
    view.values(of: UserView.nameEdited).map(Optional.some).assign(to: user, UserEntity.name)
  }
  static let takePassword = Wiring("takePassword") { (user: Ref<UserEntity>, view: Ref<UserView>) in
    view.values(of: UserView.passwordEdited).map(Optional.some).assign(to: user, UserEntity.password)
  }

  static let definition = Definition<UserOriginal>(
    Model(), name: "User", fields: [user, isLoginValid], inputs: [login, dismissed], subjects: [success, fail, error]
  ) {
    Uses(UserEntity.self)
    Uses(UserView.self)
    Uses(enableLogin, takeName, takePassword)
    SetUp { me in
      me[user] = me.make(UserEntity.self, at: "user")
      let view = me.makeView(UserView.self, at: "view")
      me.start(takeName, me[user], view)  // bound to this user for good (HZ-F4)
      me[me[user], UserEntity.name] = me[view, UserView.nameText]
      me.start(takePassword, me[user], view)
      me[me[user], UserEntity.password] = me[view, UserView.passwordText]
      me.start(enableLogin, me.me)
    }
    Accepts(
      "unreachable-state", at: "login.validating", because: "as written, nothing checks the form but the button (HZ-F6)"
    )
    Region("login") {
      State(.idle) { On(login, to: .executing) }
      State(.validating)
      State(.executing) {
        Always(to: .succeeded) { me in
          guard let name = me[me[user], UserEntity.name], let password = me[me[user], UserEntity.password] else {
            return me.crash("nil was put into an array: the name or the password was never bound")
          }
          me.emit(success, Account(name: name, password: password))
        }
      }
      State(.succeeded) { Always(to: .failed) { $0.emit(fail, "认证失败") } }
      State(.failed) { Always(to: .error) { $0.emit(error, "登录失败") } }
      State(.error) {
        On(login, to: .executing)
        On(dismissed) { _, _ in }
      }
    }
  }

  static let screen = Screen("用户登录") {
    TextField(named: "user.name", "账号", in: "view", text: UserView.nameText, edited: UserView.nameEdited)
    TextField(named: "user.pwd", "密码", in: "view", text: UserView.passwordText, edited: UserView.passwordEdited)
    Button(login, "登录", enabled: isLoginValid)
    Alert("认证未通过", on: fail, ["确定"], dismissed)
    Alert("登录出错", on: error, ["确定"], dismissed)
    Push(Page("home", title: "首页"), on: success)
  }
}

/// The user that the original's fields are bound to: an object of its own.
enum UserEntity: ViewModel {
  struct Model: Hashable, Sendable {
    var name: String?
    var password: Secret<String>?
  }

  static let name = Field("name", \Model.name)
  static let password = Field("pwd", \Model.password, samples: ["right": "wxyz", "wrong": "wrong"])

  static let definition = Definition<UserEntity>(Model(), name: "user", fields: [name, password]) {}
}

/// The widgets of the original's controller.
enum UserView: ViewModel {
  struct Model: Hashable, Sendable {
    var nameText = ""
    var passwordText: Secret<String> = ""
  }

  static let nameText = Field("nameText", \Model.nameText)
  static let passwordText = Field("passwordText", \Model.passwordText)
  static let nameEdited = Subject<String>("nameEdited")
  static let passwordEdited = Subject<Secret<String>>("passwordEdited")

  static let definition = Definition<UserView>(
    Model(), fields: [nameText, passwordText], subjects: [nameEdited, passwordEdited], isView: true
  ) {}
}
