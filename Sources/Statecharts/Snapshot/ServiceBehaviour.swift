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

extension RandomAccessCollection where Index == Int {
  /// The first index whose element belongs behind, where those that do all stand behind those that do not; the end when none
  /// does. Logarithmic.
  @inline(__always)
  func partitioningIndex(where belongsBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if belongsBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Something that will run: when, why, and what.
struct Work: Sendable {
  /// Virtual time in milliseconds.
  var due: Int
  var source: Cause.Source
  /// What the trace and `fire` call it.
  var name: Name
  var target: Target

  /// An event by name, with the number that its program has for it; `nil` when it has none.
  struct Event: Sendable {
    var name: Name
    var id: EventID?
  }

  enum Target: Sendable {
    /// An event for an input of a stage or a port of a command.
    case deliver(InstanceID, input: Int, SignalEvent)
    case start(execution: InstanceID)
    case call(HandlerValue, Value)
    /// A timer: it is put back before its handler runs.
    case `repeat`(every: Int, HandlerValue)
    case answer(request: InstanceID, Outcome, Value)
    /// An event for a chart, sent with a delay.
    case event(InstanceID, Event, Value)
    /// A delayed transition of a state that is still active.
    case elapsed(InstanceID, transition: Int)
  }
}
