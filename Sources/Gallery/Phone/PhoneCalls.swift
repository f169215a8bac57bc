import ViewModels

struct PhoneCalls<Owner: ViewModel>: TokenGroup {
  let loginAnswered = Event<PhoneAccount>()
  let loginRefused = Event<String>()
  let loginBroke = Event<String>()
  let avatarLoaded = Event<String>()
}

protocol PhoneCaller: ViewModel {
  var calls: PhoneCalls<Self> { get }
}

/// Nothing cancels it, and several may run (HZ-G5); with blocks, only success is handled (HZ-G6).
struct LoginCall<Caller: PhoneCaller>: OneCall {
  struct Model: ModelType {
    var caller = Ref<Caller>(InstanceID(0))
    var credentials = PhoneCredentials(phone: "", code: "")
  }

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

/// Shows the picture even if the number has changed (HZ-G1).
struct AvatarCall<Caller: PhoneCaller>: OneCall {
  struct Model: ModelType {
    var caller = Ref<Caller>(InstanceID(0))
    var phone = ""
  }

  let service = PhoneService<Self>()

  var chart: Chart {
    Accepts("unheard-answer", at: "call.waiting", because: "as written, a call has no failure block")
    ask(service.loadAvatar) {
      $0.phone
    } answered: {
      $0[$0.caller].raise(Caller.calls.avatarLoaded, $1)
    }
  }
}

extension Handle where V: PhoneCaller {
  func callLogin(_ credentials: PhoneCredentials) {
    let call = self[make(LoginCall<V>.self, at: "loginCall")]
    call.caller = ref
    call.credentials = credentials
  }

  func callAvatar(for phone: String) {
    let call = self[make(AvatarCall<V>.self, at: "avatarCall")]
    call.caller = ref
    call.phone = phone
  }
}
