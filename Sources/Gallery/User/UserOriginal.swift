import ViewModels

/// The sign-in of seed 002 as written, with its controller's wiring.
///
/// One submission sends all three outcomes (HZ-F1), in no time, so that nothing guards against a second one (HZ-F5). They
/// are sent once, to whoever listens by then (HZ-F3). The text fields stay bound to the user they were bound to (HZ-F4).
/// Nothing checks the form but the button (HZ-F6), whose colour says nothing about it (HZ-F7), and a name that was never
/// bound crashes it (HZ-F2).
enum UserOriginal: ViewModel {
  struct Model: Sendable {
    var user = Ref<UserEntity>(InstanceID(0))
    var isLoginValid = false
    /// What the late subscriber has heard.
    var heard: [String] = []
  }

  static let user = Field("user", \Model.user)
  static let isLoginValid = Field("loginBtnIsValid", \Model.isLoginValid)
  static let heard = Field("heard", \Model.heard, samples: ["all": ["success", "fail", "error"]])
  static let login = Input<Void>("login")
  static let subscribe = Input<Void>("subscribe")
  static let replaceUser = Input<Void>("replaceUser")
  static let dismissed = Input<Void>("dismissed")
  static let success = Subject<Account>("success")
  static let fail = Subject<String>("fail")
  static let error = Subject<String>("error")

  /// A new cold signal over the path to the user's fields, assigned without de-duplication.
  static let enableLogin = Wiring("enableLogin") { (me: Ref<UserOriginal>) in
    Signal.combineLatest(me.values(user, UserEntity.name), me.values(user, UserEntity.password)) { name, password in
      UserLaws.isValid((name, password?.revealed))
    }.assign(to: me, isLoginValid)
  }
  /// The same signal once more, for the console and the button's colour: pink at each value, whatever it is.
  static let colourButton = Handler("colourButton") { (turn, value, view: Ref<UserView>) in
    turn.log("loginBtnIsValid \(value == true ? 1 : 0)")
    turn[view, UserView.buttonColour] = "systemPink"
  }
  static let watchValidity = Wiring("watchValidity") { (me: Ref<UserOriginal>, view: Ref<UserView>) in
    Signal.combineLatest(me.values(user, UserEntity.name), me.values(user, UserEntity.password)) { name, password in
      UserLaws.isValid((name, password?.revealed))
    }.subscribe(next: colourButton(view))
  }
  static let takeName = Wiring("takeName") { (user: Ref<UserEntity>, view: Ref<UserView>) in
    view.values(of: UserView.nameEdited).map(Optional.some).assign(to: user, UserEntity.name)
  }
  static let takePassword = Wiring("takePassword") { (user: Ref<UserEntity>, view: Ref<UserView>) in
    view.values(of: UserView.passwordEdited).map(Optional.some).assign(to: user, UserEntity.password)
  }

  // Somebody who subscribes to the three subjects when they have spoken already.

  static let hear = Handler("hear") { (turn, light, me: Ref<UserOriginal>) in
    if let light = String(light) { turn[me, heard].append(light) }
  }
  static let hearSuccess = Wiring("hearSuccess") { (me: Ref<UserOriginal>) in
    me.values(of: success).map { _ in "success" }.subscribe(next: hear(me))
  }
  static let hearFail = Wiring("hearFail") { (me: Ref<UserOriginal>) in
    me.values(of: fail).map { _ in "fail" }.subscribe(next: hear(me))
  }
  static let hearError = Wiring("hearError") { (me: Ref<UserOriginal>) in
    me.values(of: error).map { _ in "error" }.subscribe(next: hear(me))
  }

  static let definition = Definition<UserOriginal>(
    Model(), name: "User", fields: [user, isLoginValid, heard], inputs: [login, dismissed, subscribe, replaceUser],
    subjects: [success, fail, error],
    properties: UserLaws.all(success, fail, error, heard) { turn in
      (turn[turn[user], UserEntity.name], turn[turn[user], UserEntity.password]?.revealed)
    }
  ) {
    Uses(UserEntity.self)
    Uses(UserView.self)
    Uses(enableLogin, watchValidity, colourButton, takeName, takePassword, hear, hearSuccess, hearFail, hearError)
    SetUp { me in
      me[user] = me.make(UserEntity.self, at: "user")
      let view = me.makeView(UserView.self, at: "view")
      me.start(takeName, me[user], view)  // bound to this user for good (HZ-F4)
      me[me[user], UserEntity.name] = me[view, UserView.nameText]
      me.start(takePassword, me[user], view)
      me[me[user], UserEntity.password] = me[view, UserView.passwordText]
      me.start(enableLogin, me.me)
      me.start(watchValidity, me.me, view)
    }
    Accepts(
      "unreachable-state", at: "login.validating", because: "as written, nothing checks the form but the button (HZ-F6)"
    )
    Region("login") {
      On(subscribe) { me, _ in
        me.start(hearSuccess, me.me)
        me.start(hearFail, me.me)
        me.start(hearError, me.me)
      }
      On(replaceUser) { me, _ in me[user] = me.make(UserEntity.self, at: "user'2") }
      State(.idle) { On(login, to: .executing) { me, _ in me.log("点击登录按钮") } }
      State(.validating)
      State(.executing) {
        Always(to: .succeeded) { me in
          guard let name = me[me[user], UserEntity.name], let password = me[me[user], UserEntity.password] else {
            return me.crash("nil was put into an array: the name or the password was never bound")
          }
          me.log("网络请求")
          me.emit(success, Account(name: name, password: password))
        }
      }
      State(.succeeded) { Always(to: .failed) { $0.emit(fail, "认证失败") } }
      State(.failed) { Always(to: .error) { $0.emit(error, "登录失败") } }
      State(.error) {
        On(login, to: .executing) { me, _ in me.log("点击登录按钮") }
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
    Push(.home, on: success)
  }
}

/// The user that the original's fields are bound to: an object of its own.
enum UserEntity: ViewModel {
  struct Model: Hashable, Sendable {
    var name: String?
    var password: Secret<String>?
  }

  static let name = Field("name", \Model.name, samples: ["short": "abc", "known": "abcd"])
  static let password = Field("pwd", \Model.password, samples: ["right": "wxyz", "wrong": "wrong"])

  static let definition = Definition<UserEntity>(Model(), name: "user", fields: [name, password]) {}
}

/// The widgets of the original's controller.
enum UserView: ViewModel {
  struct Model: Hashable, Sendable {
    var nameText = ""
    var passwordText: Secret<String> = ""
    var buttonColour = "black"
  }

  static let nameText = Field("nameText", \Model.nameText)
  static let passwordText = Field("passwordText", \Model.passwordText)
  static let buttonColour = Field("buttonColour", \Model.buttonColour)
  static let nameEdited = Subject<String>("nameEdited")
  static let passwordEdited = Subject<Secret<String>>("passwordEdited")

  static let definition = Definition<UserView>(
    Model(), fields: [nameText, passwordText, buttonColour], subjects: [nameEdited, passwordEdited], isView: true
  ) {}
}
