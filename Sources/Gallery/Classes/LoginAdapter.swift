import Adapters
import ViewModels

@MainActor struct LoginAdapter: Adapter {
  let name = Field(\.name, samples: ["messy": "12aaaaaa!", "unknown": "AAAAAA"])
  let password = Field(\.secret, named: "password", samples: ["right": "aaaaaa", "wrong": "bbbbbb"])
  let loginEnabled = Field(\.isComplete)
  let canLogIn = Field(\.canLogIn)
  let login = Input { $0.logIn() }
  let authenticate = Service<Credentials, LoginSession>(
    after: .seconds(1), timeout: .request, samples: ["session": LoginSession(name: "s-1")],
    fails: { LoginFailure.rejected($0) }, breaks: { LoginFailure.unreachable($0) }
  ) { $0.areKnown ? .ok(LoginSession(name: "s-1")) : .fail("用户名或密码错误") }
  let success = Subject<LoginSession>()
  let fail = Subject<String>()
  let error = Subject<String>()

  func make(_ world: World<Self>) -> LoginViewModel {
    LoginViewModel(
      api: AskedLogin { try await world.ask(authenticate, $0).name },
      onLogin: { world.send(success, LoginSession(name: $0)) },
      onRejected: { world.send(fail, $0) }, onUnreachable: { world.send(error, $0) })
  }

  var screen: Screen {
    Screen("登录") {
      TextField(name, "用户名")
      SecureField(password, "密码")
      Button(login, "登录", enabled: canLogIn)
      Alert("登录失败", on: fail, ["确定"])
      Alert("登录失败", on: error, ["确定"])
      Push(.home, on: success)
    }
  }

  var laws: Chart { Always("one submission at a time") { $0.requests(of: \.authenticate) <= 1 } }
}

private struct AskedLogin: LoginAPI {
  let ask: @Sendable (Credentials) async throws -> String

  func session(name: String, password: String) async throws -> String {
    try await ask(Credentials(name: name, password: Secret(password)))
  }
}

extension LoginViewModel {
  /// The password, which no output shows.
  fileprivate var secret: Secret<String> {
    get { Secret(password) }
    set { password = newValue.revealed }
  }
}
