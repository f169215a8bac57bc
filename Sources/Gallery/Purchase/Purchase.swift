import ViewModels

/// The purchase as fixed: the user can buy again only after returning from a flow or the payment.
struct Purchase: PurchasePage {
  typealias Model = PurchaseModel

  let realName = Field(\.realName)
  let bankCard = Field(\.bankCard)
  let reason = Field(
    \.reason, samples: ["name": Preconditions.needRealName, "card": Preconditions.needBankCard])
  let buy = Input()
  let dismissed = Input()
  let returned = Event<Void>()
  let success = Subject<Order>()
  let fail = Subject<String>()
  let error = Subject<String>()
  let isNoRoute = Guard("no flow completes what is missing", reads: \.reason) {
    !Preconditions.routes.contains($0.reason ?? "")
  }
  let check = Service<Preconditions, Order>(
    after: .seconds(1), timeout: .request, samples: ["order": Order(number: "o-1")]
  ) { $0.verdict }

  var chart: Chart {
    memory
    Region("purchase") {
      State(.idle) { On(buy, to: .executing) }
      State(.executing) {
        Invoke(check) { $0.preconditions }
        On(check.succeeded, to: .succeeded, emit: success)
        On(check.failed, to: "routing") { $0.reason = $1 }
        On(check.error, to: .error, emit: error)
      }
      State(.succeeded) { On(returned, to: .idle) }
      State("routing") {
        Always(to: .error, when: isNoRoute) { $0.emit(error, "无法购买：\($0.reason ?? "")") }
        Always(to: .failed) { $0.emit(fail, $0.reason ?? "") }
      }
      State(.failed) { On(returned, to: .idle, readPreconditions) }
      State(.error) { On(dismissed, to: .idle) }
    }
  }
}
