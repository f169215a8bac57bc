import ViewModels

/// Under which names a variant persists its two texts.
struct PhoneKeys {
  let phone: String
  let code: String

  /// - Parameter number: 0 for the baseline without a view model, 1 for blocks, 2 for signals.
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

  /// What an earlier run stored; empty texts when there is nothing.
  func stored<V>(_ me: borrowing Handle<V>) -> PhoneCredentials {
    PhoneCredentials(phone: me.stored(phone) ?? "", code: me.stored(code) ?? "")
  }
}

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

/// What the phone login asks of the outside world. The originals only ever saw it succeed.
struct PhoneService<Owner: ViewModel>: TokenGroup {
  /// The picture that belongs to a number.
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

/// What the login page of seed 003 says.
enum PhoneTexts {
  static let wrongPhone = "请输入正确的手机号码"
  static let wrongCode = "验证码错误"
  static let busy = "Loading..."
}

/// What the login page of seed 003 asks of its two texts.
extension String {
  /// `1[34578]\d{9}` in full, where `\d` is any decimal digit of Unicode (HZ-G7) and the prefixes are those of 2017 (HZ-G12).
  var isPhoneAsWritten: Bool {
    let scalars = Array(unicodeScalars)
    return scalars.count == 11 && scalars[0] == "1" && "34578".unicodeScalars.contains(scalars[1])
      && scalars[2...].allSatisfy(\.isDecimalDigit)
  }

  /// Four decimal digits of Unicode; the length is what `NSString` counts (HZ-G7).
  var isCodeAsWritten: Bool { utf16.count == 4 && unicodeScalars.allSatisfy(\.isDecimalDigit) }

  /// Eleven ASCII digits that begin as the numbers of today do.
  var isPhone: Bool {
    let digits = Array(utf8)
    return digits.count == 11 && digits.allSatisfy(\.isASCIIDigit) && digits[0] == UInt8(ascii: "1")
      && digits[1] >= UInt8(ascii: "3")
  }

  /// Four ASCII digits.
  var isCode: Bool { utf8.count == 4 && utf8.allSatisfy(\.isASCIIDigit) }
}

extension Unicode.Scalar {
  fileprivate var isDecimalDigit: Bool { properties.generalCategory == .decimalNumber }
}

extension UInt8 {
  fileprivate var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
