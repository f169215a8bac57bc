import Statecharts

/// When the transport gives up on a request that nobody answers: the request then ends in an error, so that whoever waits
/// for it goes on. An answer that would come later does not come, unless the service answers late.
public struct Timeout: Sendable {
  let delay: Duration
  let message: String

  /// Makes a time-out.
  ///
  /// - Parameters:
  ///   - delay: The time from the request on; whole milliseconds count.
  ///   - message: What its error says.
  public init(after delay: Duration, _ message: String) {
    self.delay = delay
    self.message = message
  }

  var inMilliseconds: (delay: Int, message: String) { (delay.milliseconds, message) }
}

extension Duration {
  /// Whole milliseconds; what is finer is cut off.
  var milliseconds: Int {
    Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
