import ViewModels

extension Timeout {
  /// When the gallery's services give up: what a URL session waits for an answer.
  static let request = Timeout(after: .seconds(60), "请求超时")
}
