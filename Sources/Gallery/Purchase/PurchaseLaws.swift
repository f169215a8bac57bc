import ViewModels

/// What a purchase is held to. The original breaks each of these when it is tapped twice.
enum PurchaseLaws {
  static func all<V: ViewModel>(
    _ success: Subject<Order>, _ fail: Subject<String>, _ error: Subject<String>
  ) -> [Property<V>] {
    let outcome = Happening.any(of: .sent(success), .sent(fail), .sent(error))
    let page = Happening.any(
      of: .pushed(PurchaseScreen.payment), .pushed(PurchaseScreen.realNameFlow), .pushed(PurchaseScreen.bankCardFlow))
    return [
      // HZ-F5
      .exactlyOne(outcome, per: .entered("purchase", .executing), "a purchase has exactly one outcome"),
      .atMost(1, page, since: .any(of: .entered("purchase", .executing)), "a purchase pushes one page"),
    ]
  }
}
