import ViewModels

/// The purchase as written, with three hot subjects. Bugs: every tap asks again (HZ-F5), so outcomes may come
/// during a flow; a reason without a flow has no effect.
struct PurchaseOriginal: PurchasePage {
  typealias Model = PurchaseModel

  static let templateName = "Purchase"

  let realName = Field(\.realName)
  let bankCard = Field(\.bankCard)
  let reason = Field(
    \.reason, samples: ["name": Preconditions.needRealName, "card": Preconditions.needBankCard])
  let buy = Input()
  let dismissed = Input()
  let returned = Event<Void>()
  let passed = Event<Order>()
  let lacking = Event<String>()
  let broke = Event<String>()
  let success = Subject<Order>()
  let fail = Subject<String>()
  let error = Subject<String>()

  var chart: Chart {
    Uses(PurchaseCheck.self)
    memory
    Region("purchase") {
      On(buy, to: .executing) { me in
        let check = me[me.make(PurchaseCheck.self, at: "check")]
        check.page = me.ref
        check.preconditions = me.preconditions
      }
      On(passed, to: .succeeded, emit: success)
      On(lacking, to: .failed) { me, missing in
        me.reason = missing
        me.emit(fail, missing)
      }
      On(broke, to: .error, emit: error)
      On(returned, readPreconditions)
      On(dismissed)
      State(.idle)
      State(.executing)
      State(.succeeded)
      State(.failed)
      State(.error)
    }
  }
}

/// Answers even if the page's state has changed.
struct PurchaseCheck: ViewModel {
  struct Model: ModelType {
    var page = Ref<PurchaseOriginal>(InstanceID(0))
    var preconditions = Preconditions(realName: false, bankCard: false)
  }

  static let templateName = "check"

  let preconditions = Field(\.preconditions, samples: ["both": Preconditions(realName: true, bankCard: true)])
  let check = Service<Preconditions, Order>(
    after: .seconds(1), samples: ["order": Order(number: "o-1")]
  ) { $0.verdict }

  var chart: Chart {
    Region("request") {
      State(.executing) {
        Invoke(check) { $0.preconditions }
        On(check.succeeded, to: .succeeded) { $0[$0.page].raise(PurchaseOriginal.passed, $1) }
        On(check.failed, to: .failed) { $0[$0.page].raise(PurchaseOriginal.lacking, $1) }
        On(check.error, to: .error) { $0[$0.page].raise(PurchaseOriginal.broke, $1) }
      }
      State(.succeeded)
      State(.failed)
      State(.error)
    }
  }
}
