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

  func store<V>(_ credentials: PhoneCredentials, _ me: borrowing Handle<V>) {
    me.store(phone, credentials.phone)
    me.store(code, credentials.code)
  }

  func forget<V>(_ me: borrowing Handle<V>) {
    me.store(phone, Value.null)
    me.store(code, Value.null)
  }

  /// What an earlier run stored; empty texts when there is nothing.
  func stored<V>(_ me: borrowing Handle<V>) -> PhoneCredentials {
    PhoneCredentials(phone: me.stored(phone) ?? "", code: me.stored(code) ?? "")
  }
}
