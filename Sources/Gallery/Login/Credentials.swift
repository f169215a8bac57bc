import ViewModels

struct Credentials: Hashable, ValueConvertible {
  var name: String
  var password: Secret<String>

  /// The only account; case matters.
  var areKnown: Bool { name.utf8.elementsEqual("aaaaaa".utf8) && password.revealed.utf8.elementsEqual("aaaaaa".utf8) }

  init(name: String, password: Secret<String>) {
    self.name = name
    self.password = password
  }

  var value: Value { ["name": name.value, "password": password.value] }

  init?(_ value: Value) {
    guard let name = value["name"].flatMap(String.init), let password = value["password"].flatMap(Secret<String>.init)
    else { return nil }
    self.init(name: name, password: password)
  }

  static var shape: Shape { .record }
}

struct LoginSession: Hashable, ValueConvertible {
  var name: String

  init(name: String) {
    self.name = name
  }

  var value: Value { ["session": name.value] }

  init?(_ value: Value) {
    guard let name = value["session"].flatMap(String.init) else { return nil }
    self.init(name: name)
  }

  static var shape: Shape { .record }
}
