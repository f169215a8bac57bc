import ViewModels

/// How the originals are called back.
struct PhoneCalls<Owner: ViewModel>: TokenGroup {
  let loginAnswered = Event<PhoneAccount>()
  let loginRefused = Event<String>()
  let loginBroke = Event<String>()
  let avatarLoaded = Event<String>()
}

/// An original that asks by calls.
protocol PhoneCaller: TokenViewModel {
  var calls: PhoneCalls<Self> { get }
}

/// One login of the originals: a block that is called when the answer comes, whatever has happened meanwhile.
///
/// With blocks only success is handled (HZ-G6), nothing ends it early, and any number may be under way (HZ-G5).
struct LoginCall<Caller: PhoneCaller>: InternalViewModel {
  struct Model: ModelType {
    var caller = Ref<Caller>(InstanceID(0))
    var credentials = PhoneCredentials(phone: "", code: "")
  }

  static var templateName: String { "LoginCall" }

  let service = PhoneService<Self>()

  var chart: Chart {
    Accepts("trap", at: "call.done", because: "a call answers once")
    Region("call") {
      State("waiting") {
        Invoke(service.requestLogin) { $0.credentials }
        On(service.requestLogin.succeeded, to: "done") { $0[$0.caller].raise(Caller.calls.loginAnswered, $1) }
        On(service.requestLogin.failed, to: "done") { $0[$0.caller].raise(Caller.calls.loginRefused, $1) }
        On(service.requestLogin.error, to: "done") { $0[$0.caller].raise(Caller.calls.loginBroke, $1) }
      }
      State("done")
    }
  }
}

/// One load of a picture in the originals: it is shown when it comes, be the number what it may by then (HZ-G1).
struct AvatarCall<Caller: PhoneCaller>: InternalViewModel {
  struct Model: ModelType {
    var caller = Ref<Caller>(InstanceID(0))
    var phone = ""
  }

  static var templateName: String { "AvatarCall" }

  let service = PhoneService<Self>()

  var chart: Chart {
    Accepts("unheard-answer", at: "call.waiting", because: "as written, a call has no failure block")
    Accepts("trap", at: "call.done", because: "a call answers once")
    Region("call") {
      State("waiting") {
        Invoke(service.loadAvatar) { $0.phone }
        On(service.loadAvatar.succeeded, to: "done") { $0[$0.caller].raise(Caller.calls.avatarLoaded, $1) }
      }
      State("done")
    }
  }
}

extension Handle where V: PhoneCaller {
  /// Asks for a login; the answer comes as an event.
  func callLogin(_ credentials: PhoneCredentials) {
    let call = self[make(LoginCall<V>.self, at: "loginCall")]
    call.caller = ref
    call.credentials = credentials
  }

  /// Asks for a picture; the answer comes as an event.
  func callAvatar(for phone: String) {
    let call = self[make(AvatarCall<V>.self, at: "avatarCall")]
    call.caller = ref
    call.phone = phone
  }
}
