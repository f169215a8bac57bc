import ViewModels

/// The purchase of seed 002's explanation, as it should have been: green pushes the payment, yellow the flow that is
/// missing, red an alert. Whoever comes back from a flow or from the payment buys again, and nobody before.
enum Purchase: ViewModel {
  struct Model: Hashable, Sendable {
    var realName = false
    var bankCard = false
    /// What was missing at last.
    var reason: String?
    var preconditions: Preconditions { Preconditions(realName: realName, bankCard: bankCard) }
  }

  static let realName = Field("realName", \Model.realName)
  static let bankCard = Field("bankCard", \Model.bankCard)
  static let reason = Field(
    "reason", \Model.reason, samples: ["name": Preconditions.needRealName, "card": Preconditions.needBankCard])
  static let buy = Input<Void>("buy")
  static let dismissed = Input<Void>("dismissed")
  static let returned = Input<Void>("returned")
  static let success = Subject<Order>("success")
  static let fail = Subject<String>("fail")
  static let error = Subject<String>("error")
  static let isNoRoute = Guard<Model>("no flow completes what is missing", reads: [reason]) {
    !Preconditions.routes.contains($0.reason ?? "")
  }
  static let check = Service<Preconditions, Order>(
    "check", after: .seconds(1), timeout: .request, samples: ["order": Order(number: "o-1")]
  ) { $0.verdict }

  static let definition = Definition<Purchase>(
    Model(), fields: [realName, bankCard, reason], inputs: [buy, dismissed, returned],
    subjects: [success, fail, error],
    properties: PurchaseLaws.all(success, fail, error)
  ) {
    SetUp { $0.readPreconditions(realName, bankCard) }
    Observe(realName) { me, isThere in me.turn.store("realName", isThere.value) }
    Observe(bankCard) { me, isThere in me.turn.store("bankCard", isThere.value) }
    Region("purchase") {
      State(.idle) { On(buy, to: .executing) }
      State(.executing) {
        Invoke(check) { $0.preconditions }
        On(check.succeeded, to: .succeeded) { $0.emit(success, $1) }
        On(check.failed, to: "routing") { $0[reason] = $1 }
        On(check.error, to: .error) { $0.emit(error, $1) }
      }
      State(.succeeded) { On(returned, to: .idle) }
      State("routing") {
        Always(to: .error, when: isNoRoute) { $0.emit(error, "无法购买：\($0[reason] ?? "")") }
        Always(to: .failed) { $0.emit(fail, $0[reason] ?? "") }
      }
      State(.failed) {
        On(returned, to: .idle) { me, _ in me.readPreconditions(realName, bankCard) }
      }
      State(.error) { On(dismissed, to: .idle) }
    }
  }

  static let screen = PurchaseScreen.screen(of: Purchase.self, (realName, bankCard), buy, (success, fail, error)) {
    (dismissed, returned)
  }
}
