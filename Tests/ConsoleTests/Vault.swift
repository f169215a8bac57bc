import ViewModels

@testable import Console

/// A machine with every way in which a secret can be typed, and every reason for which what is typed is not taken.
enum Vault: ViewModel {
  struct Model: Hashable, Sendable {
    var name = ""
    var password: Secret<String> = ""
    var token: Secret<String>? = nil
    var pin: Secret<Int> = Secret(0)
    var isBusy = false
    var isReady: Bool { false }
  }

  static let name = Field("name", \Model.name)
  static let password = Field("password", \Model.password, samples: ["right": "aaaaaa"])
  static let token = Field("token", \Model.token)
  static let pin = Field("pin", \Model.pin)
  static let isBusy = Field("isBusy", \Model.isBusy)
  static let isReady = Field("isReady", \Model.isReady, from: [name])
  static let login = Input<Void>("login")
  static let unlock = Input<Secret<String>>("unlock")
  static let enter = Input<Account>("enter")
  static let learn = Input<String>("learn")
  static let ask = Input<Void>("ask")
  static let busy = Input<Void>("busy")
  static let leave = Input<Void>("leave")
  static let crash = Input<Void>("crash")
  static let fetch = Input<Void>("fetch")
  static let asked = Subject<Void>("asked")
  static let left = Subject<Void>("left")
  static let grant = Service<Bool, Secret<String>>("grant", after: .seconds(1)) { _ in .ok("granted") }
  static let issue = Service<Bool, String>("issue", after: .seconds(1)) { _ in .ok("issued") }

  static let definition = Definition<Vault>(
    Model(), fields: [name, password, token, pin, isBusy, isReady],
    inputs: [login, unlock, enter, learn, ask, busy, leave, crash, fetch], subjects: [asked, left]
  ) {
    Region("vault") {
      On(unlock) { me, key in me[token] = key }
      On(enter) { me, account in me[password] = account.password }
      On(learn) { me, text in me[token] = Secret(text) }
      On(ask) { me, _ in me.emit(asked) }
      On(busy) { me, _ in me[isBusy] = true }
      On(leave) { me, _ in me.emit(left) }
      On(crash) { me, _ in me.crash("on purpose") }
      State(.idle) { On(fetch, to: .executing) }
      State(.executing) {
        Invoke(grant) { _ in true }
        Invoke(issue) { _ in true }
        On(grant.succeeded) { me, key in me[token] = key }
        On(issue.succeeded) { me, key in me[token] = Secret(key) }
      }
    }
  }

  static let screen = Screen("Vault") {
    TextField(name, "Name")
    SecureField(password, "密码")
    Button(login, "Log in", enabled: isReady)
    Button(unlock, "Unlock")
    HUD("Busy", while: isBusy)
    Alert("Sure?", on: asked, [AlertButton("Yes", login)])
    Push(Page("elsewhere", title: "Elsewhere"), on: left)
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
