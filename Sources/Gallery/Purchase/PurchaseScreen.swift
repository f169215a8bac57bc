import ViewModels

/// The screen and the pages that both variants of the purchase share.
enum PurchaseScreen {
  static let payment = Page("payment", title: "支付")
  static let realNameFlow = Page("real-name", title: "实名认证")
  static let bankCardFlow = Page("bank-card", title: "绑定银行卡")

  static let pages = [PageModel("real-name", RealNameFlow.self), PageModel("bank-card", BankCardFlow.self)]

  static func screen<V: ViewModel>(
    of _: V.Type, _ preconditions: (realName: Field<V.Model, Bool>, bankCard: Field<V.Model, Bool>), _ buy: Input<Void>,
    _ lights: (success: Subject<Order>, fail: Subject<String>, error: Subject<String>),
    _ inputs: () -> (dismissed: Input<Void>, returned: Input<Void>)
  ) -> Screen {
    let inputs = inputs()
    return Screen("购买理财产品") {
      V.Badge(preconditions.realName, "已实名")
      V.Badge(preconditions.bankCard, "已绑卡")
      V.Button(buy, "购买")
      V.Push(payment, on: lights.success)
      V.Push(realNameFlow, on: lights.fail, for: Preconditions.needRealName)
      V.Push(bankCardFlow, on: lights.fail, for: Preconditions.needBankCard)
      V.Alert("购买失败", on: lights.error, ["确定"], inputs.dismissed)
      V.Reappeared(inputs.returned)
    }
  }
}

/// The flow that verifies the user's name. Leaving it by `back` changes nothing.
enum RealNameFlow: ViewModel {
  struct Model: Hashable, Sendable {}

  static let complete = Input<Void>("complete")
  static let completed = Subject<Void>("completed")

  static let definition = Definition<RealNameFlow>(Model(), inputs: [complete], subjects: [completed]) {
    Region("flow") {
      State(.idle) {
        On(complete, to: .succeeded) { me, _ in
          me.turn.store("realName", true)
          me.emit(completed)
        }
      }
      State(.succeeded)
    }
  }

  static let screen = Screen("实名认证") {
    Button(complete, "完成认证")
    Pop(on: completed)
  }
}

/// The flow that binds a bank card. Leaving it by `back` changes nothing.
enum BankCardFlow: ViewModel {
  struct Model: Hashable, Sendable {}

  static let complete = Input<Void>("complete")
  static let completed = Subject<Void>("completed")

  static let definition = Definition<BankCardFlow>(Model(), inputs: [complete], subjects: [completed]) {
    Region("flow") {
      State(.idle) {
        On(complete, to: .succeeded) { me, _ in
          me.turn.store("bankCard", true)
          me.emit(completed)
        }
      }
      State(.succeeded)
    }
  }

  static let screen = Screen("绑定银行卡") {
    Button(complete, "完成绑定")
    Pop(on: completed)
  }
}
