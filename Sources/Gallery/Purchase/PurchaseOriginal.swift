import ViewModels

/// The purchase as seed 002's view model would have it: three hot subjects, and no state between the tap and the light.
///
/// Every tap asks again (HZ-F5), so lights may come while the user is in the flow that an earlier one opened, and a reason
/// without a flow ends nowhere.
enum PurchaseOriginal: ViewModel {
  struct Model: Hashable, Sendable {
    var realName = false
    var bankCard = false
    var reason: String?
  }

  static let realName = Field("realName", \Model.realName)
  static let bankCard = Field("bankCard", \Model.bankCard)
  static let reason = Field(
    "reason", \Model.reason, samples: ["name": Preconditions.needRealName, "card": Preconditions.needBankCard])
  static let buy = Input<Void>("buy")
  static let dismissed = Input<Void>("dismissed")
  static let returned = Input<Void>("returned")
  static let passed = Input<Order>("passed")
  static let lacking = Input<String>("lacking")
  static let broke = Input<String>("broke")
  static let success = Subject<Order>("success")
  static let fail = Subject<String>("fail")
  static let error = Subject<String>("error")

  static let definition = Definition<PurchaseOriginal>(
    Model(), name: "Purchase", fields: [realName, bankCard, reason], inputs: [buy, dismissed, returned],
    subjects: [success, fail, error], properties: PurchaseLaws.all(success, fail, error)
  ) {
    Uses(PurchaseCheck.self)
    SetUp { $0.readPreconditions(realName, bankCard) }
    Observe(realName) { me, isThere in me.turn.store("realName", isThere.value) }
    Observe(bankCard) { me, isThere in me.turn.store("bankCard", isThere.value) }
    Region("purchase") {
      On(buy, to: .executing) { me, _ in
        let check = me.make(PurchaseCheck.self, at: "check")
        me[check, PurchaseCheck.page] = me.me
        me[check, PurchaseCheck.preconditions] = Preconditions(realName: me[realName], bankCard: me[bankCard])
      }
      On(passed, to: .succeeded) { $0.emit(success, $1) }
      On(lacking, to: .failed) { me, missing in
        me[reason] = missing
        me.emit(fail, missing)
      }
      On(broke, to: .error) { $0.emit(error, $1) }
      On(returned) { me, _ in me.readPreconditions(realName, bankCard) }
      On(dismissed) { _, _ in }
      State(.idle)
      State(.executing)
      State(.succeeded)
      State(.failed)
      State(.error)
    }
  }

  static let screen = PurchaseScreen.screen(
    of: PurchaseOriginal.self, (realName, bankCard), buy, (success, fail, error)
  ) { (dismissed, returned) }
}

/// One request of the original: it answers whatever has happened to the page meanwhile.
enum PurchaseCheck: ViewModel {
  struct Model: Sendable {
    var page = Ref<PurchaseOriginal>(InstanceID(0))
    var preconditions = Preconditions(realName: false, bankCard: false)
  }

  static let page = Field("page", \Model.page)
  static let preconditions = Field(
    "preconditions", \Model.preconditions, samples: ["both": Preconditions(realName: true, bankCard: true)])
  static let check = Service<Preconditions, Order>(
    "check", after: .seconds(1), samples: ["order": Order(number: "o-1")]
  ) { $0.verdict }

  static let definition = Definition<PurchaseCheck>(
    Model(), name: "check", fields: [page, preconditions]
  ) {
    Region("request") {
      State(.executing) {
        Invoke(check) { $0.preconditions }
        On(check.succeeded, to: .succeeded) { $0.turn.raise(PurchaseOriginal.passed.name, $1.value, for: $0[page].id) }
        On(check.failed, to: .failed) { $0.turn.raise(PurchaseOriginal.lacking.name, $1.value, for: $0[page].id) }
        On(check.error, to: .error) { $0.turn.raise(PurchaseOriginal.broke.name, $1.value, for: $0[page].id) }
      }
      State(.succeeded)
      State(.failed)
      State(.error)
    }
  }
}
