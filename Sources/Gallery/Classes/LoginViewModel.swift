import Observation

/// What the login page asks.
protocol LoginAPI: Sendable {
  func session(name: String, password: String) async throws -> String
}

enum LoginFailure: Error {
  case rejected(String)
  case unreachable(String)
}

/// The login page of seed 000 as a class.
@MainActor @Observable final class LoginViewModel {
  var name = "" {
    didSet {
      let clean = name.sanitisedLoginName
      if clean != name { name = clean }
    }
  }
  var password = ""
  private(set) var isLoggingIn = false
  // What will be cleaned away does not count, so the button does not flicker.
  var isComplete: Bool { name.sanitisedLoginName.utf16.count > 5 && password.utf16.count > 5 }
  var canLogIn: Bool { isComplete && !isLoggingIn }
  private let api: any LoginAPI
  private let onLogin: (String) -> Void
  private let onRejected: (String) -> Void
  private let onUnreachable: (String) -> Void

  init(
    api: any LoginAPI, onLogin: @escaping (String) -> Void, onRejected: @escaping (String) -> Void,
    onUnreachable: @escaping (String) -> Void
  ) {
    (self.api, self.onLogin) = (api, onLogin)
    (self.onRejected, self.onUnreachable) = (onRejected, onUnreachable)
  }

  func logIn() {
    guard canLogIn else { return }
    isLoggingIn = true
    Task { [name, password] in
      defer { isLoggingIn = false }
      do {
        onLogin(try await api.session(name: name, password: password))
      } catch LoginFailure.rejected(let reason) {
        onRejected(reason)
      } catch LoginFailure.unreachable(let message) {
        onUnreachable(message)
      } catch {}
    }
  }
}
