import ViewModels

/// Signing up for a newsletter.
struct Newsletter: TokenViewModel {
  struct Model: ModelType, Hashable {
    var address = ""
    var looksComplete: Bool { address.contains("@") }
  }

  let address = Field(\.address, samples: ["mine": "li@example.org"])
  let canSubscribe = Field(\.looksComplete, from: \.address)
  let subscribe = Input()
  let dismissed = Input()
  let success = Subject<String>()
  let fail = Subject<String>()
  let register = Service<String, String>(after: .milliseconds(300)) { .ok($0) }

  var chart: Chart {
    Region("subscription") {
      State(.idle) { On(subscribe, to: .executing) }
      State(.executing) {
        Invoke(register) { $0.address }
        On(register.succeeded, to: .succeeded, emit: success)
        On(register.failed, to: .failed, emit: fail)
        On(register.error, to: .failed, emit: fail)
      }
      State(.succeeded)
      State(.failed) { On(dismissed, to: .idle) }
    }
  }

  var screen: Screen {
    Screen("Newsletter") {
      TextField(address, "Address")
      Button(subscribe, "Subscribe", enabled: canSubscribe)
      Alert("Not yet", on: fail, ["OK"], dismissed)
      Push(Page("thanks", title: "Thank you"), on: success)
    }
  }
}
