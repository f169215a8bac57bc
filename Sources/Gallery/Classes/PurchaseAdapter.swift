import Adapters
import ViewModels

@MainActor struct PurchaseAdapter: Adapter {
  let realName = Field(\.realName)
  let bankCard = Field(\.bankCard)
  let reason = Field(\.reason)
  let canBuy = Field(\.canBuy)
  let buy = Input { $0.buy() }
  let check = Service<Preconditions, Order>(
    after: .seconds(1), timeout: .request, samples: ["order": Order(number: "o-1")],
    fails: { PurchaseFailure.lacking($0) }, breaks: { PurchaseFailure.unreachable($0) }
  ) { $0.verdict }
  let success = Subject<Order>()
  let fail = Subject<String>()
  let error = Subject<String>()
  let needsName = Subject<String>()
  let needsCard = Subject<String>()

  func make(_ world: World<Self>) -> PurchaseViewModel {
    PurchaseViewModel(
      api: AskedPurchase { try await world.ask(check, $0).number }, router: SentRoutes(adapter: self, world: world))
  }

  var screen: Screen {
    Screen("购买理财产品") {
      Badge(realName, "已实名")
      Badge(bankCard, "已绑卡")
      Button(buy, "购买", enabled: canBuy)
      Push(.payment, on: success)
      Push(.realNameFlow, on: needsName)
      Push(.bankCardFlow, on: needsCard)
      Alert("购买失败", on: error, ["确定"])
    }
  }

  var laws: Chart { Always("one purchase at a time") { $0.requests(of: \.check) <= 1 } }
}

private struct AskedPurchase: PurchaseAPI {
  let ask: @Sendable (Preconditions) async throws -> String

  func order(realName: Bool, bankCard: Bool) async throws -> String {
    try await ask(Preconditions(realName: realName, bankCard: bankCard))
  }
}

private struct SentRoutes: PurchaseRouting {
  let adapter: PurchaseAdapter
  let world: World<PurchaseAdapter>

  func pay(order: String) { world.send(adapter.success, Order(number: order)) }
  func show(message: String) { world.send(adapter.error, message) }

  func complete(_ requirement: PurchaseRequirement) {
    world.send(adapter.fail, requirement.rawValue)
    world.send(requirement == .realName ? adapter.needsName : adapter.needsCard, requirement.rawValue)
  }
}
