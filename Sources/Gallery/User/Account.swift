import ViewModels

struct Account: Hashable {
  var name: String
  var password: Secret<String>

  var isKnown: Bool { name.utf8.elementsEqual("abcd".utf8) && password.revealed.utf8.elementsEqual("wxyz".utf8) }
}

extension Account: ValueConvertible {
  var value: Value { .list([name.value, password.value]) }

  init?(_ value: Value) {
    guard case .list(let parts) = value, parts.count == 2, let name = String(parts[0]),
      let password = Secret<String>(parts[1])
    else { return nil }
    self.init(name: name, password: password)
  }

  static var shape: Shape { .list(.any) }
}
