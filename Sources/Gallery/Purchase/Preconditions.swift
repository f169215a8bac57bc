import ViewModels

struct Preconditions: Hashable {
  static let needRealName = "needRealName"
  static let needBankCard = "needBankCard"
  static let routes = [needRealName, needBankCard]

  var realName: Bool
  var bankCard: Bool

  /// If both are missing, the name is reported.
  var verdict: Answer<Order> {
    if !realName { return .fail(Preconditions.needRealName) }
    if !bankCard { return .fail(Preconditions.needBankCard) }
    return .ok(Order(number: "o-1"))
  }
}

extension Preconditions: ValueConvertible {
  var value: Value { ["realName": realName.value, "bankCard": bankCard.value] }

  init?(_ value: Value) {
    guard let realName = value["realName"].flatMap(Bool.init), let bankCard = value["bankCard"].flatMap(Bool.init)
    else {
      return nil
    }
    self.init(realName: realName, bankCard: bankCard)
  }

  static var shape: Shape { .record }
}

struct Order: Hashable {
  var number: String
}

extension Order: ValueConvertible {
  var value: Value { ["order": number.value] }

  init?(_ value: Value) {
    guard let number = value["order"].flatMap(String.init) else { return nil }
    self.init(number: number)
  }

  static var shape: Shape { .record }
}
