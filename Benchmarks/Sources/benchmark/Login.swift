import ViewModels

/// W1: a flat chart of six states, two guards and two counters, written as a user writes it.
enum Login: ViewModel {
  struct Model: Hashable, Sendable {
    var count = 0
    var attempts = 0
    var max = 1 << 60
  }

  static let count = Field("count", \Model.count)
  static let attempts = Field("attempts", \Model.attempts)
  static let max = Field("max", \Model.max)
  static let submit = Input<Void>("submit")
  static let valid = Input<Void>("valid")
  static let invalid = Input<Void>("invalid")
  static let ok = Input<Void>("ok")
  static let fail = Input<Void>("fail")
  static let reset = Input<Void>("reset")
  static let mayTry = Guard<Model>("may try", reads: [attempts, max]) { $0.attempts < $0.max }
  static let mayCount = Guard<Model>("may count", reads: [count, max]) { $0.count < $0.max }

  static let definition = Definition<Login>(
    Model(), fields: [count, attempts, max], inputs: [submit, valid, invalid, ok, fail, reset]
  ) {
    Region("login") {
      State(.idle) { On(submit, to: .validating, when: mayTry) { me, _ in me[attempts] += 1 } }
      State(.validating) {
        On(valid, to: .executing)
        On(invalid, to: .failed)
      }
      State(.executing) {
        On(ok, to: .succeeded, when: mayCount) { me, _ in me[count] += 1 }
        On(fail, to: .error)
      }
      State(.succeeded) { On(reset, to: .idle) }
      State(.failed) { On(reset, to: .idle) }
      State(.error) { On(reset, to: .idle) }
    }
  }

  static let cycle = [submit, valid, ok, reset].map(\.name)
}
