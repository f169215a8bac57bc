import ViewModels

/// Fulfils a precondition; leaving by `back` changes nothing.
protocol PurchaseFlow: ViewModel {
  /// Its key in the store.
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
