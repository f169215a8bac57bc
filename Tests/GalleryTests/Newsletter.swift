import ViewModels

/// Signing up for a newsletter.
enum Newsletter: ViewModel {
  struct Model: Hashable, Sendable {
    var address = ""
    var looksComplete: Bool { address.contains("@") }
  }

  static let address = Field("address", \Model.address, samples: ["mine": "li@example.org"])
  static let canSubscribe = Field("canSubscribe", \Model.looksComplete, from: [address])
  static let subscribe = Input<Void>("subscribe")
  static let dismissed = Input<Void>("dismissed")
  static let success = Subject<String>("success")
  static let fail = Subject<String>("fail")
  static let register = Service<String, String>("register", after: .milliseconds(300)) { .ok($0) }

  static let definition = Definition<Newsletter>(
    Model(), fields: [address, canSubscribe], inputs: [subscribe, dismissed], subjects: [success, fail]
  ) {
    Region("subscription") {
      State(.idle) { On(subscribe, to: .executing) }
      State(.executing) {
        Invoke(register) { $0.address }
        On(register.succeeded, to: .succeeded) { $0.emit(success, $1) }
        On(register.failed, to: .failed) { $0.emit(fail, $1) }
        On(register.error, to: .failed) { $0.emit(fail, $1) }
      }
      State(.succeeded)
      State(.failed) { On(dismissed, to: .idle) }
    }
  }

  static let screen = Screen("Newsletter") {
    TextField(address, "Address")
    Button(subscribe, "Subscribe", enabled: canSubscribe)
    Alert("Not yet", on: fail, ["OK"], dismissed)
    Push(Page("thanks", title: "Thank you"), on: success)
  }
}
