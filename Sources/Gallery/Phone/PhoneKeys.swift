import ViewModels

struct PhoneKeys {
  let phone: String
  let code: String

  /// - Parameter number: 0 without a view model, 1 for blocks, 2 for signals.
  init(_ number: Int) {
    phone = "SULoginPhoneKey\(number)"
    code = "SULoginVerifyCodeKey\(number)"
  }

  func store<V>(_ credentials: PhoneCredentials, _ me: borrowing Handle<V>) {
    me.store(phone, credentials.phone)
    me.store(code, credentials.code)
  }

  func forget<V>(_ me: borrowing Handle<V>) {
    me.store(phone, Value.null)
    me.store(code, Value.null)
  }

  /// Empty texts if nothing is stored.
  func stored<V>(_ me: borrowing Handle<V>) -> PhoneCredentials {
    PhoneCredentials(phone: me.stored(phone) ?? "", code: me.stored(code) ?? "")
  }
}

struct PhoneCredentials: Hashable {
  var phone: String
  var code: String
}

extension PhoneCredentials: ValueConvertible {
  var value: Value { ["mobilePhone": phone.value, "verifyCode": code.value] }

  init?(_ value: Value) {
    guard let phone = value["mobilePhone"].flatMap(String.init), let code = value["verifyCode"].flatMap(String.init)
    else { return nil }
    self.init(phone: phone, code: code)
  }

  static var shape: Shape { .record }
}

/// In the originals every request succeeded.
struct PhoneService<Owner: ViewModel>: TokenGroup {
  let loadAvatar: Service<String, String>
  let requestLogin = Service<PhoneCredentials, PhoneAccount>(after: .seconds(1), samples: ["account": .only]) { _ in
    .ok(.only)
  }

  init(avatarTimeout: Timeout? = nil) {
    let avatar = PhoneAccount.only.avatarURL
    loadAvatar = Service(after: .milliseconds(750), timeout: avatarTimeout, samples: ["account": avatar]) { _ in
      .ok(avatar)
    }
  }
}

enum PhoneTexts {
  static let wrongPhone = "请输入正确的手机号码"
  static let wrongCode = "验证码错误"
  static let busy = "Loading..."
}

extension String {
  /// `1[34578]\d{9}`, where `\d` is any Unicode digit (HZ-G7) and the prefixes are those of 2017 (HZ-G12).
  var isPhoneAsWritten: Bool {
    let scalars = Array(unicodeScalars)
    return scalars.count == 11 && scalars[0] == "1" && "34578".unicodeScalars.contains(scalars[1])
      && scalars[2...].allSatisfy(\.isDecimalDigit)
  }

  /// Four Unicode digits, counted in UTF-16 like `NSString` (HZ-G7).
  var isCodeAsWritten: Bool { utf16.count == 4 && unicodeScalars.allSatisfy(\.isDecimalDigit) }

  /// Eleven ASCII digits with a current prefix.
  var isPhone: Bool {
    let digits = Array(utf8)
    return digits.count == 11 && digits.allSatisfy(\.isASCIIDigit) && digits[0] == UInt8(ascii: "1")
      && digits[1] >= UInt8(ascii: "3")
  }

  var isCode: Bool { utf8.count == 4 && utf8.allSatisfy(\.isASCIIDigit) }
}

extension Unicode.Scalar {
  fileprivate var isDecimalDigit: Bool { properties.generalCategory == .decimalNumber }
}
