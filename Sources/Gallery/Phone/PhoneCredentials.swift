import ViewModels

/// What a login sends.
struct PhoneCredentials: Hashable, ValueConvertible {
  var phone: String
  var code: String

  init(phone: String, code: String) {
    self.phone = phone
    self.code = code
  }

  var value: Value { ["mobilePhone": phone.value, "verifyCode": code.value] }

  init?(_ value: Value) {
    guard let phone = value["mobilePhone"].flatMap(String.init), let code = value["verifyCode"].flatMap(String.init)
    else { return nil }
    self.init(phone: phone, code: code)
  }

  static var shape: Shape { .record }
}
