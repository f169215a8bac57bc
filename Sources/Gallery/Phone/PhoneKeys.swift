import ViewModels

/// Under which names a variant persists its two texts.
struct PhoneKeys {
  let phone: String
  let code: String

  /// - Parameter number: 0 for the baseline without a view model, 1 for blocks, 2 for signals.
  init(_ number: Int) {
    phone = "SULoginPhoneKey\(number)"
    code = "SULoginVerifyCodeKey\(number)"
  }

  func store(_ credentials: PhoneCredentials, _ turn: borrowing TurnContext) {
    turn.store(phone, credentials.phone.value)
    turn.store(code, credentials.code.value)
  }

  func forget(_ turn: borrowing TurnContext) {
    turn.store(phone, .null)
    turn.store(code, .null)
  }

  /// What an earlier run stored; empty texts when there is nothing.
  func stored(_ turn: borrowing TurnContext) -> PhoneCredentials {
    PhoneCredentials(
      phone: turn.stored(phone).flatMap(String.init) ?? "", code: turn.stored(code).flatMap(String.init) ?? "")
  }
}
