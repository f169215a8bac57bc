import ViewModels

struct PhoneAccount: Hashable {
  var nickname: String
  var userID: String
  var avatarURL: String

  static let only = PhoneAccount(
    nickname: "CoderMikeHe", userID: "1000", avatarURL: "https://example.org/avatars/1000.png")
}

extension PhoneAccount: ValueConvertible {
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
