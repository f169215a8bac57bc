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
  /// Whether it holds for the next request only.
  public var isOnce: Bool

  public init(delay: Int? = nil, answer: Answer = .defined, isOnce: Bool = false) {
    self.delay = delay
    self.answer = answer
    self.isOnce = isOnce
  }
}
