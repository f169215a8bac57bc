/// How and when a service answers.
public struct ServiceBehaviour: Hashable, Sendable {
  /// The answer of a service.
  public enum Answer: Hashable, Sendable {
    /// The answer of the definition.
    case defined
    /// This outcome and value. Without a value: the definition's if its outcome is the same; else the first sample
    /// for a success, the outcome's name for a failure or error.
    case outcome(Outcome, Value?)
    /// No answer.
    case never
    /// Answers twice at the same instant.
    case twice(Outcome, Value?)
    /// Waits for a typed reply.
    case manual
  }

  /// Milliseconds; `nil` for the definition's delay.
  public var delay: Int?
  /// The kind of answer.
  public var answer: Answer
  /// Whether the answer comes even after a cancel or time-out.
  public var isLate: Bool
  /// Whether it applies to the next request only.
  public var isOnce: Bool

  /// Makes a behaviour; without arguments it is the definition's.
  public init(delay: Int? = nil, answer: Answer = .defined, isLate: Bool = false, isOnce: Bool = false) {
    self.delay = delay
    self.answer = answer
    self.isLate = isLate
    self.isOnce = isOnce
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies the predicate, else the end; the elements must be partitioned.
  /// Logarithmic.
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

struct Work: Sendable {
  /// Virtual time in milliseconds.
  var due: Int
  var source: Cause.Source
  var name: Name
  var target: Target

  /// An event's name, with its number in the program if it has one.
  struct Event: Sendable {
    var name: Name
    var id: EventID?
    /// The path of its receiver, if that is not the instance that keeps it.
    var receiver: String?
  }

  enum Target: Sendable {
    case deliver(InstanceID, input: Int, SignalEvent)
    case start(execution: InstanceID)
    case call(HandlerValue, Value)
    /// A timer; it is rescheduled before its handler runs.
    case `repeat`(every: Int, HandlerValue)
    case answer(request: InstanceID, Outcome, Value)
    case event(InstanceID, Event, Value)
    case elapsed(InstanceID, transition: Int)

    /// Whether it is a hop, delay or timer of a handler with exactly these captures.
    func calls(_ handler: HandlerValue) -> Bool {
      switch self {
      case .call(let waiting, _), .repeat(_, let waiting): waiting == handler
      case .deliver, .start, .answer, .event, .elapsed: false
      }
    }
  }
}
