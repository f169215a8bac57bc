import Adapters
import Observation
import ViewModels

// The page *Your app* shows the code of this file and what the tool says of it.

func loginForms() -> [Machine] {
  [
    Machine(LoginFormAdapter.self, name: "form", variant: "class", summary: "A login form"),
    Machine(FixedFormAdapter.self, name: "form", variant: "fixed", summary: "One request at a time"),
    Machine(LoginFormChart.self, name: "form", variant: "chart", summary: "The same as a chart"),
  ]
}

protocol LoginFormAPI: Sendable {
  func greeting(for name: String) async throws -> String
}

@MainActor @Observable final class LoginForm {
  var name = ""
  private(set) var greeting = ""
  private(set) var isLoggingIn = false
  private let api: any LoginFormAPI

  init(api: any LoginFormAPI) { self.api = api }

  func logIn() {
    isLoggingIn = true
    Task {
      greeting = (try? await api.greeting(for: name)) ?? "not logged in"
      isLoggingIn = false
    }
  }
}

struct AskedLogin: LoginFormAPI {
  let ask: @Sendable (String) async throws -> String

  func greeting(for name: String) async throws -> String { try await ask(name) }
}

@MainActor struct LoginFormAdapter: Adapter {
  let name = Field(\.name, samples: ["ann": "Ann"])
  let greeting = Field(\.greeting)
  let isLoggingIn = Field(\.isLoggingIn)
  let logIn = Input { $0.logIn() }
  let session = Service<String, String>(after: .seconds(1)) { .ok("Hello \($0)") }

  func make(_ world: World<Self>) -> LoginForm {
    LoginForm(api: AskedLogin { try await world.ask(session, $0) })
  }

  var screen: Screen {
    Screen("Login") {
      TextField(name, "Name")
      Button(logIn, "Log in")
      Label(greeting, "Greeting")
    }
  }

  var laws: Chart {
    Always("one request at a time") { $0.requests(of: \.session) <= 1 }
  }
}

struct LoginFormChart: ViewModel {
  struct Model: ModelType {
    var name = ""
    var greeting = ""
    var isLoggingIn = false
  }

  let name = Field(\.name, samples: ["ann": "Ann"])
  let greeting = Field(\.greeting)
  let isLoggingIn = Field(\.isLoggingIn)
  let logIn = Input()
  let session = Service<String, String>(after: .seconds(1)) { .ok("Hello \($0)") }

  var chart: Chart {
    Region("login") {
      State(.idle) { On(logIn, to: .executing) { me in me.isLoggingIn = true } }
      State(.executing) {
        Invoke(session) { $0.name }
        On(logIn)
        On(session.succeeded, to: .idle) { me, greeting in end(me, greeting) }
        On(session.failed, to: .idle) { me, _ in end(me, "not logged in") }
        On(session.error, to: .idle) { me, _ in end(me, "not logged in") }
      }
    }
  }

  private func end(_ me: borrowing Me, _ greeting: String) {
    me.greeting = greeting
    me.isLoggingIn = false
  }

  var screen: Screen {
    Screen("Login") {
      TextField(name, "Name")
      Button(logIn, "Log in")
      Label(greeting, "Greeting")
    }
  }
}

@MainActor @Observable final class FixedForm {
  var name = ""
  private(set) var greeting = ""
  private(set) var isLoggingIn = false
  private let api: any LoginFormAPI

  init(api: any LoginFormAPI) { self.api = api }

  func logIn() {
    guard !isLoggingIn else { return }
    isLoggingIn = true
    Task {
      greeting = (try? await api.greeting(for: name)) ?? "not logged in"
      isLoggingIn = false
    }
  }
}

@MainActor struct FixedFormAdapter: Adapter {
  let name = Field(\.name, samples: ["ann": "Ann"])
  let greeting = Field(\.greeting)
  let isLoggingIn = Field(\.isLoggingIn)
  let logIn = Input { $0.logIn() }
  let session = Service<String, String>(after: .seconds(1)) { .ok("Hello \($0)") }

  func make(_ world: World<Self>) -> FixedForm { FixedForm(api: AskedLogin { try await world.ask(session, $0) }) }

  var screen: Screen {
    Screen("Login") {
      TextField(name, "Name")
      Button(logIn, "Log in")
      Label(greeting, "Greeting")
    }
  }

  var laws: Chart {
    Always("one request at a time") { $0.requests(of: \.session) <= 1 }
  }
}
