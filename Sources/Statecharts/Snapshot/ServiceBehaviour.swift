/// How a service answers: after a time, and with what.
public struct ServiceBehaviour: Hashable, Sendable {
  public enum Answer: Hashable, Sendable {
    /// What the definition answers.
    case defined
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
  public var answer: Answer
  /// Whether the answer comes even when nobody waits for it any more: after a cancel, or after the time-out.
  public var isLate: Bool
  /// Whether it holds for the next request only.
  public var isOnce: Bool

  public init(delay: Int? = nil, answer: Answer = .defined, isLate: Bool = false, isOnce: Bool = false) {
    self.delay = delay
    self.answer = answer
    self.isLate = isLate
    self.isOnce = isOnce
  }
}
