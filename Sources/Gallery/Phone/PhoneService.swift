import ViewModels

/// What the phone login asks of the outside world. The originals only ever saw it succeed.
enum PhoneService {
  static let avatarURL = "https://example.org/avatars/1000.png"
  static let wrongPhone = "请输入正确的手机号码"
  static let wrongCode = "验证码错误"
  static let busyText = "Loading..."

  /// The picture that belongs to a number.
  static let loadAvatar = Service<String, String>(
    "loadAvatar", after: .milliseconds(750), samples: ["account": avatarURL]
  ) { _ in .ok(avatarURL) }

  static let requestLogin = Service<PhoneCredentials, PhoneAccount>(
    "requestLogin", after: .seconds(1), samples: ["account": .only]
  ) { _ in .ok(.only) }
}

/// What a login sends.
struct PhoneCredentials: Hashable, ValueConvertible {
  var phone: String
  var code: String

  init(phone: String, code: String) {
    self.phone = phone
    self.code = code
  }

  var value: Value { ["mobilePhone": phone.value, "verifyCode": code.value] }

  init?(_ value: Value) {
    guard let phone = value["mobilePhone"].flatMap(String.init), let code = value["verifyCode"].flatMap(String.init)
    else { return nil }
    self.init(phone: phone, code: code)
  }

  static var shape: Shape { .record }
}

/// What a login gets back.
struct PhoneAccount: Hashable, ValueConvertible {
  var nickname: String
  var userID: String
  var avatarURL: String

  /// The only account there is.
  static let only = PhoneAccount(nickname: "CoderMikeHe", userID: "1000", avatarURL: PhoneService.avatarURL)

  init(nickname: String, userID: String, avatarURL: String) {
    self.nickname = nickname
    self.userID = userID
    self.avatarURL = avatarURL
  }

  var value: Value {
    ["nickname": nickname.value, "userId": userID.value, "avatarUrl": avatarURL.value]
  }

  init?(_ value: Value) {
    guard let nickname = value["nickname"].flatMap(String.init), let userID = value["userId"].flatMap(String.init),
      let avatarURL = value["avatarUrl"].flatMap(String.init)
    else { return nil }
    self.init(nickname: nickname, userID: userID, avatarURL: avatarURL)
  }

  static var shape: Shape { .record }
}

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
