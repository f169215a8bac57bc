/// What the login page of seed 003 says.
enum PhoneTexts {
  static let wrongPhone = "请输入正确的手机号码"
  static let wrongCode = "验证码错误"
  static let busy = "Loading..."
}
