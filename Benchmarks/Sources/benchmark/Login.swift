import ViewModels

/// W1: a flat chart of six states, two guards and two counters, written as a user writes it.
struct Login: TokenViewModel {
  struct Model: ModelType, Hashable {
    var count = 0
    var attempts = 0
    var max = 1 << 60
  }

  let submit = Input()
  let valid = Input()
  let invalid = Input()
  let ok = Input()
  let fail = Input()
  let reset = Input()
  let mayTry = Guard("may try", reads: \.attempts, \.max) { $0.attempts < $0.max }
  let mayCount = Guard("may count", reads: \.count, \.max) { $0.count < $0.max }

  var chart: Chart {
    Region("login") {
      State(.idle) { On(submit, to: .validating, when: mayTry) { $0.attempts += 1 } }
      State(.validating) {
        On(valid, to: .executing)
        On(invalid, to: .failed)
      }
      State(.executing) {
        On(ok, to: .succeeded, when: mayCount) { $0.count += 1 }
        On(fail, to: .error)
      }
      State(.succeeded) { On(reset, to: .idle) }
      State(.failed) { On(reset, to: .idle) }
      State(.error) { On(reset, to: .idle) }
    }
  }

  static let cycle = [Login.submit, Login.valid, Login.ok, Login.reset].map(\.name)
}
