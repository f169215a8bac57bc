import ViewModels

/// The login page as written. Bugs: no check (HZ-D2), a second tap during the push (HZ-D3), no message for a
/// network failure (HZ-D5).
struct LoginOriginal: LoginPage {
  struct Model: LoginForm, Hashable {
    var name: String?
    var password: Secret<String>?
    var loginEnabled = false
    var isComplete: Bool { name?.utf16.count ?? 0 > 5 && password?.revealed.utf16.count ?? 0 > 5 }
    var credentials: Credentials { Credentials(name: name ?? "", password: password ?? "") }
  }

  static let templateName = "Login"

  let name = Field(\.name, samples: ["messy": "12aaaaaa!", "unknown": "AAAAAA"])
  let password = Field(\.password, samples: ["right": "aaaaaa", "wrong": "bbbbbb"])
  let loginEnabled = Field(\.loginEnabled)
  let login = Input()
  let dismissed = Input()
  let success = Subject<Void>()
  let fail = Subject<String>()
  let error = Subject<String>()
  let areKnown = Guard("the credentials are known", \.credentials.areKnown, reads: \.name, \.password)
  let view = Child<LoginView>()

  var chart: Chart {
    // The view model's wiring.
    Wire("sanitiseName") { me in
      me.values(\.name).filter { $0 != nil }.subscribe(me) { me, typed in
        if let typed, typed.sanitisedLoginName != typed { me.name = typed.sanitisedLoginName }
      }
    }
    Wire("enableLogin") { me in
      Signal.combineLatest(me.values(\.name), me.values(\.password)) { name, password in
        name?.utf16.count ?? 0 > 5 && password?.revealed.utf16.count ?? 0 > 5
      }.assign(to: me, \.loginEnabled)
    }
    // The controller's wiring, in its order.
    Wire("showName", view) { me, view in me.values(\.name).map { $0 ?? "" }.assign(to: view, \.nameText) }
    Wire("takeName", view) { me, view in view.values(of: \.nameEdited).map(Optional.some).assign(to: me, \.name) }
    SetUp { me in me.name = me[view].nameText }  // a text signal first sends the current text
    Wire("showPassword", view) { me, view in me.values(\.password).map { $0 ?? "" }.assign(to: view, \.passwordText) }
    Wire("takePassword", view) { me, view in
      view.values(of: \.passwordEdited).map(Optional.some).assign(to: me, \.password)
    }
    SetUp { me in me.password = me[view].passwordText }
    Wire("enableButton", view) { me, view in me.values(\.loginEnabled).assign(to: view, \.buttonEnabled) }

    Accepts("unreachable-state", at: "login.error", because: "as written, no network failure is reported (HZ-D5)")
    Region("login") {
      State(.idle) { On(login, to: .validating) }
      State(.validating) { Always(to: .executing) }
      State(.executing) {
        Always(to: .succeeded, when: areKnown, emit: success)
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

  var screen: Screen {
    Screen("登录") {
      TextField(name, "用户名", text: view.nameText, edited: view.nameEdited)
      TextField(password, "密码", text: view.passwordText, edited: view.passwordEdited)
      Button(login, "登录", enabled: view.buttonEnabled)
      Alert("登录失败", on: fail, ["确定"], dismissed)
      Push(.home, on: success)
    }
  }
}

/// The controller's widgets. Setting text by program fires no edit.
struct LoginView: InternalViewModel {
  struct Model: ModelType, Hashable {
    var nameText = ""
    var passwordText: Secret<String> = ""
    var buttonEnabled = false
    var titleColour: String { buttonEnabled ? "cyan" : "gray" }
  }

  let nameText = Field(\.nameText)
  let passwordText = Field(\.passwordText)
  let buttonEnabled = Field(\.buttonEnabled)
  let titleColour = Field(\.titleColour, from: \.buttonEnabled)
  let nameEdited = Subject<String>()
  let passwordEdited = Subject<Secret<String>>()
}
