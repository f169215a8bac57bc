import ViewModels

/// A flow that completes what a purchase asks for. Leaving it by `back` changes nothing.
protocol PurchaseFlow: ViewModel {
  /// What it is stored as.
  static var precondition: String { get }
  var complete: Input<Void> { get }
  var completed: Subject<Void> { get }
}

extension PurchaseFlow {
  @Parts<Self> var chart: Chart {
    Region("flow") {
      State(.idle) {
        On(complete, to: .succeeded) { me in
          me.store(Self.precondition, true)
          me.emit(completed)
        }
      }
      State(.succeeded)
    }
  }
}

/// The flow that verifies the user's name.
struct RealNameFlow: PurchaseFlow {
  struct Model: ModelType, Hashable {}

  static let precondition = "realName"

  let complete = Input()
  let completed = Subject<Void>()

  var screen: Screen {
    Screen("实名认证") {
      Button(complete, "完成认证")
      Pop(on: completed)
    }
  }
}

/// The flow that binds a bank card.
struct BankCardFlow: PurchaseFlow {
  struct Model: ModelType, Hashable {}

  static let precondition = "bankCard"

  let complete = Input()
  let completed = Subject<Void>()

  var screen: Screen {
    Screen("绑定银行卡") {
      Button(complete, "完成绑定")
      Pop(on: completed)
    }
  }
}
