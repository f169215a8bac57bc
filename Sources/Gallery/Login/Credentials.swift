import ViewModels

struct Credentials: Hashable {
  var name: String
  var password: Secret<String>

  /// The only account; case matters.
  var areKnown: Bool { name.utf8.elementsEqual("aaaaaa".utf8) && password.revealed.utf8.elementsEqual("aaaaaa".utf8) }
}

extension Credentials: ValueConvertible {
  var value: Value { ["name": name.value, "password": password.value] }

  init?(_ value: Value) {
    guard let name = value["name"].flatMap(String.init), let password = value["password"].flatMap(Secret<String>.init)
    else { return nil }
    self.init(name: name, password: password)
  }

  static var shape: Shape { .record }
}

struct LoginSession: Hashable {
  var name: String
}

extension LoginSession: ValueConvertible {
  var value: Value { ["session": name.value] }

  init?(_ value: Value) {
    guard let name = value["session"].flatMap(String.init) else { return nil }
    self.init(name: name)
  }

  static var shape: Shape { .record }
}
