import ViewModels

/// One login of the originals: a block that is called when the answer comes, whatever has happened meanwhile.
///
/// With blocks only success is handled (HZ-G6), nothing ends it early, and any number may be under way (HZ-G5).
enum LoginCall: ViewModel {
  struct Model: Sendable {
    var caller = Value.null
    var credentials = PhoneCredentials(phone: "", code: "")
  }

  static let caller = Field("caller", \Model.caller)
  static let credentials = Field("credentials", \Model.credentials)
  /// What the caller is sent.
  static let answered = Input<PhoneAccount>("loginAnswered")
  /// What only the version with signals takes.
  static let refused = Input<String>("loginRefused")
  static let broke = Input<String>("loginBroke")

  static let definition = Definition<LoginCall>(Model(), fields: [caller, credentials], isView: true) {
    Accepts("trap", at: "call.done", because: "a call answers once")
    Region("call") {
      State("waiting") {
        Invoke(PhoneService.requestLogin) { $0.credentials }
        On(PhoneService.requestLogin.succeeded, to: "done") { me, account in
          me.answer(answered, account, to: me[caller])
        }
        On(PhoneService.requestLogin.failed, to: "done") { me, reason in me.answer(refused, reason, to: me[caller]) }
        On(PhoneService.requestLogin.error, to: "done") { me, message in me.answer(broke, message, to: me[caller]) }
      }
      State("done")
    }
  }
}

/// One load of a picture in the originals: it is shown when it comes, be the number what it may by then (HZ-G1).
enum AvatarCall: ViewModel {
  struct Model: Sendable {
    var caller = Value.null
    var phone = ""
  }

  static let caller = Field("caller", \Model.caller)
  static let phone = Field("phone", \Model.phone)
  /// What the caller is sent.
  static let answered = Input<String>("avatarLoaded")
  static let loadAvatar = PhoneService.loadAvatar(timeout: nil)

  static let definition = Definition<AvatarCall>(Model(), fields: [caller, phone], isView: true) {
    Accepts("unheard-answer", at: "call.waiting", because: "as written, a call has no failure block")
    Accepts("trap", at: "call.done", because: "a call answers once")
    Region("call") {
      State("waiting") {
        Invoke(loadAvatar) { $0.phone }
        On(loadAvatar.succeeded, to: "done") { me, url in me.answer(answered, url, to: me[caller]) }
      }
      State("done")
    }
  }
}

extension Handle {
  /// Asks for a login; the answer comes as an input.
  func callLogin(_ credentials: PhoneCredentials) {
    let call = make(LoginCall.self, at: "loginCall")
    self[call, LoginCall.caller] = me.value
    self[call, LoginCall.credentials] = credentials
  }

  /// Asks for a picture; the answer comes as an input.
  func callAvatar(for phone: String) {
    let call = make(AvatarCall.self, at: "avatarCall")
    self[call, AvatarCall.caller] = me.value
    self[call, AvatarCall.phone] = phone
  }

  /// Calls back whoever asked.
  func answer<T: ValueConvertible>(_ input: Input<T>, _ value: T, to caller: Value) {
    guard case .reference(let id) = caller else { return }
    turn.raise(input.name, value.value, for: id)
  }
}
