import ViewModels

@testable import Console

/// A machine with every way in which a secret can be typed, and every reason for which what is typed is not taken.
struct Vault: TokenViewModel {
  struct Model: ModelType, Hashable {
    var name = ""
    var password: Secret<String> = ""
    var token: Secret<String>? = nil
    var pin: Secret<Int> = Secret(0)
    var isBusy = false
    var isReady: Bool { false }
  }

  let name = Field(\.name)
  let password = Field(\.password, samples: ["right": "aaaaaa"])
  let token = Field(\.token)
  let pin = Field(\.pin)
  let isBusy = Field(\.isBusy)
  let isReady = Field(\.isReady, from: \.name)
  let login = Input()
  let unlock = Input<Secret<String>>()
  let enter = Input<Account>()
  let learn = Input<String>()
  let ask = Input()
  let busy = Input()
  let leave = Input()
  let crash = Input()
  let fetch = Input()
  let asked = Subject<Void>()
  let left = Subject<Void>()
  let grant = Service<Bool, Secret<String>>(after: .seconds(1)) { _ in .ok("granted") }
  let issue = Service<Bool, String>(after: .seconds(1)) { _ in .ok("issued") }

  var chart: Chart {
    Region("vault") {
      On(unlock) { $0.token = $1 }
      On(enter) { $0.password = $1.password }
      On(learn) { $0.token = Secret($1) }
      On(ask) { $0.emit(asked) }
      On(busy) { $0.isBusy = true }
      On(leave) { $0.emit(left) }
      On(crash) { $0.crash("on purpose") }
      State(.idle) { On(fetch, to: .executing) }
      State(.executing) {
        Invoke(grant) { _ in true }
        Invoke(issue) { _ in true }
        On(grant.succeeded) { $0.token = $1 }
        On(issue.succeeded) { $0.token = Secret($1) }
      }
    }
  }

  var screen: Screen {
    Screen("Vault") {
      TextField(name, "Name")
      SecureField(password, "密码")
      Button(login, "Log in", enabled: isReady)
      Button(unlock, "Unlock")
      HUD("Busy", while: isBusy)
      Alert("Sure?", on: asked, ["Yes": login])
      Push(Page("elsewhere", title: "Elsewhere"), on: left)
    }
  }

  /// A record that holds a secret, which its shape does not tell.
  struct Account: ValueConvertible {
    var name: String
    var password: Secret<String>

    var value: Value { ["name": name.value, "password": password.value] }
    init?(_ value: Value) {
      guard let name = value["name"].flatMap(String.init), let password = value["password"].flatMap(Secret<String>.init)
      else { return nil }
      (self.name, self.password) = (name, password)
    }
    static var shape: Shape { .record }
  }

  static let machine = Machine(Vault.self, name: "vault", variant: "one", summary: "a vault")
  static var session: Session {
    var session = Session(catalogue: Catalogue([machine]))
    _ = session.run("open vault")
    return session
  }
}
