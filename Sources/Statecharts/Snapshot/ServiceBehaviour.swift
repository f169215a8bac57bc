/// How a service answers: after a time, and with what.
public struct ServiceBehaviour: Hashable, Sendable {
  /// What it answers.
  public enum Answer: Hashable, Sendable {
    /// What the definition answers.
    case defined
    /// Answers so. Without a value it says what the definition does where the outcomes agree; else a success says the
    /// service's first sample, a failure and an error their name.
    case outcome(Outcome, Value?)
    /// Never answers.
    case never
    /// Answers twice, the second time at the same instant.
    case twice(Outcome, Value?)
    /// Waits for a typed reply.
    case manual
  }

  /// The time to the answer in milliseconds; `nil` is the definition's.
  public var delay: Int?
  /// What it answers.
  public var answer: Answer
  /// Whether the answer comes even when nobody waits for it any more: after a cancel, or after the time-out.
  public var isLate: Bool
  /// Whether it holds for the next request only.
  public var isOnce: Bool

  /// Makes a setting of a service; without arguments it is the definition's own.
  public init(delay: Int? = nil, answer: Answer = .defined, isLate: Bool = false, isOnce: Bool = false) {
    self.delay = delay
    self.answer = answer
    self.isLate = isLate
    self.isOnce = isOnce
  }
}
