/// What a service answers to one request: when, and with what.
public struct ServiceAnswer: Hashable, Sendable {
  /// How it answers; `nil` when it never does.
  public var outcome: Outcome?
  public var value: Value
  /// The time to the answer in milliseconds; `nil` is the service's.
  public var delay: Int?
  /// Whether it comes a second time at the same instant.
  public var isTwice = false
  /// Whether it comes even when nobody waits for it any more: after a cancel, or after the time-out.
  public var isLate = false

  public init(_ outcome: Outcome?, _ value: Value = .null) {
    self.outcome = outcome
    self.value = value
  }
}
