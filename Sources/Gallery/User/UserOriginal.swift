import ViewModels

/// The sign-in as written. Bugs: three outcomes at once (HZ-F1), repeated submissions (HZ-F5), hot outcomes that
/// late subscribers miss (HZ-F3), text fields bound to an old user (HZ-F4), only the button checks the form
/// (HZ-F6), a button colour without meaning (HZ-F7), a crash for an unbound name (HZ-F2).
struct UserOriginal: UserPage {
  struct Model: ModelType {
    var user = Ref<UserEntity>(InstanceID(0))
    var isLoginValid = false
    var heard: [String] = []
  }

  static let templateName = "User"

  let user = Field(\.user)
  let isLoginValid = Field(\.isLoginValid, named: "loginBtnIsValid")
  let heard = Field(\.heard, samples: ["all": ["success", "fail", "error"]])
  let view = Child<UserView>()
  let login = Input()
  let dismissed = Input()
  let subscribe = Input()
  let replaceUser = Input()
  let success = Subject<Account>()
  let fail = Subject<String>()
  let error = Subject<String>()

  /// A late subscriber.
  let hearOutcomes = Wiring { me in
    Signal.merge(
      me.values(of: \.success).map { _ in "success" }, me.values(of: \.fail).map { _ in "fail" },
      me.values(of: \.error).map { _ in "error" }
    ).subscribe(me) { me, light in me.heard.append(light) }
  }

  var chart: Chart {
    SetUp { me in
      me.user = me.make(UserEntity.self, at: "user")
      let user = me[me.user]
      user.start(UserEntity.takeName, me.child(view))  // bound to this user for good (HZ-F4)
      user.name = me[view].nameText
      user.start(UserEntity.takePassword, me.child(view))
      user.password = me[view].passwordText
    }
    Wire("enableLogin") { me in me.validity.assign(to: me, \.isLoginValid) }
    // A second subscription, for the console and the button's colour, which is always pink.
    Wire("watchValidity", view) { me, view in
      me.validity.subscribe(view) { view, isValid in
        view.log("loginBtnIsValid \(isValid ? 1 : 0)")
        view.buttonColour = "systemPink"
      }
    }
    Accepts(
      "unreachable-state", at: "login.validating", because: "as written, only the button checks the form (HZ-F6)"
    )
    Region("login") {
      On(subscribe) { $0.start(hearOutcomes) }
      On(replaceUser) { me in me.user = me.make(UserEntity.self, at: "user'2") }
      State(.idle) { On(login, to: .executing) { $0.log("点击登录按钮") } }
      State(.validating)
      State(.executing) {
        Always(to: .succeeded) { me in
          let form = me[me.user].model
          guard form.isBound else {
            return me.crash("nil was put into an array: the name or the password was never bound")
          }
          me.log("网络请求")
          me.emit(success, form.account)
        }
      }
      State(.succeeded) { Always(to: .failed) { $0.emit(fail, "认证失败") } }
      State(.failed) { Always(to: .error) { $0.emit(error, "登录失败") } }
      State(.error) {
        On(login, to: .executing) { $0.log("点击登录按钮") }
        On(dismissed)
      }
    }
  }

  var screen: Screen {
    Screen("用户登录") {
      TextField(view.nameText, "账号", named: "user.name", edited: view.nameEdited)
      TextField(view.passwordText, "密码", named: "user.pwd", edited: view.passwordEdited)
      Button(login, "登录", enabled: isLoginValid)
      Alert("认证未通过", on: fail, ["确定"], dismissed)
      Alert("登录出错", on: error, ["确定"], dismissed)
      Push(.home, on: success)
    }
  }

  var submitted: Happening { .entered("login", .executing) }

  func form(_ turn: borrowing Witness<UserOriginal>) -> any UserForm { turn[turn.user].model }
}

extension Ref where V == UserOriginal {
  /// A new cold signal for each subscriber, without de-duplication.
  fileprivate var validity: Signal<Bool> {
    .combineLatest(values(\.user, \.name), values(\.user, \.password)) { name, password in
      UserEntity.Model(name: name, password: password).isValid
    }
  }
}

struct UserEntity: ViewModel {
  struct Model: UserForm, Hashable {
    var name: String?
    var password: Secret<String>?
  }

  static let templateName = "user"

  let name = Field(\.name, samples: ["short": "abc", "known": "abcd"])
  let password = Field(\.password, named: "pwd", samples: ["right": "wxyz", "wrong": "wrong"])

  let takeName = Wiring<Ref<UserView>> { user, view in
    view.values(of: \.nameEdited).map(Optional.some).assign(to: user, \.name)
  }
  let takePassword = Wiring<Ref<UserView>> { user, view in
    view.values(of: \.passwordEdited).map(Optional.some).assign(to: user, \.password)
  }
}

struct UserView: InternalViewModel {
  struct Model: ModelType, Hashable {
    var nameText = ""
    var passwordText: Secret<String> = ""
    var buttonColour = "black"
  }

  let nameText = Field(\.nameText)
  let passwordText = Field(\.passwordText)
  let nameEdited = Subject<String>()
  let passwordEdited = Subject<Secret<String>>()
}
