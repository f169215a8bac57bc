import Observation

/// Who decides whether something can be bought, and where its answers lead.
protocol PurchaseAPI: Sendable {
  /// Returns the number of the order.
  func order(realName: Bool, bankCard: Bool) async throws -> String
}

@MainActor protocol PurchaseRouting {
  func pay(order: String)
  func complete(_ requirement: PurchaseRequirement)
  func show(message: String)
}

/// What the buyer may lack.
enum PurchaseRequirement: String {
  case realName = "needRealName"
  case bankCard = "needBankCard"
}

enum PurchaseFailure: Error {
  case lacking(String)
  case unreachable(String)
}

/// The purchase of seed 002 as a class: green pays, yellow opens the flow that is missing, red shows a message.
@MainActor @Observable final class PurchaseViewModel {
  var realName = false
  var bankCard = false
  private(set) var reason: String?
  private(set) var isBuying = false
  var canBuy: Bool { !isBuying }
  private let api: any PurchaseAPI
  private let router: any PurchaseRouting

  init(api: any PurchaseAPI, router: any PurchaseRouting) {
    (self.api, self.router) = (api, router)
  }

  func buy() {
    guard canBuy else { return }
    isBuying = true
    Task { [realName, bankCard] in
      defer { isBuying = false }
      do {
        router.pay(order: try await api.order(realName: realName, bankCard: bankCard))
      } catch PurchaseFailure.lacking(let reason) {
        self.reason = reason
        route(reason)
      } catch PurchaseFailure.unreachable(let message) {
        router.show(message: message)
      } catch {}
    }
  }

  private func route(_ reason: String) {
    if let requirement = PurchaseRequirement(rawValue: reason) {
      router.complete(requirement)
    } else {
      router.show(message: "无法购买：\(reason)")
    }
  }
}
