import ViewModels

/// The purchase as seed 002's view model would have it: three hot subjects, and no state between the tap and the light.
///
/// Every tap asks again (HZ-F5), so lights may come while the user is in the flow that an earlier one opened, and a reason
/// without a flow ends nowhere.
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

/// One request of the original: it answers whatever has happened to the page meanwhile.
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
