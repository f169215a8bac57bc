import ViewModels

struct PurchaseModel: ModelType, Hashable {
  var realName = false
  var bankCard = false
  /// The last missing precondition.
  var reason: String?
  var preconditions: Preconditions { Preconditions(realName: realName, bankCard: bankCard) }
}

/// The original breaks each law after two taps.
protocol PurchasePage: ViewModel where Model == PurchaseModel {
  var realName: Field<Bool> { get }
  var bankCard: Field<Bool> { get }
  var buy: Input<Void> { get }
  var dismissed: Input<Void> { get }
  var returned: Event<Void> { get }
  var success: Subject<Order> { get }
  var fail: Subject<String> { get }
  var error: Subject<String> { get }
}

extension PurchasePage {
  static var pages: [PageModel] {
    [PageModel("real-name", RealNameFlow.self), PageModel("bank-card", BankCardFlow.self)]
  }

  var screen: Screen {
    Screen("购买理财产品") {
      Badge(realName, "已实名")
      Badge(bankCard, "已绑卡")
      Button(buy, "购买")
      Push(.payment, on: success)
      Push(.realNameFlow, on: fail, for: Preconditions.needRealName)
      Push(.bankCardFlow, on: fail, for: Preconditions.needBankCard)
      Alert("购买失败", on: error, ["确定"], dismissed)
      Reappeared(returned)
    }
  }

  @Parts<Self> var memory: Chart {
    SetUp(readPreconditions)
    Observe(realName) { $0.store("realName", $1) }
    Observe(bankCard) { $0.store("bankCard", $1) }
  }

  @Laws var laws: Chart {
    // HZ-F5
    ExactlyOne(
      .any(of: .sent(success), .sent(fail), .sent(error)), per: .entered("purchase", .executing),
      "a purchase has exactly one outcome")
    AtMost(
      1, .any(of: .pushed(.payment), .pushed(.realNameFlow), .pushed(.bankCardFlow)),
      since: .entered("purchase", .executing), "a purchase pushes one page")
  }

  func readPreconditions(_ me: borrowing Me) {
    if let isThere: Bool = me.stored("realName"), isThere != me.realName { me.realName = isThere }
    if let isThere: Bool = me.stored("bankCard"), isThere != me.bankCard { me.bankCard = isThere }
  }
}

extension Page {
  static let payment = Page("payment", title: "支付")
  static let realNameFlow = Page("real-name", title: "实名认证")
  static let bankCardFlow = Page("bank-card", title: "绑定银行卡")
}
