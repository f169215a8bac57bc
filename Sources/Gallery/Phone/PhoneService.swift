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
