import ViewModels

/// What the phone login asks of the outside world. The originals only ever saw it succeed.
enum PhoneService {
  static let avatarURL = PhoneAccount.only.avatarURL

  /// The picture that belongs to a number.
  static func loadAvatar(timeout: Timeout?) -> Service<String, String> {
    Service("loadAvatar", after: .milliseconds(750), timeout: timeout, samples: ["account": avatarURL]) { _ in
      .ok(avatarURL)
    }
  }

  static let requestLogin = Service<PhoneCredentials, PhoneAccount>(
    "requestLogin", after: .seconds(1), samples: ["account": .only]
  ) { _ in .ok(.only) }
}
