import ViewModels

/// What the phone login asks of the outside world. The originals only ever saw it succeed.
struct PhoneService<Owner: ViewModel>: TokenGroup {
  /// The picture that belongs to a number.
  let loadAvatar: Service<String, String>
  let requestLogin = Service<PhoneCredentials, PhoneAccount>(after: .seconds(1), samples: ["account": .only]) { _ in
    .ok(.only)
  }

  init(avatarTimeout: Timeout? = nil) {
    let avatar = PhoneAccount.only.avatarURL
    loadAvatar = Service(after: .milliseconds(750), timeout: avatarTimeout, samples: ["account": avatar]) { _ in
      .ok(avatar)
    }
  }
}

/// What the login page of seed 003 says.
enum PhoneTexts {
  static let wrongPhone = "请输入正确的手机号码"
  static let wrongCode = "验证码错误"
  static let busy = "Loading..."
}
